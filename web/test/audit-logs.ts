import { AUDIT_ACTIONS, type AuditLog } from '@lading/contract/audit.ts';
import { AUDIT_STATUSES, PAGE_SIZE } from '@lading/contract/constants.ts';
import { json, type ReceivedCall } from './fake-server.ts';

export const TOTAL_LOGS = 60;

/** With a lower index, an entry is newer. */
export const auditLog = (index: number): AuditLog => ({
  logId: `log-${index}`,
  timestamp: new Date(Date.UTC(2026, 10, 16) - index * 60_000).toISOString(),
  eventType: AUDIT_ACTIONS[index % AUDIT_ACTIONS.length] ?? 'LOGIN',
  userName: 'Ada Park',
  userEmail: 'demo@lading.example',
  userRole: 'client',
  ipAddress: '203.0.113.7',
  status: AUDIT_STATUSES[index % AUDIT_STATUSES.length] ?? 'success',
  details: { raw: { index } },
});

/** Sixty entries without a filter, none with the status `pending`. */
export function pageOfLogs({ query }: ReceivedCall) {
  const total = query.get('status') === 'pending' ? 0 : TOTAL_LOGS;
  const currentPage = Number(query.get('page'));
  const start = (currentPage - 1) * PAGE_SIZE;
  const count = Math.max(0, Math.min(PAGE_SIZE, total - start));
  const pagination = {
    totalRecords: total,
    currentPage,
    totalPages: Math.ceil(total / PAGE_SIZE),
    recordsPerPage: PAGE_SIZE,
    hasPrevPage: currentPage > 1,
    hasNextPage: start + PAGE_SIZE < total,
    isMore: false,
  };
  const auditLogs = Array.from({ length: count }, (_, index) => auditLog(start + index));
  return json({ data: { auditLogs, pagination } });
}
