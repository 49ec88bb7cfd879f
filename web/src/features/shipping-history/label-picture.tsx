import type { TransactionAnswer } from '@lading/contract/shipments.ts';
import { useLabelPicture } from '../../lib/label-file-picture.ts';
import { LabelFile } from '../../ui/label/label-file.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { shipmentName } from './history-text.ts';

const frame = 'w-56 rounded-control shadow-label';

/** The label as it was bought, not a drawing of it. */
export function LabelPicture({ shipment }: { shipment: TransactionAnswer['transaction'] }) {
  const { file, isError } = useLabelPicture(shipment.shipment_id, shipment);
  return (
    <div className="grid place-items-center rounded-card bg-surface-2 p-4">
      {isError ? (
        <p className="py-8 text-center text-text-2">The picture of the label could not be loaded.</p>
      ) : (
        <LabelFile
          file={file}
          description={`Label ${shipmentName(shipment)}`}
          placeholder={<Waiting />}
          className={frame}
        />
      )}
    </div>
  );
}

function Waiting() {
  const waiting = useDelayedFlag(true);
  return <div className={`aspect-[4/6] ${frame}`}>{waiting && <Skeleton className="size-full" />}</div>;
}
