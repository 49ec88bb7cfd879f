import type { BalanceEntry } from '@lading/contract/balance.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { ComponentType, ReactNode } from 'react';
import { type DataColumn, DataTable } from './data-table.tsx';
import { Moment } from './moment.tsx';

const signed = (cents: number) => (cents > 0 ? `+${formatMoney(cents)}` : formatMoney(cents));

const COLUMNS: readonly DataColumn<BalanceEntry>[] = [
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

export const ENTRY_HEADERS = ['Date', ...COLUMNS.map(({ header }) => header)];

interface BalanceEntriesProps {
  entries: readonly BalanceEntry[];
  /** Admins see times in the operator's time zone. */
  Time?: ComponentType<{ iso: string }>;
  busy?: boolean;
  empty?: ReactNode;
}

/** The changes to a balance, newest first. */
export const BalanceEntries = ({ entries, Time = Moment, busy = false, empty }: BalanceEntriesProps) => (
  <DataTable
    caption="Activity"
    columns={[{ key: 'at', header: 'Date', primary: true, cell: ({ at }) => <Time iso={at} /> }, ...COLUMNS]}
    rows={entries}
    rowKey={({ id }) => id}
    busy={busy}
    empty={empty}
  />
);
