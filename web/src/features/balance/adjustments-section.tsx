import type { ClientAdjustment } from '@lading/contract/adjustments.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useClientAdjustments } from '../../ui/adjustments/client-adjustment-calls.ts';
import { ClientAmount } from '../../ui/adjustments/client-amount.tsx';
import { COPY } from '../../ui/adjustments/copy.ts';
import { DisputeAction } from '../../ui/adjustments/dispute-action.tsx';
import { cx } from '../../ui/cx.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { Pagination } from '../../ui/pagination.tsx';

const COLUMNS: readonly DataColumn<ClientAdjustment>[] = [
  { key: 'date', header: 'Date', primary: true, cell: ({ createdAt }) => <OperatorMoment iso={createdAt} /> },
  {
    key: 'shipment',
    header: 'Shipment',
    cell: ({ shipmentId, trackingNumber }) => (
      <Link
        to={`${PAGES.shippingHistory}?shipment=${shipmentId}`}
        className={cx('link wrap-anywhere', trackingNumber !== null && 'code')}
      >
        {trackingNumber ?? COPY.viewShipment}
      </Link>
    ),
  },
  {
    key: 'text',
    header: 'Reason',
    cell: ({ text }) => <span className="block wrap-anywhere md:min-w-52">{text}</span>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: (adjustment) => <ClientAmount adjustment={adjustment} />,
  },
  { key: 'dispute', header: 'Dispute', cell: (adjustment) => <DisputeAction adjustment={adjustment} /> },
];

export function AdjustmentsSection() {
  const [page, setPage] = useState(1);
  const adjustments = useClientAdjustments(page);
  const pagination = adjustments.data?.pagination;
  return (
    <section aria-labelledby="balance-adjustments" className="border-t border-line py-8">
      <h2 id="balance-adjustments" className="text-h3">
        {COPY.title}
      </h2>
      <p className="mt-1 mb-4 text-text-2">{COPY.hint}</p>
      <div className="grid gap-4">
        <LoadedList
          query={adjustments}
          caption={COPY.title}
          headers={COLUMNS.map(({ header }) => header)}
          loadFailed={COPY.loadFailed}
        >
          {(busy) => (
            <DataTable
              caption={COPY.title}
              columns={COLUMNS}
              rows={adjustments.data?.adjustments ?? []}
              rowKey={({ id }) => id}
              busy={busy}
              empty={<EmptyState title={COPY.empty}>{COPY.emptyHint}</EmptyState>}
            />
          )}
        </LoadedList>
        {pagination && pagination.totalPages > 1 && (
          <Pagination
            page={page}
            totalPages={pagination.totalPages}
            totalRecords={pagination.totalRecords}
            pageSize={PAGE_SIZE}
            onPage={setPage}
          />
        )}
      </div>
    </section>
  );
}
