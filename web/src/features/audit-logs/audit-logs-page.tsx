import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, LABELS } from '@lading/contract/messages.ts';
import { useCallback } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { StaleBar } from '../../ui/stale-bar.tsx';
import { TableSkeleton } from '../../ui/table-skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { type AuditFilters, readFilters, writeFilters } from './audit-filters.ts';
import { AuditTable } from './audit-table.tsx';
import { useAuditLogs } from './use-audit-logs.ts';

const HEADERS = Object.values(AUDIT_LOGS.columns);

export function AuditLogsPage() {
  const [search, setSearch] = useUrlParameters();
  const filters = readFilters(search);
  const logs = useAuditLogs(filters);
  const waiting = useDelayedFlag(logs.isPending);
  const busy = useDelayedFlag(logs.isFetching && !logs.isPending);
  const pagination = logs.data?.data.pagination;
  const empty = logs.data?.data.auditLogs.length === 0;

  // The page stays when a filter changes: the specification wants it so.
  const change = useCallback(
    (part: Partial<AuditFilters>, replace = false) =>
      setSearch((current) => writeFilters({ ...readFilters(current), ...part }), { replace }),
    [setSearch],
  );
  const typed = useCallback((part: Partial<AuditFilters>) => change(part, 'userEmail' in part), [change]);
  const clear = () => change({ page: 1, action: '', status: '', userEmail: '' });
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };

  useShortcuts([
    { keys: '[', label: 'Previous page', run: () => pagination?.hasPrevPage && turnTo(filters.page - 1) },
    { keys: ']', label: 'Next page', run: () => pagination?.hasNextPage && turnTo(filters.page + 1) },
  ]);

  return (
    <>
      <h1 className="text-h1">{LABELS.auditLogs}</h1>
      <div className="mt-6 grid gap-4">
        <AuditFilterBar filters={filters} onChange={typed} onClear={empty ? null : clear} />
        {logs.data && logs.isError && (
          <StaleBar since={logs.dataUpdatedAt} onRetry={() => void logs.refetch()} />
        )}
        {logs.data ? (
          <AuditTable
            caption={LABELS.auditLogs}
            rows={logs.data.data.auditLogs}
            busy={busy}
            empty={
              <EmptyState
                title={AUDIT_LOGS.empty}
                action={
                  <>
                    <Button onClick={clear}>{AUDIT_LOGS.clearFilters}</Button>
                    {filters.page > 1 && (
                      <Button variant="secondary" onClick={() => turnTo(1)}>
                        Go to page 1
                      </Button>
                    )}
                  </>
                }
              />
            }
          />
        ) : logs.isError ? (
          <ErrorPanel
            message={AUDIT_LOGS.loadFailed}
            reason={reasonOf(logs.error)}
            onRetry={() => void logs.refetch()}
          />
        ) : (
          <TableSkeleton caption={LABELS.auditLogs} headers={HEADERS} rows={waiting ? 10 : 0} />
        )}
        {pagination && !empty && (
          <Pagination
            page={filters.page}
            totalPages={pagination.totalPages}
            totalRecords={pagination.totalRecords}
            pageSize={PAGE_SIZE}
            onPage={turnTo}
          />
        )}
      </div>
    </>
  );
}
