import type { AuditLog } from '@lading/contract/audit.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, LABELS } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { NothingFound } from '../../ui/nothing-found.tsx';
import { ZonedTitle } from '../../ui/operator-moment.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { useRowCursor } from '../../ui/use-row-cursor.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { type AuditView, readView, writeView } from './audit-filters.ts';
import { AuditTable } from './audit-table.tsx';
import { useAuditLogs } from './use-audit-logs.ts';

const HEADERS = Object.values(AUDIT_LOGS.columns);
const NO_ROWS: readonly AuditLog[] = [];

/** Loaded on demand, so that the list does not wait for it. */
const AuditDrawer = lazy(async () => ({ default: (await import('./audit-drawer.tsx')).AuditDrawer }));

const exportQuery = ({ action, status, userEmail, startDate, endDate }: AuditView) => ({
  action,
  status,
  userEmail,
  startDate,
  endDate,
});

function useAuditView() {
  const [search, setSearch] = useUrlParameters();
  // The page number stays when a filter changes, as specified.
  const change = useCallback(
    (part: Partial<AuditView>, replace = false) =>
      setSearch((current) => writeView({ ...readView(current), log: '', ...part }), { replace }),
    [setSearch],
  );
  return { view: readView(search), change };
}

export function AuditLogsPage() {
  const { view, change } = useAuditView();
  const logs = useAuditLogs(view);
  const pagination = logs.data?.data.pagination;
  const rows = logs.data?.data.auditLogs ?? NO_ROWS;
  const empty = logs.data !== undefined && rows.length === 0;
  const [drawerWanted, setDrawerWanted] = useState(false);
  if (view.log !== '' && !drawerWanted) setDrawerWanted(true);

  const typed = useCallback((part: Partial<AuditView>) => change(part, 'userEmail' in part), [change]);
  const clear = () => change({ page: 1, action: '', status: '', userEmail: '', startDate: '', endDate: '' });
  const open = useCallback((log: AuditLog) => change({ log: log.logId }), [change]);
  const turnTo = (page: number) => {
    change({ page });
    window.scrollTo({ top: 0 });
  };

  useRowCursor('entry');
  usePageKeys(view.page, pagination?.totalPages ?? 1, turnTo);

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ZonedTitle>{LABELS.auditLogs}</ZonedTitle>
        <ExportButton
          label={AUDIT_LOGS.export}
          path={API.adminAuditDownload}
          query={exportQuery(view)}
          exported={AUDIT_LOGS.exported}
          failed={AUDIT_LOGS.exportFailed}
        />
      </div>
      <div className="mt-6 grid gap-4">
        <AuditFilterBar filters={view} onChange={typed} onClear={empty ? null : clear} />
        <LoadedList
          query={logs}
          caption={LABELS.auditLogs}
          headers={HEADERS}
          loadFailed={AUDIT_LOGS.loadFailed}
        >
          {(busy) => (
            <AuditTable
              caption={LABELS.auditLogs}
              rows={rows}
              busy={busy}
              onOpen={open}
              empty={
                <NothingFound
                  title={AUDIT_LOGS.empty}
                  page={view.page}
                  onClear={clear}
                  onFirstPage={() => turnTo(1)}
                />
              }
            />
          )}
        </LoadedList>
        {pagination && !empty && (
          <Pagination
            page={view.page}
            totalPages={pagination.totalPages}
            totalRecords={pagination.totalRecords}
            pageSize={PAGE_SIZE}
            onPage={turnTo}
          />
        )}
      </div>
      {drawerWanted && (
        <Suspense>
          <AuditDrawer
            open={view.log !== '' && logs.data !== undefined && !logs.isPlaceholderData}
            log={rows.find(({ logId }) => logId === view.log)}
            onClose={() => change({ log: '' }, true)}
          />
        </Suspense>
      )}
    </>
  );
}
