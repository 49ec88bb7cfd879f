import { MONEY_PARTS, type MoneyFigure, type MoneyLine } from '@lading/contract/admin-money.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { cx } from '../../ui/cx.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { COPY, kindName } from './copy.ts';

const REFUND_KINDS = ['refund', 'refund_reversed'];

/** A refund opens the client's refunds. */
function Kind({ kind, clientId }: MoneyLine) {
  if (!REFUND_KINDS.includes(kind) || clientId === null) return kindName(kind);
  return (
    <Link to={`${PAGES.adminRefunds}?${new URLSearchParams({ clientId })}`} className="link">
      {kindName(kind)}
    </Link>
  );
}

function Client({ clientId, clientName }: MoneyLine) {
  if (clientId === null) return <Missing />;
  return (
    <Link
      to={path(PAGES.adminClient, { id: clientId })}
      className="link line-clamp-2 wrap-anywhere md:min-w-24"
    >
      {clientName ?? clientId}
    </Link>
  );
}

function Shipment({ shipmentId, trackingNumber }: MoneyLine) {
  if (shipmentId === null) return <Missing />;
  return (
    <Link
      to={`${PAGES.adminShipments}?shipment=${shipmentId}`}
      className={cx('link whitespace-nowrap', trackingNumber !== null && 'code')}
    >
      {trackingNumber ?? COPY.viewShipment}
    </Link>
  );
}

const amount = (figure: MoneyFigure): DataColumn<MoneyLine> => ({
  key: figure,
  header: COPY.figures[figure].name,
  align: 'right',
  cell: (line) => <span className="num whitespace-nowrap">{formatMoney(line[figure])}</span>,
});

/** The chosen figure, or the parts of the margin that are not zero in any row. */
const amountsOf = (figure: MoneyFigure, lines: readonly MoneyLine[]): MoneyFigure[] =>
  figure === 'netMargin'
    ? [...MONEY_PARTS.filter((part) => lines.some((line) => line[part] !== 0)), 'netMargin']
    : [figure];

export const lineColumns = (
  figure: MoneyFigure,
  lines: readonly MoneyLine[],
): readonly DataColumn<MoneyLine>[] => [
  {
    key: 'date',
    header: 'Date',
    primary: true,
    cell: ({ recordedAt }) => <OperatorMoment iso={recordedAt} />,
  },
  { key: 'kind', header: 'Ledger entry', cell: (line) => <Kind {...line} /> },
  { key: 'client', header: 'Client', cell: (line) => <Client {...line} /> },
  { key: 'shipment', header: 'Shipment', cell: (line) => <Shipment {...line} /> },
  {
    key: 'service',
    header: 'Service',
    cell: ({ carrier, serviceName }) => (carrier ? `${carrier} ${serviceName ?? ''}`.trim() : <Missing />),
  },
  ...amountsOf(figure, lines).map(amount),
];
