import { type AuditLog, AuditLogsAnswerSchema, auditEventTitle } from '@lading/contract/audit.ts';
import { RECENT_ACTIVITY_COUNT } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, DASHBOARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { Link } from 'react-router';
import { apiRequest } from '../../lib/api-client.ts';
import { reasonOf } from '../../lib/api-error.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { Panel } from '../../ui/charts/panel.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { reportLoadFailed } from './use-dashboard.ts';

const QUERY = { page: 1, limit: RECENT_ACTIVITY_COUNT, sortBy: 'timestamp', sortOrder: 'DESC' };

const ICONS = {
  success: { icon: CircleCheck, look: 'text-ok-fg' },
  error: { icon: CircleAlert, look: 'text-bad-fg' },
  pending: { icon: Clock, look: 'text-warn-fg' },
} as const;

export function RecentActivity() {
  const activity = useQuery({
    queryKey: ['recent-activity'],
    queryFn: ({ signal }) =>
      apiRequest(AuditLogsAnswerSchema, API.adminAuditLogs, { area: 'admin', query: QUERY, signal }),
  });
  useLoadFailure(activity, reportLoadFailed);
  const waiting = useDelayedFlag(activity.isPending);
  const retry = () => void activity.refetch();
  return (
    <Panel
      title="Recent activity"
      aside={
        <Link to={PAGES.adminAuditLogs} className="link inline-flex min-h-11 items-center md:min-h-6">
          View audit logs
        </Link>
      }
    >
      {activity.data ? (
        <>
          {activity.isError && <StaleBar since={activity.dataUpdatedAt} onRetry={retry} />}
          <Entries logs={activity.data.data.auditLogs} />
        </>
      ) : activity.isError ? (
        <div className="px-5 pb-5">
          <ErrorPanel message={DASHBOARD.loadFailed} reason={reasonOf(activity.error)} onRetry={retry} />
        </div>
      ) : (
        <Waiting shown={waiting} />
      )}
    </Panel>
  );
}

const rowClass = 'flex min-h-15 items-center gap-3 border-t border-line px-4 py-2.5 sm:px-5';

function Waiting({ shown }: { shown: boolean }) {
  return (
    <ul aria-hidden="true">
      {Array.from({ length: RECENT_ACTIVITY_COUNT }, (_, index) => `row-${index}`).map((key) => (
        <li key={key} className={rowClass}>
          {shown && <Skeleton className="h-4 w-2/3" />}
        </li>
      ))}
    </ul>
  );
}

const isStatus = (text: string): text is keyof typeof ICONS => Object.hasOwn(ICONS, text);

function Entries({ logs }: { logs: readonly AuditLog[] }) {
  if (logs.length === 0)
    return <p className="border-t border-line px-5 py-6 text-text-2">{AUDIT_LOGS.empty}</p>;
  return (
    <ol>
      {logs.map((log) => {
        const { status } = log.outcome ?? log;
        const { icon, look } = isStatus(status) ? ICONS[status] : ICONS.error;
        return (
          <li key={log.logId} className={rowClass}>
            <Icon of={icon} className={cx('size-5 shrink-0', look)} />
            <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:justify-between sm:gap-4">
              <p className="min-w-0">
                <span className="block font-semibold">
                  {auditEventTitle(log.eventType)}
                  <VisuallyHidden>, {isStatus(status) ? AUDIT_LOGS.statuses[status] : status}</VisuallyHidden>
                </span>{' '}
                <span className="block text-small text-text-2 wrap-anywhere">
                  {log.userName ?? log.userEmail ?? 'System'}
                </span>
              </p>
              <span className="shrink-0 text-small text-text-2">
                <OperatorMoment iso={log.timestamp} />
              </span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
