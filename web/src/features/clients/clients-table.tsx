import type { AdminClient } from '@lading/contract/admin-clients.ts';
import type { AccountStatus } from '@lading/contract/constants.ts';
import { CLIENTS, LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { CircleCheck, CircleMinus, CirclePause } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate, formatExactTime } from '../../lib/format.ts';
import { formatCount } from '../../lib/format-count.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ClientActions } from './client-actions.tsx';
import type { LayerKind } from './client-layers.tsx';
import { CommissionCell } from './commission-cell.tsx';
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
        <span className="block font-semibold wrap-anywhere">{client.fullName}</span>
        <span className="block text-small font-normal text-text-2 wrap-anywhere">{client.email}</span>
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
      <span className="sr-only"> shipments of {client.fullName}</span>
    </Link>
  );
}

function LastActive({ iso }: { iso: string | null }) {
  const text = iso === null ? null : formatDate(iso);
  if (iso === null || text === null) return <Missing />;
  return (
    <time
      dateTime={iso}
      title={formatExactTime(iso) ?? undefined}
      className="num inline-flex min-h-6 items-center whitespace-nowrap"
    >
      {text}
    </time>
  );
}

interface ClientsTableProps {
  rows: readonly AdminClient[];
  busy: boolean;
  empty: ReactNode;
  calls: ClientCalls;
  onOpen: (kind: LayerKind, client: AdminClient) => void;
}

export function ClientsTable({ rows, busy, empty, calls, onOpen }: ClientsTableProps) {
  const cells: readonly DataColumn<AdminClient>[] = [
    {
      key: 'client',
      header: columns.client,
      primary: true,
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
      cell: (client) => <Shipments client={client} />,
    },
    {
      key: 'lastActive',
      header: columns.lastActive,
      cell: ({ lastActive }) => <LastActive iso={lastActive} />,
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
      dense
    />
  );
}
