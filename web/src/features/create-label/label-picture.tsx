import { useLabelPicture } from '../../lib/label-file-picture.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Label } from '../../ui/label/label.tsx';

export interface LabelPictureProps {
  shipmentId: string;
  description: string;
  /** Plays the printer's feed once the picture is there. */
  feed: boolean;
}

/** The label itself, as it will be printed; until it is there, its shape. */
export function LabelPicture({ shipmentId, description, feed }: LabelPictureProps) {
  const picture = useLabelPicture(shipmentId);
  if (picture.isError) {
    return (
      <div className="grid justify-items-center gap-4 text-center">
        <Label mode="blank" size="preview" />
        <p className="text-text-2">The picture of the label could not be loaded.</p>
        <Button variant="secondary" onClick={() => void picture.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className="label-slot border-t-4 border-text">
      {picture.url ? (
        <img
          src={picture.url}
          alt={description}
          width={320}
          height={480}
          className={cx('block h-auto w-80 max-w-full bg-paper', feed && 'label-feed')}
        />
      ) : (
        <Label mode="ghost" size="preview" />
      )}
    </div>
  );
}
