import type { AdminClient } from '@lading/contract/admin-clients.ts';
import type { AccountStatus } from '@lading/contract/constants.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { CLIENTS, LABELS } from '@lading/contract/messages.ts';
import { PAGES, path } from '@lading/contract/routes.ts';
import { CircleCheck, CircleMinus, CirclePause, TrendingDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Change } from '../../ui/charts/change.tsx';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import { type DataColumn, DataTable, type TableSort } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ClientActions } from './client-actions.tsx';
import type { LayerKind } from './client-layers.tsx';
import { CommissionCell } from './commission-cell.tsx';
import { COPY } from './copy.ts';
import type { ClientCalls } from './use-clients.ts';

const { columns } = CLIENTS;

const LOOKS = {
  active: { tone: 'ok', icon: CircleCheck },
  suspended: { tone: 'warn', icon: CirclePause },
  inactive: { tone: 'neutral', icon: CircleMinus },
} as const satisfies Record<AccountStatus, unknown>;

/** Takes a whole code point, because half of one would render as a box. */
const initialOf = (name: string) => Array.from(name.trim())[0]?.toLocaleUpperCase('en') ?? '?';

function Person({ client }: { client: AdminClient }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-surface-3 text-small font-semibold text-text-2"
      >
        {initialOf(client.fullName)}
      </span>
      <span className="min-w-0 md:min-w-40">
        <Link
          to={path(PAGES.adminClient, { id: client.userId })}
          className="link block font-semibold wrap-anywhere"
        >
          {client.fullName}
        </Link>
        <span className="block text-small font-normal text-text-2">
          <EmailText>{client.email}</EmailText>
        </span>
      </span>
    </span>
  );
}

function Shipments({ client }: { client: AdminClient }) {
  return (
    <Link
      to={{
        pathname: PAGES.adminShipments,
        search: `?clientId=${encodeURIComponent(client.userId)}`,
      }}
      className="link inline-flex min-h-6 items-center"
    >
      {formatCount(client.totalShipments)}
      <span className="sr-only">
        {client.totalShipments === 1 ? ' shipment' : ' shipments'} of {client.fullName}
      </span>
    </Link>
  );
}

function Revenue({ client: { revenue, revenueBefore, atRisk } }: { client: AdminClient }) {
  const percent = revenueBefore === 0 ? null : ((revenue - revenueBefore) / revenueBefore) * 100;
  return (
    <span className="grid gap-0.5 md:justify-items-end">
      <span className="num text-small whitespace-nowrap text-text-2">
        {COPY.revenue(formatDollars(revenue))}
      </span>
      {percent !== null && (
        <span className="text-small">
          <Change percent={Math.round(percent * 10) / 10} />
        </span>
      )}
      {atRisk && (
        <span title={COPY.atRiskHint}>
          <StatusBadge tone="bad" icon={TrendingDown}>
            {COPY.atRisk}
          </StatusBadge>
        </span>
      )}
    </span>
  );
}

interface ClientsTableProps {
  rows: readonly AdminClient[];
  busy: boolean;
  empty: ReactNode;
  sort: TableSort;
  calls: ClientCalls;
  onOpen: (kind: LayerKind, client: AdminClient) => void;
}

export function ClientsTable({ rows, busy, empty, sort, calls, onOpen }: ClientsTableProps) {
  const cells: readonly DataColumn<AdminClient>[] = [
    {
      key: 'client',
      header: columns.client,
      primary: true,
      sort: { by: 'name', first: 'ASC' },
      cell: (client) => <Person client={client} />,
    },
    {
      key: 'status',
      header: columns.status,
      cell: ({ status }) => (
        <StatusBadge tone={LOOKS[status].tone} icon={LOOKS[status].icon}>
          {CLIENTS.statuses[status]}
        </StatusBadge>
      ),
    },
    {
      key: 'shipments',
      header: columns.shipments,
      align: 'right',
      sort: { by: 'shipments', first: 'DESC' },
      cell: (client) => (
        <>
          <Shipments client={client} />
          <Revenue client={client} />
        </>
      ),
    },
    {
      key: 'lastActive',
      header: columns.lastActive,
      sort: { by: 'lastActive', first: 'DESC' },
      cell: ({ lastActive }) => <OperatorMoment iso={lastActive} day />,
    },
    {
      key: 'commission',
      header: columns.commission,
      cell: (client) => <CommissionCell client={client} changeCommission={calls.changeCommission} />,
    },
    {
      key: 'actions',
      header: columns.actions,
      cell: (client) => (
        <ClientActions client={client} onOpen={(kind) => onOpen(kind, client)} activate={calls.activate} />
      ),
    },
  ];
  return (
    <DataTable
      caption={LABELS.clientManagement}
      columns={cells}
      rows={rows}
      rowKey={(client) => client.userId}
      busy={busy}
      empty={empty}
      sort={sort}
      dense
    />
  );
}
