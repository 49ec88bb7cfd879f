import { type AdminRefund, AdminRefundsAnswerSchema } from '@lading/contract/admin-refunds.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { NothingFound } from '../../ui/nothing-found.tsx';
import { ZoneNote } from '../../ui/operator-moment.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { REFUND_COLUMNS } from './refund-columns.tsx';
import { RefundFilterBar } from './refund-filter-bar.tsx';
import { filtersOf, NO_FILTERS, type RefundsView, readView, writeView } from './refunds-view.ts';

const HEADERS = REFUND_COLUMNS.map(({ header }) => header);
const NO_ROWS: readonly AdminRefund[] = [];

function useRefunds(view: RefundsView) {
  const { sortBy, sortOrder } = view;
  const query = { ...filtersOf(view), page: view.page, limit: PAGE_SIZE, sortBy, sortOrder };
  const refunds = useQuery({
    queryKey: ['refunds', query],
    queryFn: async ({ signal }) =>
      (await apiRequest(AdminRefundsAnswerSchema, API.adminRefunds, { area: 'admin', query, signal })).data,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(refunds, () => toast.error(COPY.loadFailed));
  return refunds;
}

export function RefundsPage() {
  const [search, setSearch] = useUrlParameters();
  const view = readView(search);
  const refunds = useRefunds(view);
  const { data } = refunds;
  const rows = data?.refunds ?? NO_ROWS;
  const change = useCallback(
    (part: Partial<RefundsView>) =>
      setSearch((current) => writeView({ ...readView(current), page: 1, ...part })),
    [setSearch],
  );
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };
  const clear = () => change(NO_FILTERS);
  usePageKeys(view.page, data?.pagination.totalPages ?? 1, turnTo);
  return (
    <>
      <Header view={view} />
      <div className="mt-6 grid gap-4">
        <RefundFilterBar view={view} admins={data?.admins ?? []} onChange={change} onClear={clear} />
        <ClientChip clientId={view.clientId} rows={rows} onRemove={() => change({ clientId: '' })} />
        {data && (
          <p className="num text-text-2">
            {COPY.total(
              data.pagination.totalRecords,
              formatDollars(data.totals.amount),
              formatDollars(data.totals.byAdmins),
            )}
          </p>
        )}
        <LoadedList query={refunds} caption={COPY.title} headers={HEADERS} loadFailed={COPY.loadFailed}>
          {(busy) => (
            <DataTable
              caption={COPY.title}
              columns={REFUND_COLUMNS}
              rows={rows}
              rowKey={({ refundId }) => refundId}
              busy={busy}
              dense
              narrow
              sort={{
                sortBy: view.sortBy,
                sortOrder: view.sortOrder,
                onSort: (sortBy, sortOrder) =>
                  change({ sortBy: sortBy === 'amount' ? 'amount' : 'date', sortOrder }),
              }}
              empty={
                <NothingFound
                  title={COPY.empty}
                  page={view.page}
                  onClear={clear}
                  onFirstPage={() => turnTo(1)}
                />
              }
            />
          )}
        </LoadedList>
        {data && rows.length > 0 && (
          <Pagination
            page={view.page}
            totalPages={data.pagination.totalPages}
            totalRecords={data.pagination.totalRecords}
            pageSize={PAGE_SIZE}
            onPage={turnTo}
          />
        )}
      </div>
    </>
  );
}

interface ClientChipProps {
  clientId: string;
  rows: readonly AdminRefund[];
  onRemove: () => void;
}

function ClientChip({ clientId, rows, onRemove }: ClientChipProps) {
  const name = rows.find((row) => row.clientId === clientId)?.clientName;
  const chips = clientId ? [{ key: 'clientId', text: COPY.clientFilter(name) }] : [];
  return <FilterChips chips={chips} onRemove={onRemove} />;
}

function Header({ view }: { view: RefundsView }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="text-h1">{COPY.title}</h1>
        <p className="mt-1 max-w-prose text-text-2">
          {COPY.intro} <ZoneNote />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ExportButton
          label={COPY.export}
          path={API.adminRefundsDownload}
          query={{ ...filtersOf(view) }}
          exported={COPY.exported}
          failed={COPY.exportFailed}
        />
        <Link to={PAGES.adminUnspentMoney} className="link inline-flex min-h-11 items-center md:min-h-6">
          {COPY.unspent}
        </Link>
      </div>
    </div>
  );
}
