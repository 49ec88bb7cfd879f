import {
  PRICE_CHANGES_PAGE_SIZE,
  type PriceChange,
  PriceChangesAnswerSchema,
} from '@lading/contract/price-changes.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiRequest } from '../lib/api-client.ts';
import { type DataColumn, DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { LoadedList } from './loaded-list.tsx';
import { Missing } from './missing.tsx';
import { OperatorMoment } from './operator-moment.tsx';
import { Pagination } from './pagination.tsx';

const CAPTION = 'Price history';

/** The log writes 5.5%, the other screens 5.50%. */
const priceText = (price: string) => price.replace(/^[\d.]+(?=%$)/, (amount) => Number(amount).toFixed(2));

const COLUMNS: readonly DataColumn<PriceChange>[] = [
  { key: 'at', header: 'When', primary: true, cell: ({ at }) => <OperatorMoment iso={at} /> },
  { key: 'by', header: 'Who', cell: ({ by }) => by ?? <Missing /> },
  {
    key: 'whose',
    header: 'Applies to',
    cell: ({ clientId, clientName }) =>
      clientId === null ? (
        'Global commission'
      ) : (
        <Link to={path(PAGES.adminClient, { id: clientId })} className="link wrap-anywhere">
          {clientName}
        </Link>
      ),
  },
  { key: 'before', header: 'Before', align: 'right', cell: ({ before }) => priceText(before) },
  { key: 'after', header: 'After', align: 'right', cell: ({ after }) => <b>{priceText(after)}</b> },
];

/** Who changed which commission, and when. With a client, only changes to that client's commission. */
export function PriceHistory({ clientId = '' }: { clientId?: string }) {
  const [page, setPage] = useState(1);
  const query = { page, limit: PRICE_CHANGES_PAGE_SIZE, clientId };
  const changes = useQuery({
    queryKey: ['price-changes', query],
    queryFn: async ({ signal }) =>
      (await apiRequest(PriceChangesAnswerSchema, API.adminPriceChanges, { area: 'admin', query, signal }))
        .data,
    placeholderData: keepPreviousData,
  });
  const pagination = changes.data?.pagination;
  const columns = clientId === '' ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'whose');
  return (
    <div className="grid gap-3">
      <LoadedList
        query={changes}
        caption={CAPTION}
        headers={columns.map(({ header }) => header)}
        loadFailed="We couldn’t load the price history."
      >
        {(busy) => (
          <DataTable
            caption={CAPTION}
            columns={columns}
            rows={changes.data?.changes ?? []}
            rowKey={({ changeId }) => changeId}
            busy={busy}
            empty={<EmptyState title="No price changes yet" />}
            dense
          />
        )}
      </LoadedList>
      {pagination && pagination.totalPages > 1 && (
        <Pagination
          page={page}
          totalPages={pagination.totalPages}
          totalRecords={pagination.totalRecords}
          pageSize={PRICE_CHANGES_PAGE_SIZE}
          onPage={setPage}
        />
      )}
    </div>
  );
}
