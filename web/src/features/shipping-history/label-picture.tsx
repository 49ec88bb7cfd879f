import { useLabelPicture } from '../../lib/label-file-picture.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';

const frame = 'aspect-[4/6] w-56 rounded-control shadow-label';

/** The label as it was bought, not a drawing of it. */
export function LabelPicture({ id, name }: { id: string; name: string }) {
  const { url, isError } = useLabelPicture(id);
  const waiting = useDelayedFlag(url === null && !isError);
  return (
    <div className="grid place-items-center rounded-card bg-surface-2 p-4">
      {url !== null ? (
        <img src={url} alt={`Label ${name}`} className={cx(frame, 'bg-paper object-contain')} />
      ) : isError ? (
        <p className="py-8 text-center text-text-2">The picture of the label could not be loaded.</p>
      ) : (
        <div className={frame}>{waiting && <Skeleton className="size-full" />}</div>
      )}
    </div>
  );
}
