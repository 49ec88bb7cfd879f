import {
  UNSPENT_STATE_NAMES,
  UNSPENT_STATES,
  type UnspentItem,
  UnspentMoneyAnswerSchema,
  type UnspentState,
} from '@lading/contract/admin-refunds.ts';
import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { counted } from '@lading/contract/format-count.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import { MetricCard } from '../../ui/charts/metric-card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateRangeFilter } from '../../ui/date-filters.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { NothingFound } from '../../ui/nothing-found.tsx';
import { ZoneNote } from '../../ui/operator-moment.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { COPY } from './copy.ts';
import { UNSPENT_COLUMNS } from './unspent-columns.tsx';

const NO_ROWS: readonly UnspentItem[] = [];
const STATE_OPTIONS = [
  { value: '' as const, label: COPY.allStates },
  ...UNSPENT_STATES.map((value) => ({ value, label: UNSPENT_STATE_NAMES[value] })),
];

interface View {
  page: number;
  state: UnspentState | '';
  startDate: string;
  endDate: string;
}

const date = (text: string | null) => (text !== null && isCalendarDate(text) ? text : '');

function readView(search: URLSearchParams): View {
  const page = search.get('page') ?? '';
  const startDate = date(search.get('startDate'));
  const endDate = date(search.get('endDate'));
  const inOrder = !startDate || !endDate || startDate <= endDate;
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    state: UNSPENT_STATES.find((state) => state === search.get('state')) ?? '',
    startDate: inOrder ? startDate : '',
    endDate: inOrder ? endDate : '',
  };
}

const writeView = ({ page, ...filters }: View) =>
  new URLSearchParams(
    Object.entries({ page: page > 1 ? String(page) : '', ...filters }).filter(([, value]) => value !== ''),
  );

function useUnspentMoney(view: View) {
  const query = { ...view, limit: PAGE_SIZE };
  const unspent = useQuery({
    queryKey: ['unspent-money', query],
    queryFn: async ({ signal }) =>
      (await apiRequest(UnspentMoneyAnswerSchema, API.adminUnspentMoney, { area: 'admin', query, signal }))
        .data,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(unspent, () => toast.error(COPY.loadFailed));
  return unspent;
}

export function UnspentMoneyPage() {
  const [search, setSearch] = useUrlParameters();
  const view = readView(search);
  const unspent = useUnspentMoney(view);
  const { data } = unspent;
  const waiting = useDelayedFlag(unspent.isPending);
  const rows = data?.items ?? NO_ROWS;
  const change = (part: Partial<View>) =>
    setSearch((current) => writeView({ ...readView(current), page: 1, ...part }));
  usePageKeys(view.page, data?.pagination.totalPages ?? 1, (page) => change({ page }));
  return (
    <>
      <h1 className="text-h1">{COPY.title}</h1>
      <p className="mt-1 max-w-prose text-text-2">
        {COPY.intro} <ZoneNote />
      </p>
      <div className="mt-6 grid gap-4">
        <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {UNSPENT_STATES.map((state) => {
            const total = data?.totals.find((found) => found.state === state);
            return (
              <MetricCard
                key={state}
                title={UNSPENT_STATE_NAMES[state]}
                figure={total ? formatDollars(total.amount) : null}
                waiting={waiting}
              >
                {total ? counted(total.count, 'item') : ' '}
              </MetricCard>
            );
          })}
        </dl>
        <Filters view={view} onChange={change} />
        <LoadedList
          query={unspent}
          caption={COPY.title}
          headers={UNSPENT_COLUMNS.map(({ header }) => header)}
          loadFailed={COPY.loadFailed}
        >
          {(busy) => (
            <DataTable
              caption={COPY.title}
              columns={UNSPENT_COLUMNS}
              rows={rows}
              rowKey={({ paymentId, refundId }) => `${paymentId} ${refundId}`}
              busy={busy}
              dense
              empty={
                <NothingFound
                  title={COPY.empty}
                  page={view.page}
                  onClear={() => change({ state: '', startDate: '', endDate: '' })}
                  onFirstPage={() => change({ page: 1 })}
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
            onPage={(page) => change({ page })}
          />
        )}
      </div>
    </>
  );
}

function Filters({ view, onChange }: { view: View; onChange: (part: Partial<View>) => void }) {
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[14rem_10rem_10rem] lg:justify-start">
      <Select
        label="Status"
        name="state"
        value={view.state}
        options={STATE_OPTIONS}
        onChange={(state) => onChange({ state })}
        className="max-lg:col-span-2"
      />
      <DateRangeFilter startDate={view.startDate} endDate={view.endDate} onChange={onChange} />
    </div>
  );
}
