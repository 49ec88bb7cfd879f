import type { InvoicePreviewAnswer } from '@lading/contract/carrier-invoices.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { formatFullDay } from '../../lib/format-day.ts';
import { amountText } from '../../ui/adjustments/adjustment-text.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Missing } from '../../ui/missing.tsx';
import { ClientLink, ClientPays, Reason, ShipmentLink } from './adjustment-columns.tsx';
import { COPY } from './copy.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

const { import: copy, drawer, filters, invoices } = COPY;

type Difference = InvoicePreviewAnswer['differences'][number];
type ReadInvoice = InvoicePreviewAnswer['invoices'][number];

const DIFFERENCE_COLUMNS: readonly DataColumn<Difference>[] = [
  {
    key: 'shipment',
    header: drawer.shipment,
    primary: true,
    cell: (difference) => <ShipmentLink {...difference} />,
  },
  { key: 'client', header: drawer.owner, cell: (difference) => <ClientLink {...difference} /> },
  { key: 'reason', header: filters.reason, cell: (difference) => <Reason {...difference} /> },
  { key: 'booked', header: copy.booked, align: 'right', cell: ({ booked }) => formatMoney(booked) },
  {
    key: 'billed',
    header: copy.difference,
    align: 'right',
    cell: ({ billed }) => <span className="num whitespace-nowrap">{amountText(billed)}</span>,
  },
  {
    key: 'pays',
    header: drawer.client,
    align: 'right',
    cell: (difference) => <ClientPays {...difference} />,
  },
  { key: 'outcome', header: filters.outcome, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
];

export const DifferencesTable = ({ differences }: { differences: readonly Difference[] }) => (
  <DataTable
    caption={copy.differences}
    columns={DIFFERENCE_COLUMNS}
    rows={differences}
    // A file with several invoices can bill a shipment more than once.
    rowKey={({ shipmentId, booked }) => `${shipmentId} ${booked}`}
    dense
    narrow
    empty={<EmptyState title={copy.noDifferences}>{copy.noDifferencesHint}</EmptyState>}
  />
);

const INVOICE_COLUMNS: readonly DataColumn<ReadInvoice>[] = [
  { key: 'number', header: invoices.drawer, primary: true, cell: ({ invoiceNumber }) => invoiceNumber },
  { key: 'carrier', header: invoices.carrier, cell: ({ carrier }) => carrier },
  { key: 'account', header: invoices.accountField, cell: ({ account }) => account || <Missing /> },
  { key: 'date', header: invoices.date, cell: ({ invoiceDate }) => formatFullDay(invoiceDate) },
  { key: 'lines', header: invoices.lines, align: 'right', cell: ({ lines }) => formatCount(lines) },
  { key: 'total', header: invoices.total, align: 'right', cell: ({ total }) => formatMoney(total) },
];

export const ReadInvoicesTable = ({ invoices: rows }: { invoices: readonly ReadInvoice[] }) => (
  <DataTable
    caption={copy.invoices}
    columns={INVOICE_COLUMNS}
    rows={rows}
    rowKey={({ carrier, account, invoiceNumber }) => `${carrier} ${account} ${invoiceNumber}`}
    dense
  />
);
