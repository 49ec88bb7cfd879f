import type { BalanceEntry } from '@lading/contract/balance.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { ReactNode } from 'react';
import { type DataColumn, DataTable } from './data-table.tsx';
import { OperatorMoment } from './operator-moment.tsx';

const signed = (cents: number) => (cents > 0 ? `+${formatMoney(cents)}` : formatMoney(cents));

const COLUMNS: readonly DataColumn<BalanceEntry>[] = [
  { key: 'at', header: 'Date', primary: true, cell: ({ at }) => <OperatorMoment iso={at} /> },
  {
    key: 'text',
    header: 'Description',
    cell: ({ text }) => <span className="block wrap-anywhere md:min-w-52">{text}</span>,
  },
  {
    key: 'cents',
    header: 'Amount',
    align: 'right',
    cell: ({ cents }) => <span className="num">{signed(cents)}</span>,
  },
  {
    key: 'balance',
    header: 'Balance after',
    align: 'right',
    cell: ({ balance }) => <span className="num">{formatMoney(balance)}</span>,
  },
];

export const ENTRY_HEADERS = COLUMNS.map(({ header }) => header);

interface BalanceEntriesProps {
  entries: readonly BalanceEntry[];
  busy?: boolean;
  empty?: ReactNode;
}

/** The changes to a balance, newest first. */
export const BalanceEntries = ({ entries, busy = false, empty }: BalanceEntriesProps) => (
  <DataTable
    caption="Activity"
    columns={COLUMNS}
    rows={entries}
    rowKey={({ id }) => id}
    busy={busy}
    empty={empty}
  />
);
