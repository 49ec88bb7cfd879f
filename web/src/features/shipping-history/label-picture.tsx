import type { TransactionAnswer } from '@lading/contract/shipments.ts';
import { useLabelPicture } from '../../lib/label-file-picture.ts';
import { LabelFile } from '../../ui/label/label-file.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { COPY } from './copy.ts';
import { shipmentName } from './history-text.ts';

const frame = 'w-56 rounded-control shadow-label';

/** Shows the label file itself, not a drawing. */
export function LabelPicture({ shipment }: { shipment: TransactionAnswer['transaction'] }) {
  const { file, isError } = useLabelPicture(shipment.shipment_id, shipment);
  return (
    <div className="grid place-items-center rounded-card bg-surface-2 p-4">
      {isError ? (
        <p className="py-8 text-center text-text-2">{COPY.pictureFailed}</p>
      ) : (
        <LabelFile
          file={file}
          description={`Label ${shipmentName(shipment)}`}
          placeholder={<Placeholder />}
          className={frame}
        />
      )}
    </div>
  );
}

function Placeholder() {
  const waiting = useDelayedFlag(true);
  return <div className={`aspect-[4/6] ${frame}`}>{waiting && <Skeleton className="size-full" />}</div>;
}
