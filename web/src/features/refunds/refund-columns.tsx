import type { AdminRefund } from '@lading/contract/admin-refunds.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { Link } from 'react-router';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import { cx } from '../../ui/cx.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { COPY } from './copy.ts';

const LOOKS = {
  requested: { tone: 'warn', icon: Clock },
  submitted: { tone: 'warn', icon: Clock },
  succeeded: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleAlert },
} as const;

const isKnown = (state: string): state is keyof typeof LOOKS => Object.hasOwn(LOOKS, state);

/** An unknown state is shown unchanged. */
function RefundState({ state, detail }: Pick<AdminRefund, 'state' | 'detail'>) {
  const { tone, icon } = isKnown(state) ? LOOKS[state] : LOOKS.failed;
  return (
    <>
      <StatusBadge tone={tone} icon={icon}>
        {isKnown(state) ? COPY.states[state] : state}
      </StatusBadge>
      {state === 'failed' && detail && (
        <span className="mt-0.5 block max-w-48 text-small text-text-2">{detail}</span>
      )}
    </>
  );
}

function Shipment({ shipmentId, trackingNumber }: Pick<AdminRefund, 'shipmentId' | 'trackingNumber'>) {
  if (shipmentId === null) return <Missing />;
  return (
    <Link
      to={`${PAGES.adminShipments}?shipment=${shipmentId}`}
      className={cx('link whitespace-nowrap', trackingNumber !== null && 'code')}
    >
      {trackingNumber ?? 'View shipment'}
    </Link>
  );
}

export const REFUND_COLUMNS: readonly DataColumn<AdminRefund>[] = [
  {
    key: 'date',
    header: 'Date',
    primary: true,
    sort: { by: 'date', first: 'DESC' },
    cell: ({ createdAt }) => <OperatorMoment iso={createdAt} />,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    sort: { by: 'amount', first: 'DESC' },
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    key: 'by',
    header: 'Requested by',
    cell: ({ requestedBy, kind }) => (
      <span className="line-clamp-2 wrap-anywhere md:min-w-24">
        {requestedBy ?? (kind === 'payout' ? COPY.client : COPY.automatic)}
      </span>
    ),
  },
  {
    key: 'reason',
    header: 'Reason',
    cell: ({ kind, reason }) => (
      <div className="md:min-w-36">
        <span className="block wrap-anywhere">{reason}</span>
        <span className="block text-small text-text-2">
          {COPY.kinds[kind as keyof typeof COPY.kinds] ?? kind}
        </span>
      </div>
    ),
  },
  { key: 'state', header: 'Status', cell: (refund) => <RefundState {...refund} /> },
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
  { key: 'shipment', header: 'Shipment', cell: (refund) => <Shipment {...refund} /> },
];
