import { UNSPENT_STATE_NAMES, type UnspentItem, type UnspentState } from '@lading/contract/admin-refunds.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { Link } from 'react-router';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { COPY } from './copy.ts';

const LOOKS = {
  waiting: { tone: 'warn', icon: Clock },
  refunding: { tone: 'info', icon: Clock },
  refunded: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleAlert },
} as const satisfies Record<UnspentState, unknown>;

const isKnown = (state: string): state is UnspentState => Object.hasOwn(LOOKS, state);

/** An unknown state is shown unchanged. */
function State({ state }: { state: string }) {
  const { tone, icon } = isKnown(state) ? LOOKS[state] : LOOKS.failed;
  return (
    <StatusBadge tone={tone} icon={icon}>
      {isKnown(state) ? UNSPENT_STATE_NAMES[state] : state}
    </StatusBadge>
  );
}

export const UNSPENT_COLUMNS: readonly DataColumn<UnspentItem>[] = [
  { key: 'at', header: 'Date', primary: true, cell: ({ at }) => <OperatorMoment iso={at} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ amount, paid }) => (
      <>
        {formatDollars(amount)}
        {amount !== paid && (
          <span className="block text-small text-text-2">{COPY.ofPayment(formatDollars(paid))}</span>
        )}
      </>
    ),
  },
  { key: 'state', header: 'Status', cell: ({ state }) => <State state={state} /> },
  {
    key: 'reason',
    header: 'Why',
    cell: ({ reason }) => <span className="block wrap-anywhere md:min-w-52">{reason}</span>,
  },
  {
    key: 'client',
    header: 'Client',
    cell: ({ clientId, clientName }) => (
      <Link
        to={path(PAGES.adminClient, { id: clientId })}
        title={clientName}
        className="link line-clamp-2 wrap-anywhere md:min-w-24"
      >
        {clientName}
      </Link>
    ),
  },
  {
    key: 'shipment',
    header: 'Shipment',
    cell: ({ shipmentId }) =>
      shipmentId === null ? (
        <Missing />
      ) : (
        <Link to={`${PAGES.adminShipments}?shipment=${shipmentId}`} className="link whitespace-nowrap">
          View shipment
        </Link>
      ),
  },
];
