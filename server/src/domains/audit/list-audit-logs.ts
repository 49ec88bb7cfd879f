import type { AuditLogsAnswer, AuditLogsFilter, AuditLogsQuery } from '@lading/contract/audit.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { type DayCount, seekDay } from '../../platform/db/page-by-day.ts';
import {
  countAuditLogsOf,
  pickFromDay,
  pickOfFew,
  pickOfMany,
  pickOfOne,
  type Slice,
  selectAuditDays,
  selectAuditLogs,
  selectDaysOfOthers,
} from './audit.store.ts';
import { describeRecords } from './describe-records.ts';
import { given, noteView } from './note-view.ts';

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
  const about = await describeRecords(deps.db, rows);
  return {
    data: {
      auditLogs: rows.map((row) => ({
        ...about(row),
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

/** Finds the day on which the page starts from the daily counts. */
async function readPage(db: Database, query: AuditLogsQuery): Promise<Page> {
  const days = await selectAuditDays(db, query);
  const direction = directionOf(query);
  const start = seekDay(direction === 'asc' ? days.toReversed() : days, offsetOf(query));
  if (!start) return { total: sum(days), rows: [] };
  const slice = { direction, offset: start.offset, limit: query.limit } as const;
  const rows = await selectAuditLogs(db, pickFromDay(db, query, slice, start.day), direction);
  return { total: sum(days), rows };
}

/** There are no daily counts per account, so this reads from the nearer end of the list. */
async function readPageOf(db: Database, email: string, query: AuditLogsQuery): Promise<Page> {
  const [days, { people, records: total }] = await Promise.all([
    selectAuditDays(db, query),
    countAuditLogsOf(db, email, query),
  ]);
  if (offsetOf(query) >= total) return { total, rows: [] };
  const direction = directionOf(query);
  const others = sum(days) - total;
  const slice = fromNearerEnd(total, { direction, offset: offsetOf(query), limit: query.limit });
  // Choose the plan that reads fewer records: those of each matching account, or all by time.
  const read = slice.offset + slice.limit;
  const readByTime = (read * sum(days)) / total;
  const areFew = Math.min(total, people * read) <= readByTime;
  if (!areFew && others < readByTime) return readPageOfMost(db, email, query, days);
  const pick = people === 1 ? pickOfOne : areFew ? pickOfFew : pickOfMany;
  const picked = pick(db, email, query, slice);
  return { total, rows: await selectAuditLogs(db, picked, direction) };
}

/** When nearly all accounts match, subtracts the few other records from the daily counts to find the page. */
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
  const slice = { direction, offset: start.offset, limit: query.limit } as const;
  const picked = pickFromDay(db, query, slice, start.day, email);
  return { total: sum(left), rows: await selectAuditLogs(db, picked, direction) };
}

function fromNearerEnd(total: number, { direction, offset, limit }: Slice): Slice {
  if (offset <= total / 2) return { direction, offset, limit };
  const shown = Math.min(limit, total - offset);
  return { direction: direction === 'asc' ? 'desc' : 'asc', offset: total - offset - shown, limit: shown };
}

/** Audit records outlive erased accounts, so they note that an email filter was set, not which email. */
export const filtersInRecord = ({
  action,
  status,
  userEmail,
  startDate,
  endDate,
}: AuditLogsFilter): Record<string, string> =>
  given({ action, status, userEmail: userEmail && 'given', startDate, endDate });
