import { type MoneyLine, type MoneyLinesAnswer, NOT_ASSIGNED } from '@lading/contract/admin-money.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { formatFullDay } from '../../lib/format-day.ts';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { formatRange } from '../../ui/charts/format-figures.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { COPY } from './copy.ts';
import { lineColumns } from './line-columns.tsx';
import { figuresLink } from './money-links.ts';
import { type MoneyView, rowsQuery, type ShownRows } from './money-view.ts';
import { useMoneyLines } from './use-money.ts';

const NO_LINES: readonly MoneyLine[] = [];

interface MoneyRowsProps {
  view: MoneyView;
  rows: ShownRows;
  onPage: (page: number) => void;
}

/** The ledger transactions behind a figure. */
export function MoneyRows({ view, rows, onPage }: MoneyRowsProps) {
  const filter = rowsQuery(view.period, rows);
  const query = useMoneyLines(filter, rows.page);
  const { data } = query;
  const lines = data?.lines ?? NO_LINES;
  const columns = lineColumns(rows.figure, lines);
  const title = COPY.rowsOf(COPY.figures[rows.figure].name, groupName(rows, data?.name ?? null));
  usePageKeys(rows.page, data?.pagination.totalPages ?? 1, onPage);
  return (
    <div className="mt-6 grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <Link to={figuresLink(view)} className="link inline-flex min-h-11 items-center gap-1.5 md:min-h-6">
            <Icon of={ArrowLeft} className="size-4" />
            {COPY.back}
          </Link>
          <h2 className="mt-1 text-h2 wrap-anywhere">{title}</h2>
          <p className="num mt-1 min-h-6 text-text-2 md:min-h-5">{data && summaryOf(data, rows)}</p>
        </div>
        <ExportButton
          label={COPY.exportRows}
          path={API.adminMoneyLinesDownload}
          query={filter}
          exported={COPY.exported}
          failed={COPY.exportFailed}
        />
      </div>
      <LoadedList
        query={query}
        caption={title}
        headers={columns.map(({ header }) => header)}
        loadFailed={COPY.rowsFailed}
      >
        {(busy) => (
          <DataTable
            caption={title}
            columns={columns}
            rows={lines}
            rowKey={({ id }) => String(id)}
            busy={busy}
            dense
            narrow
            empty={<EmptyState title={COPY.noRows} />}
          />
        )}
      </LoadedList>
      {data && lines.length > 0 && (
        <Pagination
          page={rows.page}
          totalPages={data.pagination.totalPages}
          totalRecords={data.pagination.totalRecords}
          pageSize={PAGE_SIZE}
          isMore={data.pagination.isMore}
          onPage={onPage}
        />
      )}
    </div>
  );
}

function groupName({ day, clientId, carrier, service }: ShownRows, name: string | null): string {
  if (day) return formatFullDay(day);
  if (!clientId && !carrier) return COPY.wholePeriod;
  if (carrier === NOT_ASSIGNED || clientId === NOT_ASSIGNED) return COPY.notAssigned;
  return service ? `${carrier} ${name ?? service}` : (name ?? carrier);
}

function summaryOf(
  { totals, pagination, metadata }: MoneyLinesAnswer['data'],
  { figure }: ShownRows,
): string {
  const count = COPY.rowCount(pagination.totalRecords, pagination.isMore);
  return `${formatRange(metadata)} · ${COPY.rowsTotal(formatMoney(totals[figure]), count)}`;
}
