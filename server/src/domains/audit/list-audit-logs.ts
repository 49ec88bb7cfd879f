import type { AuditLogsAnswer, AuditLogsQuery } from '@lading/contract/audit.ts';
import type { Role } from '@lading/contract/constants.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Origin } from './audit.events.ts';
import { countAuditLogs, hasEventSince, selectAuditLogs } from './audit.store.ts';
import { recordEvent } from './record-event.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

export interface Viewer extends Origin {
  userId: string;
  role: Role;
}

export async function listAuditLogs(
  deps: Deps,
  viewer: Viewer,
  query: AuditLogsQuery,
): Promise<AuditLogsAnswer> {
  const [totalRecords, rows] = await Promise.all([
    countAuditLogs(deps.db, query),
    selectAuditLogs(deps.db, query),
  ]);
  await noteView(deps, viewer, query);
  return {
    data: {
      auditLogs: rows.map((row) => ({
        logId: row.log_id,
        timestamp: row.recorded_at.toISOString(),
        eventType: row.event_type,
        userName: row.full_name,
        userEmail: row.email,
        userRole: row.user_role,
        ipAddress: row.ip_address,
        status: row.status,
        details: { raw: row.details },
      })),
      pagination: paginationOf(totalRecords, query.page, query.limit),
    },
  };
}

/** Looking at the same list again within some minutes is one visit, or the record would fill with its own readers. */
async function noteView(deps: Deps, viewer: Viewer, query: AuditLogsQuery): Promise<void> {
  const details = { filters: givenFilters(query), pagination: { page: query.page, limit: query.limit } };
  const since = later(deps.clock.now(), -minutes(10));
  if (await hasEventSince(deps.db, viewer.userId, 'VIEW_AUDIT_LOGS', details, since)) return;
  await recordEvent(deps.db, deps.clock, viewer, {
    type: 'VIEW_AUDIT_LOGS',
    status: 'success',
    userId: viewer.userId,
    userRole: viewer.role,
    details,
  });
}

function givenFilters({ action, status, userEmail }: AuditLogsQuery): Record<string, string> {
  const filters = { action, status, userEmail };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Record<string, string>;
}
