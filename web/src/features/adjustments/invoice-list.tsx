import type { CarrierInvoice } from '@lading/contract/carrier-invoices.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Clock } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { formatFullDay } from '../../lib/format-day.ts';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { amountText } from '../../ui/adjustments/adjustment-text.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useInvoices } from './adjustment-calls.ts';
import type { AdjustmentsView } from './adjustments-view.ts';
import { COPY } from './copy.ts';

const { invoices: copy } = COPY;

interface InvoiceListProps {
  view: AdjustmentsView;
  onChange: (part: Partial<AdjustmentsView>) => void;
}

export function InvoiceList({ view, onChange }: InvoiceListProps) {
  const invoices = useInvoices(view.page);
  const { data } = invoices;
  const rows = data?.invoices ?? [];
  const columns = useMemo(
    () => invoiceColumns((invoice) => onChange({ invoice, page: view.page })),
    [onChange, view.page],
  );
  const turnTo = (page: number) => onChange({ page });
  usePageKeys(view.page, data?.pagination.totalPages ?? 1, turnTo);
  return (
    <>
      <LoadedList
        query={invoices}
        caption={copy.title}
        headers={columns.map(({ header }) => header)}
        loadFailed={copy.loadFailed}
      >
        {(busy) => (
          <DataTable
            caption={copy.title}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            busy={busy}
            dense
            narrow
            empty={<EmptyState title={copy.empty}>{copy.emptyHint}</EmptyState>}
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
    </>
  );
}

const invoiceColumns = (onOpen: (id: string) => void): readonly DataColumn<CarrierInvoice>[] => [
  {
    key: 'number',
    header: copy.drawer,
    primary: true,
    cell: ({ id, invoiceNumber, account }) => (
      <>
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="-my-0.5 min-h-6 text-left wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {invoiceNumber}
        </button>
        {account !== '' && (
          <span className="block text-small font-normal text-text-2">{copy.account(account)}</span>
        )}
      </>
    ),
  },
  { key: 'carrier', header: copy.carrier, cell: ({ carrier }) => carrier },
  {
    key: 'date',
    header: copy.date,
    cell: ({ invoiceDate }) => <span className="num whitespace-nowrap">{formatFullDay(invoiceDate)}</span>,
  },
  { key: 'lines', header: copy.lines, align: 'right', cell: ({ lines }) => formatCount(lines) },
  {
    key: 'total',
    header: copy.total,
    align: 'right',
    cell: (invoice) => <Total {...invoice} />,
  },
  {
    key: 'adjustments',
    header: copy.adjustments,
    align: 'right',
    cell: ({ id, adjustments }) =>
      adjustments === 0 ? (
        '0'
      ) : (
        <Link to={`${PAGES.adminAdjustments}?invoiceId=${id}`} className="link num">
          {formatCount(adjustments)}
          <span className="sr-only">, {copy.viewAdjustments}</span>
        </Link>
      ),
  },
  {
    key: 'billed',
    header: copy.billed,
    align: 'right',
    cell: ({ billed }) => <span className="num whitespace-nowrap">{amountText(billed)}</span>,
  },
  {
    key: 'unmatched',
    header: copy.unmatched,
    align: 'right',
    cell: ({ unmatchedLines }) => formatCount(unmatchedLines),
  },
  {
    key: 'imported',
    header: copy.importedAt,
    cell: ({ importedAt, state }) => (
      <>
        <OperatorMoment iso={importedAt} day />
        {state === 'booking' && (
          <span className="mt-0.5 block">
            <StatusBadge tone="info" icon={Clock}>
              {copy.booking}
            </StatusBadge>
          </span>
        )}
      </>
    ),
  },
];

/** Also shows the carrier's stated total if the lines add up to a different amount. */
export const Total = ({ total, statedTotal }: Pick<CarrierInvoice, 'total' | 'statedTotal'>) => (
  <>
    <span className="num whitespace-nowrap">{formatMoney(total)}</span>
    {statedTotal !== null && statedTotal !== total && (
      <span className="num block text-small text-warn-fg">{copy.totalDiffers(formatMoney(statedTotal))}</span>
    )}
  </>
);
