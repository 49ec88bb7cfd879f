import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { LABELS, SHIPMENTS } from '@lading/contract/messages.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { AdminStatus } from '../../ui/admin-status.tsx';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable, type TableSort } from '../../ui/data-table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { TrackingLink } from '../../ui/tracking-link.tsx';
import { RefundButton } from './refund-button.tsx';
import { money, shipmentName } from './shipment-text.ts';

const { columns } = SHIPMENTS;

const Place = ({ formatted }: AdminShipment['origin']) =>
  formatted ? <span className="min-[100rem]:whitespace-nowrap">{formatted}</span> : <Missing />;

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
    cell: ({ clientId, clientName }) => (
      <Link
        to={path(PAGES.adminClient, { id: clientId })}
        title={clientName}
        className="link line-clamp-2 wrap-anywhere md:min-w-28"
      >
        {clientName}
      </Link>
    ),
  },
  {
    key: 'status',
    header: columns.status,
    sort: { by: 'status', first: 'ASC' },
    cell: ({ status, voided, failureReason }) => (
      <>
        <AdminStatus status={status} voided={voided} />
        {failureReason && !voided && (
          <span title={failureReason} className="mt-0.5 line-clamp-3 text-small text-text-2 md:min-w-36">
            {failureReason}
          </span>
        )}
      </>
    ),
  },
  { key: 'origin', header: columns.origin, cell: ({ origin }) => <Place {...origin} /> },
  {
    key: 'destination',
    header: columns.destination,
    cell: ({ destination }) => <Place {...destination} />,
  },
  {
    key: 'carrier',
    header: columns.carrier,
    sort: { by: 'carrier', first: 'ASC' },
    cell: ({ carrier }) => carrier,
  },
  {
    key: 'date',
    header: columns.date,
    sort: { by: 'date', first: 'DESC' },
    cell: ({ createdAt }) => <OperatorMoment iso={createdAt} day />,
  },
  {
    key: 'cost',
    header: columns.cost,
    align: 'right',
    sort: { by: 'cost', first: 'DESC' },
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
  sort: TableSort;
  onOpen: (row: AdminShipment) => void;
  onRefund: (row: AdminShipment) => void;
}

export function ShipmentTable({ onOpen, onRefund, ...table }: ShipmentTableProps) {
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
            <RefundButton shipment={row} onOpen={onRefund} />
          </div>
        ),
      },
    ],
    [onOpen, onRefund],
  );
  return (
    <DataTable
      {...table}
      caption={LABELS.shipmentOverview}
      columns={all}
      rowKey={(row) => row.shipmentId}
      dense
      narrow
    />
  );
}
