import { type AuditLog, auditEventTitle } from '@lading/contract/audit.ts';
import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { type MouseEvent, type ReactNode, useMemo } from 'react';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Missing } from '../../ui/missing.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { handleRowArrows, ROW_FOCUS } from '../../ui/use-row-cursor.ts';
import { AuditOutcome, AuditStatusBadge } from './audit-status-badge.tsx';
import { SubjectLinks } from './subject-links.tsx';
import { summarizeDetails } from './summarize-details.ts';

const { columns } = AUDIT_LOGS;

interface OpenProps {
  log: AuditLog;
  onOpen: (log: AuditLog) => void;
}

function OpenButton({ log, onOpen }: OpenProps) {
  const { timestamp, eventType } = log;
  return (
    <button
      type="button"
      {...ROW_FOCUS}
      onClick={() => onOpen(log)}
      onKeyDown={handleRowArrows}
      className="num -my-0.5 min-h-6 text-left whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      <OperatorMoment iso={timestamp} />
      <span className="sr-only">, details of {auditEventTitle(eventType)}</span>
    </button>
  );
}

function UserCell({ log }: { log: AuditLog }) {
  if (!log.userName && !log.userEmail) return <Missing />;
  return (
    <div className="md:min-w-44">
      {log.userName && (
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{log.userName}</span>
          {log.userRole && <span className="text-micro text-text-2">{log.userRole}</span>}
        </span>
      )}
      {log.userEmail && (
        <span className="block text-small text-text-2">
          <EmailText>{log.userEmail}</EmailText>
        </span>
      )}
    </div>
  );
}

const FACTS: readonly DataColumn<AuditLog>[] = [
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
    cell: ({ status, outcome }) => (
      <>
        <AuditStatusBadge status={status} />
        <AuditOutcome outcome={outcome} />
      </>
    ),
  },
  {
    key: 'details',
    header: columns.details,
    cell: ({ details, subjects = [] }) => (
      <div className="md:min-w-56">
        <SubjectLinks subjects={subjects} />
        <span className="block text-text-2 wrap-anywhere">
          {summarizeDetails(details.raw, new Map(subjects.map(({ id, name }) => [id, name])))}
        </span>
      </div>
    ),
  },
];

interface AuditTableProps {
  caption: string;
  rows: readonly AuditLog[];
  busy: boolean;
  empty: ReactNode;
  onOpen: (log: AuditLog) => void;
}

export function AuditTable({ onOpen, ...table }: AuditTableProps) {
  const all = useMemo<readonly DataColumn<AuditLog>[]>(
    () => [
      {
        key: 'timestamp',
        header: columns.timestamp,
        primary: true,
        cell: (log) => <OpenButton log={log} onOpen={onOpen} />,
      },
      ...FACTS,
    ],
    [onOpen],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a shortcut for pointers; keyboards use the button.
    <div onClick={clickRow} className="[&_tbody_tr]:cursor-pointer">
      <DataTable {...table} columns={all} rowKey={(log) => log.logId} dense />
    </div>
  );
}

/** Makes the whole row clickable for pointers, except on the button itself and while the user selects text. */
function clickRow({ target }: MouseEvent) {
  if (!(target instanceof Element) || window.getSelection()?.isCollapsed === false) return;
  const button = target.closest('tr')?.querySelector<HTMLElement>('[data-row-focus]');
  if (!button || button.contains(target) || target.closest('a')) return;
  button.focus();
  button.click();
}
