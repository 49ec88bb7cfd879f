import { useLabelPicture } from '../../lib/label-file-picture.ts';
import { Button } from '../../ui/button.tsx';
import { Label } from '../../ui/label/label.tsx';
import { LabelFile } from '../../ui/label/label-file.tsx';
import { COPY } from './copy.ts';
import type { Transaction } from './use-transaction.ts';

interface LabelPictureProps {
  shipment: Transaction;
  description: string;
  /** Plays the printer animation when the label appears. */
  feed: boolean;
}

/** The label as it will be printed, or a placeholder until it loads. */
export function LabelPicture({ shipment, description, feed }: LabelPictureProps) {
  const { file, isError, refetch } = useLabelPicture(shipment.shipment_id, shipment);
  if (isError) {
    return (
      <div className="grid justify-items-center gap-4 text-center">
        <Label mode="blank" size="preview" />
        <p className="text-text-2">{COPY.label.pictureFailed}</p>
        <Button variant="secondary" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className="label-slot border-t-4 border-text">
      <LabelFile
        file={file}
        description={description}
        placeholder={<Label mode="ghost" size="preview" />}
        feed={feed}
        className="w-80 max-w-full"
      />
    </div>
  );
}
