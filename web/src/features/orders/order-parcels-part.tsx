import type { OrderDetails, OrderParcel } from '@lading/contract/orders/orders.ts';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { DetailPart } from '../../ui/details.tsx';
import { COPY, REPORTS } from './copy.ts';
import { retryReports, separateOrder } from './order-calls.ts';
import { itemName } from './order-text.ts';
import { useOrderChange } from './use-orders.ts';
import { batchPath } from './use-ship-orders.ts';

const PARCEL_STATES: Partial<Record<string, string>> = {
  planned: 'Planned',
  in_batch: 'In an upload',
  bought: 'Label bought',
  voided: 'Label voided',
  released: 'No label',
};

/** Parcels with a label or a plan, and those that failed with a reason. */
const isShown = ({ state, error }: OrderParcel) => state !== 'released' || error !== null;

export function ParcelsPart({ order }: { order: OrderDetails }) {
  const parcels = order.parcelList.filter(isShown);
  const { pending, change } = useOrderChange();
  if (parcels.length === 0) return null;
  const hasPlan = parcels.some(({ state }) => state === 'planned');
  return (
    <DetailPart title="Packages">
      <ul className="grid gap-3">
        {parcels.map((parcel) => (
          <Parcel key={parcel.id} parcel={parcel} order={order} />
        ))}
      </ul>
      {hasPlan && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          loading={pending}
          onClick={() => void change(() => separateOrder(order.id), COPY.separated)}
        >
          {COPY.separate}
        </Button>
      )}
    </DetailPart>
  );
}

function Parcel({ parcel, order }: { parcel: OrderParcel; order: OrderDetails }) {
  const { pending, change } = useOrderChange();
  const { report } = parcel;
  const contents = parcel.items.map(({ id, quantity }) => {
    const item = order.items.find((each) => each.id === id);
    return `${quantity} × ${item ? itemName(item) : id}`;
  });
  return (
    <li className="grid justify-items-start gap-1 border-l-2 border-line-strong pl-3">
      <p className="text-strong">{PARCEL_STATES[parcel.state] ?? parcel.state}</p>
      <p className="text-small wrap-anywhere">{contents.join(', ')}</p>
      {parcel.combinedWith.length > 0 && (
        <p className="text-small text-text-2">{COPY.combinedWith(parcel.combinedWith)}</p>
      )}
      {parcel.trackingNumber && (
        <p className="num text-small wrap-anywhere">
          {parcel.carrier} {parcel.trackingNumber}
        </p>
      )}
      {parcel.error && <p className="text-small text-bad-fg wrap-anywhere">{parcel.error}</p>}
      {report && (
        <p className="text-small text-text-2 wrap-anywhere">
          {REPORTS[report.state] ?? report.state}
          {report.message && ` ${report.message}`}
        </p>
      )}
      {report?.state === 'refused' && (
        <Button
          variant="secondary"
          size="sm"
          loading={pending}
          onClick={() => void change(() => retryReports(order.id), COPY.reportRetried)}
        >
          {COPY.retryReport}
        </Button>
      )}
      {parcel.state === 'in_batch' && parcel.batchId && (
        <Link to={batchPath(parcel.batchId)} className="link text-small">
          {COPY.openBatch}
        </Link>
      )}
    </li>
  );
}
