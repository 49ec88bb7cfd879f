import type { AdminPayout, AdminPayoutsAnswer } from '@lading/contract/admin-payouts.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { DateRangeFilter } from '../../ui/date-filters.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { OperatorMoment, ZoneNote } from '../../ui/operator-moment.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { COPY } from './copy.ts';
import { payoutColumns } from './payout-columns.tsx';
import { PayoutDrawer } from './payout-drawer.tsx';
import { type PayoutsView, rangeOf, readView, usePayouts, writeView } from './use-payouts.ts';

const NO_ROWS: readonly AdminPayout[] = [];

export function PayoutsPage() {
  const [search, setSearch] = useUrlParameters();
  const view = readView(search);
  const payouts = usePayouts(view);
  const { data } = payouts;
  const rows = data?.payouts ?? NO_ROWS;
  const change = useCallback(
    (part: Partial<PayoutsView>, replace = false) =>
      setSearch((current) => writeView({ ...readView(current), ...part }), { replace }),
    [setSearch],
  );
  const filter = useCallback((part: Partial<PayoutsView>) => change({ page: 1, ...part }), [change]);
  const columns = useMemo(() => payoutColumns((payout) => change({ payout })), [change]);
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };
  const clear = () => change({ page: 1, startDate: '', endDate: '' });
  usePageKeys(view.page, data?.pagination.totalPages ?? 1, turnTo);
  return (
    <>
      <Header view={view} />
      <div className="mt-6 grid gap-4">
        {data && <Balance {...data} />}
        <RangeFields view={view} onChange={filter} />
        <LoadedList
          query={payouts}
          caption={COPY.title}
          headers={columns.map(({ header }) => header)}
          loadFailed={COPY.loadFailed}
        >
          {(busy) => (
            <DataTable
              caption={COPY.title}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              busy={busy}
              dense
              empty={<Nothing view={view} onClear={clear} />}
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
      <PayoutDrawer id={view.payout} onClose={() => change({ payout: '' }, true)} />
    </>
  );
}

function Nothing({ view, onClear }: { view: PayoutsView; onClear: () => void }) {
  if (view.startDate === '' && view.endDate === '' && view.page === 1)
    return <EmptyState title={COPY.empty}>{COPY.emptyHint}</EmptyState>;
  return <EmptyState title={COPY.emptyRange} action={<Button onClick={onClear}>{COPY.clearRange}</Button>} />;
}

interface RangeFieldsProps {
  view: PayoutsView;
  onChange: (part: Partial<PayoutsView>) => void;
}

function RangeFields({ view, onChange }: RangeFieldsProps) {
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[10rem_10rem]">
      <DateRangeFilter startDate={view.startDate} endDate={view.endDate} onChange={onChange} />
    </div>
  );
}

/** What is not paid out yet, and whether the ledger agrees. */
function Balance({ balance, readAt }: Pick<AdminPayoutsAnswer['data'], 'balance' | 'readAt'>) {
  const { atProcessor, inLedger } = balance;
  const difference = Math.round((atProcessor - inLedger) * 100) / 100;
  return (
    <>
      <dl className="grid gap-3 sm:grid-cols-3">
        <Figure name={COPY.atProcessor} hint={COPY.atProcessorHint}>
          {formatDollars(atProcessor)}
        </Figure>
        <Figure name={COPY.inLedger} hint={COPY.inLedgerHint}>
          {formatDollars(inLedger)}
        </Figure>
        <Figure name={COPY.readAt}>
          {readAt === null ? COPY.neverRead : <OperatorMoment iso={readAt} />}
        </Figure>
      </dl>
      {difference !== 0 && readAt !== null && (
        <InlineAlert tone="info">
          {COPY.balanceDiffers(formatDollars(Math.abs(difference)))}{' '}
          <Link to={PAGES.adminIncidents} className="link">
            {COPY.incidents}
          </Link>
        </InlineAlert>
      )}
    </>
  );
}

function Figure({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <dt className="text-small text-text-2">{name}</dt>
      <dd className="num mt-1 text-h2 [&_time]:whitespace-normal">{children}</dd>
      {hint && <dd className="mt-0.5 text-small text-text-2">{hint}</dd>}
    </div>
  );
}

function Header({ view }: { view: PayoutsView }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="text-h1">{COPY.title}</h1>
        <p className="mt-1 max-w-prose text-text-2">
          {COPY.intro} <ZoneNote />
        </p>
      </div>
      <ExportButton
        label={COPY.export}
        path={API.adminMovementsDownload}
        query={rangeOf(view)}
        exported={COPY.exported}
        failed={COPY.exportFailed}
      />
    </div>
  );
}
