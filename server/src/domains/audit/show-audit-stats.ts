import type { AuditStatsAnswer } from '@lading/contract/audit.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import type { AuditStatus } from '@lading/contract/constants.ts';
import type { DateRangeQuery } from '@lading/contract/date-range.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { selectAuditStats } from './audit.store.ts';
import { noteView } from './note-view.ts';

interface Deps {
  db: Database;
  clock: Clock;
  timeZone: string;
}

/** Records per status, over all time or a range of the operator's days. */
export async function showAuditStats(
  deps: Deps,
  actor: Actor,
  query: DateRangeQuery,
): Promise<AuditStatsAnswer> {
  const rows = await selectAuditStats(deps.db, query);
  const today = dateIn(deps.timeZone, deps.clock.now());
  const firstDay = rows.map((row) => row.first_day).sort()[0];
  await noteView(deps, actor, 'VIEW_AUDIT_STATS', {
    dateRange: { startDate: query.startDate ?? firstDay ?? today, endDate: query.endDate ?? today },
  });
  const countOf = (status: AuditStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    overview: {
      total_logs: rows.reduce((records, { count }) => records + count, 0),
      success_logs: countOf('success'),
      error_logs: countOf('error'),
      pending_logs: countOf('pending'),
    },
  };
}
