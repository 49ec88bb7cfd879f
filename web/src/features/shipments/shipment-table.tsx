import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { LABELS, SHIPMENTS } from '@lading/contract/messages.ts';
import { type ReactNode, useMemo } from 'react';
import { formatDate, formatExactTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { TrackingLink } from '../../ui/tracking-link.tsx';
import { AdminStatus } from './admin-status.tsx';
import { RefundButton } from './refund-button.tsx';
import { money, shipmentName } from './shipment-text.ts';

const { columns } = SHIPMENTS;

const Place = ({ formatted }: AdminShipment['origin']) =>
  formatted ? <span className="min-[90rem]:whitespace-nowrap">{formatted}</span> : <Missing />;

const FACTS: readonly DataColumn<AdminShipment>[] = [
  {
    key: 'tracking',
    header: columns.tracking,
    primary: true,
    cell: ({ trackingNumber, trackingUrl }) =>
      trackingNumber === null ? <Missing /> : <TrackingLink number={trackingNumber} url={trackingUrl} />,
  },
  {
    key: 'client',
    header: columns.client,
    cell: ({ clientName }) => (
      <span title={clientName} className="line-clamp-2 wrap-anywhere md:min-w-28">
        {clientName}
      </span>
    ),
  },
  { key: 'status', header: columns.status, cell: ({ status }) => <AdminStatus status={status} /> },
  { key: 'origin', header: columns.origin, cell: ({ origin }) => <Place {...origin} /> },
  {
    key: 'destination',
    header: columns.destination,
    cell: ({ destination }) => <Place {...destination} />,
  },
  { key: 'carrier', header: columns.carrier, cell: ({ carrier }) => carrier },
  {
    key: 'date',
    header: columns.date,
    cell: ({ createdAt }) => (
      <time
        dateTime={createdAt}
        title={formatExactTime(createdAt) ?? undefined}
        className="num whitespace-nowrap"
      >
        {formatDate(createdAt) ?? <Missing />}
      </time>
    ),
  },
  {
    key: 'cost',
    header: columns.cost,
    align: 'right',
    cell: ({ cost, refunded }) => (
      <>
        {money(cost)}
        {refunded > 0 && (
          <span className="block text-small whitespace-nowrap text-text-2">{money(refunded)} refunded</span>
        )}
      </>
    ),
  },
];

interface ShipmentTableProps {
  rows: readonly AdminShipment[];
  busy: boolean;
  empty: ReactNode;
  onOpen: (row: AdminShipment) => void;
}

export function ShipmentTable({ onOpen, ...table }: ShipmentTableProps) {
  const all = useMemo<readonly DataColumn<AdminShipment>[]>(
    () => [
      ...FACTS,
      {
        key: 'actions',
        header: columns.actions,
        cell: (row) => (
          <div className="-ml-3 flex gap-1 md:-my-1 md:-ml-2.5">
            <Button variant="ghost" size="sm" onClick={() => onOpen(row)}>
              Details
              <span className="sr-only"> of {shipmentName(row)}</span>
            </Button>
            <RefundButton shipment={row} voidable={row.status === 'pending' && row.refundable > 0} />
          </div>
        ),
      },
    ],
    [onOpen],
  );
  return (
    // Nine columns: with the usual gaps, half of the values would wrap.
    <div className="min-w-0 md:[&_:is(td,th)]:px-2.5! md:[&_:is(td,th):first-child]:pl-4! md:[&_:is(td,th):last-child]:pr-4!">
      <DataTable
        {...table}
        caption={LABELS.shipmentOverview}
        columns={all}
        rowKey={(row) => row.shipmentId}
        dense
      />
    </div>
  );
}
