import { type AuditLog, auditEventTitle } from '@lading/contract/audit.ts';
import type { AuditStatus } from '@lading/contract/constants.ts';
import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime, formatExactTime } from '../../lib/format.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { summarizeDetails } from './summarize-details.ts';

const LOOKS = {
  success: { tone: 'ok', icon: CircleCheck },
  error: { tone: 'bad', icon: CircleAlert },
  pending: { tone: 'warn', icon: Clock },
} as const satisfies Record<AuditStatus, unknown>;

function Timestamp({ iso }: { iso: string }) {
  const text = formatDateTime(iso);
  if (text === null) return <Missing />;
  return (
    <time dateTime={iso} title={formatExactTime(iso) ?? undefined} className="num whitespace-nowrap">
      {text}
    </time>
  );
}

function UserCell({ log }: { log: AuditLog }) {
  if (!log.userName && !log.userEmail) return <Missing />;
  return (
    <div className="md:min-w-44">
      {log.userName && (
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{log.userName}</span>
          {log.userRole && <span className="text-micro text-text-2">{log.userRole}</span>}
        </span>
      )}
      {log.userEmail && <span className="block text-small text-text-2 wrap-anywhere">{log.userEmail}</span>}
    </div>
  );
}

const { columns } = AUDIT_LOGS;

const COLUMNS: readonly DataColumn<AuditLog>[] = [
  {
    key: 'timestamp',
    header: columns.timestamp,
    primary: true,
    cell: (log) => <Timestamp iso={log.timestamp} />,
  },
  {
    key: 'eventType',
    header: columns.eventType,
    cell: (log) => (
      <span title={log.eventType} className="md:whitespace-nowrap">
        {auditEventTitle(log.eventType)}
      </span>
    ),
  },
  { key: 'user', header: columns.user, cell: (log) => <UserCell log={log} /> },
  {
    key: 'ipAddress',
    header: columns.ipAddress,
    cell: (log) =>
      log.ipAddress ? (
        <span className="code block wrap-anywhere md:min-w-32">{log.ipAddress}</span>
      ) : (
        <Missing />
      ),
  },
  {
    key: 'status',
    header: columns.status,
    cell: ({ status }) => (
      <StatusBadge tone={LOOKS[status].tone} icon={LOOKS[status].icon}>
        {AUDIT_LOGS.statuses[status]}
      </StatusBadge>
    ),
  },
  {
    key: 'details',
    header: columns.details,
    cell: (log) => (
      <span className="block text-text-2 wrap-anywhere md:min-w-56">{summarizeDetails(log.details.raw)}</span>
    ),
  },
];

export function AuditTable(props: {
  caption: string;
  rows: readonly AuditLog[];
  busy: boolean;
  empty: ReactNode;
}) {
  return <DataTable {...props} columns={COLUMNS} rowKey={(log) => log.logId} dense />;
}
