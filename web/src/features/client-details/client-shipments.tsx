import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { AdminStatus } from '../../ui/admin-status.tsx';
import { cx } from '../../ui/cx.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { COPY } from './copy.ts';
import { useLastShipments } from './use-client-details.ts';

const { columns } = SHIPMENTS;

const COLUMNS: readonly DataColumn<AdminShipment>[] = [
  {
    key: 'shipment',
    header: columns.tracking,
    primary: true,
    cell: ({ shipmentId, trackingNumber }) => (
      <Link
        to={`${PAGES.adminShipments}?shipment=${shipmentId}`}
        className={cx('link wrap-anywhere', trackingNumber !== null && 'code')}
      >
        {trackingNumber ?? 'View shipment'}
      </Link>
    ),
  },
  {
    key: 'status',
    header: columns.status,
    cell: (row) => (
      <>
        <AdminStatus status={row.status} voided={row.voided} />
        {row.failureReason && !row.voided && (
          <span className="block text-small text-text-2">{row.failureReason}</span>
        )}
      </>
    ),
  },
  { key: 'destination', header: columns.destination, cell: ({ destination }) => destination.formatted },
  { key: 'carrier', header: columns.carrier, cell: ({ carrier }) => carrier },
  { key: 'date', header: columns.date, cell: ({ createdAt }) => <OperatorMoment iso={createdAt} day /> },
  {
    key: 'cost',
    header: columns.cost,
    align: 'right',
    cell: ({ cost, refunded }) => (
      <>
        {formatMoney(centsOf(cost))}
        {refunded > 0 && (
          <span className="block text-small text-text-2">{formatMoney(centsOf(refunded))} refunded</span>
        )}
      </>
    ),
  },
];

export function ClientShipments({ clientId }: { clientId: string }) {
  const shipments = useLastShipments(clientId);
  return (
    <section aria-labelledby="last-shipments">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="last-shipments" className="text-h3">
          {COPY.lastShipments}
        </h2>
        <Link to={`${PAGES.adminShipments}?clientId=${clientId}`} className="link">
          View all shipments
        </Link>
      </div>
      <LoadedList
        query={shipments}
        caption={COPY.lastShipments}
        headers={COLUMNS.map(({ header }) => header)}
        loadFailed={SHIPMENTS.loadFailed}
      >
        {(busy) => (
          <DataTable
            caption={COPY.lastShipments}
            columns={COLUMNS}
            rows={shipments.data ?? []}
            rowKey={({ shipmentId }) => shipmentId}
            busy={busy}
            empty={<EmptyState title={COPY.noShipments} />}
            dense
          />
        )}
      </LoadedList>
    </section>
  );
}
