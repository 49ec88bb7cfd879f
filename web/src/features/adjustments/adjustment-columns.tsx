import type { AdminAdjustment } from '@lading/contract/adjustments.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { useOperatorTime } from '../../lib/use-operator-time.ts';
import { amountText, reasonName } from '../../ui/adjustments/adjustment-text.ts';
import { DisputeBadge } from '../../ui/adjustments/dispute-badge.tsx';
import { cx } from '../../ui/cx.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { COPY } from './copy.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

interface OpenButtonProps {
  adjustment: AdminAdjustment;
  onOpen: () => void;
}

function OpenButton({ adjustment: { createdAt, trackingNumber, clientName }, onOpen }: OpenButtonProps) {
  const time = useOperatorTime();
  return (
    <button
      type="button"
      title={time.exact(createdAt) ?? undefined}
      onClick={onOpen}
      className="num -my-0.5 min-h-6 text-left whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {time.date(createdAt)}
      <span className="sr-only">
        , {COPY.details} {trackingNumber ?? clientName}
      </span>
    </button>
  );
}

interface ShipmentLinkProps {
  shipmentId: string;
  trackingNumber: string | null;
}

export const ShipmentLink = ({ shipmentId, trackingNumber }: ShipmentLinkProps) => (
  <Link
    to={`${PAGES.adminShipments}?shipment=${shipmentId}`}
    className={cx('link wrap-anywhere', trackingNumber !== null && 'code')}
  >
    {trackingNumber ?? COPY.viewShipment}
  </Link>
);

export const ClientLink = ({ clientId, clientName }: { clientId: string; clientName: string }) => (
  <Link
    to={path(PAGES.adminClient, { id: clientId })}
    title={clientName}
    className="link line-clamp-2 wrap-anywhere md:min-w-24"
  >
    {clientName}
  </Link>
);

/** The reason's short name, with the full explanation below it. */
export const Reason = ({ reason, text }: { reason: string; text: string }) => (
  <div className="md:min-w-44">
    <span className="block font-semibold">{reasonName(reason)}</span>
    <span className="block text-small wrap-anywhere text-text-2">{text}</span>
  </div>
);

interface ClientPaysProps {
  client: number;
  fee: number;
  reversed?: number;
}

export function ClientPays({ client, fee, reversed = 0 }: ClientPaysProps) {
  if (client === 0) return <Missing />;
  return (
    <>
      <span className="num whitespace-nowrap">{amountText(client)}</span>
      {fee > 0 && <span className="num block text-small text-text-2">{COPY.fee(formatMoney(fee))}</span>}
      {reversed > 0 && (
        <span className="num block text-small text-text-2">{COPY.reversed(formatMoney(reversed))}</span>
      )}
    </>
  );
}

export const adjustmentColumns = (onOpen: (id: string) => void): readonly DataColumn<AdminAdjustment>[] => [
  {
    key: 'date',
    header: 'Date',
    primary: true,
    sort: { by: 'date', first: 'DESC' },
    cell: (adjustment) => <OpenButton adjustment={adjustment} onOpen={() => onOpen(adjustment.id)} />,
  },
  {
    key: 'shipment',
    header: 'Shipment',
    cell: (adjustment) => (
      <>
        <ShipmentLink {...adjustment} />
        <span className="block text-small text-text-2">
          {adjustment.carrier} {adjustment.service}
        </span>
      </>
    ),
  },
  { key: 'client', header: 'Client', cell: (adjustment) => <ClientLink {...adjustment} /> },
  { key: 'reason', header: COPY.filters.reason, cell: (adjustment) => <Reason {...adjustment} /> },
  {
    key: 'billed',
    header: COPY.drawer.billed,
    align: 'right',
    sort: { by: 'amount', first: 'DESC' },
    cell: ({ billed }) => <span className="num whitespace-nowrap">{amountText(billed)}</span>,
  },
  {
    key: 'client-pays',
    header: COPY.drawer.client,
    align: 'right',
    cell: (adjustment) => <ClientPays {...adjustment} />,
  },
  {
    key: 'outcome',
    header: COPY.filters.outcome,
    cell: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
  },
  {
    key: 'dispute',
    header: COPY.filters.dispute,
    cell: ({ dispute }) => (dispute ? <DisputeBadge state={dispute.state} /> : <Missing />),
  },
];
