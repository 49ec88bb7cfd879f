import type { AuditLogsAnswer, AuditLogsFilter, AuditLogsQuery } from '@lading/contract/audit.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { type DayCount, seekDay } from '../../platform/db/page-by-day.ts';
import {
  countAuditLogsOf,
  pickFromDay,
  pickOfFew,
  pickOfMany,
  pickOfOne,
  type Stretch,
  selectAuditDays,
  selectAuditLogs,
  selectDaysOfOthers,
} from './audit.store.ts';
import { type Actor, given, noteView } from './note-view.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

export async function listAuditLogs(
  deps: Deps,
  actor: Actor,
  query: AuditLogsQuery,
): Promise<AuditLogsAnswer> {
  const { total, rows } = await (query.userEmail
    ? readPageOf(deps.db, query.userEmail, query)
    : readPage(deps.db, query));
  await noteView(deps, actor, 'VIEW_AUDIT_LOGS', {
    filters: filtersInRecord(query),
    pagination: { page: query.page, limit: query.limit },
  });
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
      pagination: paginationOf(total, query.page, query.limit),
    },
  };
}

interface Page {
  total: number;
  rows: Awaited<ReturnType<typeof selectAuditLogs>>;
}

const offsetOf = ({ page, limit }: AuditLogsQuery) => (page - 1) * limit;
const directionOf = ({ sortOrder }: AuditLogsQuery) => (sortOrder === 'ASC' ? 'asc' : 'desc');
const sum = (days: readonly DayCount[]) => days.reduce((records, { count }) => records + count, 0);

/** The counts of the days lead straight to the day on which the page begins. */
async function readPage(db: Database, query: AuditLogsQuery): Promise<Page> {
  const days = await selectAuditDays(db, query);
  const direction = directionOf(query);
  const start = seekDay(direction === 'asc' ? days.toReversed() : days, offsetOf(query));
  if (!start) return { total: sum(days), rows: [] };
  const stretch = { direction, offset: start.offset, limit: query.limit } as const;
  const rows = await selectAuditLogs(db, pickFromDay(db, query, stretch, start.day), direction);
  return { total: sum(days), rows };
}

/** No day tells how many records some people have on it, so the page is reached from the nearer end of the list. */
async function readPageOf(db: Database, email: string, query: AuditLogsQuery): Promise<Page> {
  const [days, { people, records: total }] = await Promise.all([
    selectAuditDays(db, query),
    countAuditLogsOf(db, email, query),
  ]);
  if (offsetOf(query) >= total) return { total, rows: [] };
  const direction = directionOf(query);
  const others = sum(days) - total;
  const stretch = fromNearerEnd(total, { direction, offset: offsetOf(query), limit: query.limit });
  // Whose way passes over fewer records: through each person's own, or through everybody's by time.
  const passed = stretch.offset + stretch.limit;
  const passedByTime = (passed * sum(days)) / total;
  const areFew = Math.min(total, people * passed) <= passedByTime;
  if (!areFew && others < passedByTime) return readPageOfMost(db, email, query, days);
  const pick = people === 1 ? pickOfOne : areFew ? pickOfFew : pickOfMany;
  const picked = pick(db, email, query, stretch);
  return { total, rows: await selectAuditLogs(db, picked, direction) };
}

/** Where nearly everybody is meant, the days tell it after all: all of a day but the few records of others. */
async function readPageOfMost(
  db: Database,
  email: string,
  query: AuditLogsQuery,
  days: readonly DayCount[],
): Promise<Page> {
  const others = new Map((await selectDaysOfOthers(db, email, query)).map(({ day, count }) => [day, count]));
  const left = days.map(({ day, count }) => ({ day, count: count - (others.get(day) ?? 0) }));
  const direction = directionOf(query);
  const start = seekDay(direction === 'asc' ? left.toReversed() : left, offsetOf(query));
  if (!start) return { total: sum(left), rows: [] };
  const stretch = { direction, offset: start.offset, limit: query.limit } as const;
  const picked = pickFromDay(db, query, stretch, start.day, email);
  return { total: sum(left), rows: await selectAuditLogs(db, picked, direction) };
}

function fromNearerEnd(total: number, { direction, offset, limit }: Stretch): Stretch {
  if (offset <= total / 2) return { direction, offset, limit };
  const shown = Math.min(limit, total - offset);
  return { direction: direction === 'asc' ? 'desc' : 'asc', offset: total - offset - shown, limit: shown };
}

/** A typed email names a person, and the record outlives whoever is erased: that there was one is enough. */
export const filtersInRecord = ({ action, status, userEmail }: AuditLogsFilter): Record<string, string> =>
  given({ action, status, userEmail: userEmail && 'given' });
