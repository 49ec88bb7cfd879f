import {
  MONEY_FIGURES,
  type MoneyData,
  type MoneyFigure,
  type MoneyFigures,
  type MoneyRow,
} from '@lading/contract/admin-money.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { Link } from 'react-router';
import { formatPercent, shareOf } from '../../ui/charts/format-figures.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Missing } from '../../ui/missing.tsx';
import { COPY } from './copy.ts';
import { rowLink, rowName, totalLink } from './money-links.ts';
import type { MoneyView } from './money-view.ts';

interface TableRow extends MoneyFigures {
  key: string;
  name: string;
  /** Null for a row without a list of its own. */
  linkOf: ((figure: MoneyFigure) => string) | null;
}

const column = (figure: MoneyFigure): DataColumn<TableRow> => ({
  key: figure,
  header: COPY.figures[figure].name,
  align: 'right',
  cell: (row) => <Amount figure={figure} row={row} />,
});

function Amount({ figure, row }: { figure: MoneyFigure; row: TableRow }) {
  const amount = formatMoney(row[figure]);
  // The margin may be zero although there are rows.
  const isEmpty = row[figure] === 0 && (figure !== 'netMargin' || row.revenue === 0);
  if (row.linkOf === null || isEmpty)
    return <span className={isEmpty ? 'num text-text-3' : 'num'}>{amount}</span>;
  return (
    <Link
      to={row.linkOf(figure)}
      aria-label={COPY.linkName(COPY.figures[figure].name, row.name, amount)}
      className="link num whitespace-nowrap max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {amount}
    </Link>
  );
}

const columnsOf = (first: string): readonly DataColumn<TableRow>[] => [
  {
    key: 'group',
    header: first,
    primary: true,
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  ...MONEY_FIGURES.map(column),
  {
    key: 'share',
    header: COPY.margin,
    align: 'right',
    cell: ({ revenue, netMargin }) =>
      revenue > 0 ? <span className="num">{formatPercent(shareOf(netMargin, revenue))}</span> : <Missing />,
  },
];

const hasBookings = (row: MoneyRow) => MONEY_FIGURES.some((figure) => row[figure] !== 0);

export function MoneyTable({ view, money, busy }: { view: MoneyView; money: MoneyData; busy: boolean }) {
  const { by } = view;
  const ofRow = (row: MoneyRow): TableRow => ({
    ...row,
    key: `${row.carrier ?? ''} ${row.key ?? ''}`,
    name: rowName(by, row),
    linkOf: (figure) => rowLink(view, row, figure),
  });
  const shown = by === 'day' ? money.rows.filter(hasBookings).toReversed() : money.rows;
  const rows: TableRow[] = [
    ...shown.map(ofRow),
    ...(money.others
      ? [{ ...money.others, key: 'others', name: COPY.others(money.others.clients), linkOf: null }]
      : []),
  ];
  const total: TableRow = {
    ...money.totals,
    key: 'total',
    name: COPY.total,
    linkOf: (figure) => totalLink(view, figure),
  };
  return (
    <DataTable
      caption={COPY.byGroup[by]}
      columns={columnsOf(COPY.groups[by])}
      rows={rows.length > 0 ? [...rows, total] : []}
      rowKey={({ key }) => key}
      busy={busy}
      dense
      narrow
      empty={<EmptyState title={COPY.empty} />}
    />
  );
}
