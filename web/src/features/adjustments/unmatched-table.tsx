import {
  type InvoicePreviewAnswer,
  UNMATCHED_REASON_TEXTS,
  type UnmatchedReason,
} from '@lading/contract/carrier-invoices.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { COPY } from './copy.ts';

type Line = InvoicePreviewAnswer['unmatched'][number];

/** A reason from a newer server is shown unchanged. */
const reasonText = (reason: string) => UNMATCHED_REASON_TEXTS[reason as UnmatchedReason] ?? reason;

const keyOf = ({ line, description, amount }: Line) => `${line} ${description} ${amount}`;

const COLUMNS: readonly DataColumn<Line>[] = [
  { key: 'line', header: COPY.drawer.line, primary: true, cell: ({ line }) => formatCount(line) },
  {
    key: 'tracking',
    header: 'Tracking number',
    cell: ({ trackingNumber }) =>
      trackingNumber === null ? <Missing /> : <span className="code wrap-anywhere">{trackingNumber}</span>,
  },
  {
    key: 'description',
    header: COPY.drawer.description,
    cell: ({ description }) => <span className="wrap-anywhere">{description}</span>,
  },
  {
    key: 'amount',
    header: COPY.drawer.amount,
    align: 'right',
    cell: ({ amount }) => <span className="num whitespace-nowrap">{formatMoney(amount)}</span>,
  },
  { key: 'reason', header: 'Why', cell: ({ reason }) => reasonText(reason) },
];

/** Invoice lines that match no shipment. */
export const UnmatchedTable = ({ lines }: { lines: readonly Line[] }) => (
  <DataTable caption={COPY.invoices.unmatchedLines} columns={COLUMNS} rows={lines} rowKey={keyOf} dense />
);

/** The same lines as a list, for drawers that are too narrow for a table. */
export const UnmatchedList = ({ lines }: { lines: readonly Line[] }) => (
  <ul className="num border-b border-line">
    {lines.map((line) => (
      <li key={keyOf(line)} className="grid gap-0.5 border-t border-line py-2">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="wrap-anywhere">{line.description}</span>
          <span>{formatMoney(line.amount)}</span>
        </p>
        <p className="text-small wrap-anywhere text-text-2">
          <span>{COPY.import.problemLine(line.line, reasonText(line.reason))}</span>
          {line.trackingNumber !== null && <span className="code block">{line.trackingNumber}</span>}
        </p>
      </li>
    ))}
  </ul>
);
