import type { AuditLogsFilter } from '@lading/contract/audit.ts';
import type { DateRangeQuery } from '@lading/contract/date-range.ts';
import { type AliasableExpression, type Insertable, type SelectQueryBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-text.ts';
import { dayEnd, dayStart } from '../../platform/db/operator-days.ts';
import type { DayCount } from '../../platform/db/page-by-day.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Condition, StatementPart } from '../../platform/db/statement-parts.ts';
import type { AuditLogsTable } from './audit.tables.ts';

export async function insertAuditLog(db: Handle, row: Insertable<AuditLogsTable>): Promise<void> {
  await db.insertInto('audit_logs').values(row).execute();
}

type AuditLog = Omit<Insertable<AuditLogsTable>, 'seq'>;

/** Writes the records as a step of another statement. */
export const auditPart = (logs: readonly AuditLog[], when: Condition = sql.lit(true)): StatementPart => sql`
  logged AS (
    INSERT INTO audit_logs (log_id, recorded_at, event_type, status, user_id, user_role, ip_address, request_id, details)
    SELECT log_id, recorded_at, event_type, status, user_id, user_role, ip_address, request_id, nullif(details, 'null')
    FROM jsonb_to_recordset(${JSON.stringify(logs)}::jsonb) AS l(log_id uuid, recorded_at timestamptz, event_type text, status text,
      user_id uuid, user_role text, ip_address text, request_id text, details jsonb)
    WHERE ${when}
  )`;

/** Empty details are stored as NULL. */
const hasDetails = (details: Record<string, unknown>) =>
  sql<boolean>`coalesce(details, '{}') = ${JSON.stringify(details)}::jsonb`;

export async function hasEventSince(
  db: Handle,
  userId: string,
  eventType: string,
  details: Record<string, unknown>,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_logs')
    .select('seq')
    .where('user_id', '=', userId)
    .where('recorded_at', '>', since)
    .where('event_type', '=', eventType)
    .where(hasDetails(details))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasEvent(
  db: Handle,
  eventType: string,
  details: Record<string, unknown>,
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_logs')
    .select('seq')
    .where('event_type', '=', eventType)
    .where(hasDetails(details))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

// Totals

/** Records per day, newest day first. */
export function selectAuditDays(
  db: Handle,
  { action = '', status = '', startDate, endDate }: AuditLogsFilter,
): Promise<DayCount[]> {
  let days = db
    .selectFrom('audit_by_day')
    .select(['day', sql<number>`sum(records)::bigint`.as('count')])
    .where('event_type', '=', action)
    .where('status', '=', status)
    .groupBy('day')
    .orderBy('day', 'desc');
  if (startDate) days = days.where('day', '>=', startDate);
  if (endDate) days = days.where('day', '<=', endDate);
  return days.execute();
}

const usersNamed = (db: Handle, email: string) =>
  db.selectFrom('users').where('email', 'ilike', containing(email));

/** How many accounts match a part of an email address, and how many records they have. */
export async function countAuditLogsOf(
  db: Handle,
  email: string,
  filter: AuditLogsFilter,
): Promise<{ people: number; records: number }> {
  const { action = '', status = '', startDate, endDate } = filter;
  // The totals by account have no days, so a range is counted from the records.
  const inRange = matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', 'in', usersNamed(db, email).select('id'));
  const ever = db
    .selectFrom('audit_by_user')
    .select(sql<number>`coalesce(sum(records), 0)::bigint`.as('count'))
    .where('event_type', '=', action)
    .where('status', '=', status)
    .where('user_id', 'in', usersNamed(db, email).select('id'));
  const records = startDate || endDate ? inRange : ever;
  const [people, made] = await Promise.all([
    usersNamed(db, email)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    records.executeTakeFirstOrThrow(),
  ]);
  return { people: people.count, records: made.count };
}

/** Records per status in the range, with the first day of each. */
export async function selectAuditStats(db: Handle, range: DateRangeQuery) {
  let days = db
    .selectFrom('audit_by_day')
    .select(['status', sql<number>`sum(records)::bigint`.as('count'), sql<string>`min(day)`.as('first_day')])
    .where('event_type', '=', '')
    .where('status', '<>', '')
    .groupBy('status');
  if (range.startDate) days = days.where('day', '>=', range.startDate);
  if (range.endDate) days = days.where('day', '<=', range.endDate);
  return days.execute();
}

// Records

type Records = SelectQueryBuilder<Schema, 'audit_logs', object>;
type Picked = AliasableExpression<{ seq: number; recorded_at: Date }>;
type Direction = 'asc' | 'desc';

function matching(db: Handle, { action, status, startDate, endDate }: AuditLogsFilter): Records {
  let records = db.selectFrom('audit_logs');
  if (action) records = records.where('event_type', '=', action);
  if (status) records = records.where('audit_logs.status', '=', status);
  if (startDate) records = records.where('recorded_at', '>=', dayStart(startDate));
  if (endDate) records = records.where('recorded_at', '<', dayEnd(endDate));
  return records;
}

export interface Slice {
  direction: Direction;
  offset: number;
  limit: number;
}

const inOrder = (records: Records, { direction, offset, limit }: Slice) =>
  records
    .select(['seq', 'recorded_at'])
    .orderBy('recorded_at', direction)
    .orderBy('seq', direction)
    .limit(limit)
    .offset(offset);

/** Records per day of all accounts whose email does not match, and records without an account. */
export async function selectDaysOfOthers(
  db: Handle,
  email: string,
  filter: AuditLogsFilter,
): Promise<DayCount[]> {
  const byDay = (records: Records) =>
    records
      .select([sql<string>`operator_day(recorded_at)`.as('day'), sql<number>`count(*)`.as('count')])
      .groupBy(sql`operator_day(recorded_at)`);
  const nonMatching = db.selectFrom('users').select('id').where('email', 'not ilike', containing(email));
  const others = byDay(matching(db, filter).where('user_id', 'is', null)).unionAll(
    byDay(matching(db, filter).where('user_id', 'in', nonMatching)),
  );
  return db
    .selectFrom(others.as('others'))
    .select(['day', sql<number>`sum(count)::bigint`.as('count')])
    .groupBy('day')
    .execute();
}

/** Starts at the edge of a day. With `email`, only accounts whose address contains it. */
export function pickFromDay(
  db: Handle,
  filter: AuditLogsFilter,
  slice: Slice,
  day: string,
  email?: string,
): Picked {
  let records = matching(db, filter);
  if (email !== undefined) records = records.where('user_id', 'in', usersNamed(db, email).select('id'));
  return inOrder(
    slice.direction === 'desc'
      ? records.where('recorded_at', '<', dayEnd(day))
      : records.where('recorded_at', '>=', dayStart(day)),
    slice,
  );
}

export const pickOfOne = (db: Handle, email: string, filter: AuditLogsFilter, slice: Slice): Picked =>
  inOrder(matching(db, filter).where('user_id', '=', usersNamed(db, email).select('id').limit(1)), slice);

/** Walks all records by time and skips those of other accounts. */
export const pickOfMany = (db: Handle, email: string, filter: AuditLogsFilter, slice: Slice): Picked =>
  inOrder(matching(db, filter).where('user_id', 'in', usersNamed(db, email).select('id')), slice);

/** Merges the records of each account. */
export const pickOfFew = (db: Handle, email: string, filter: AuditLogsFilter, slice: Slice): Picked =>
  usersNamed(db, email)
    .innerJoinLateral(
      () =>
        inOrder(matching(db, filter).whereRef('user_id', '=', sql.ref('users.id')), {
          direction: slice.direction,
          offset: 0,
          limit: slice.offset + slice.limit,
        }).as('own'),
      (join) => join.onTrue(),
    )
    .select(['own.seq', 'own.recorded_at'])
    .orderBy('own.recorded_at', slice.direction)
    .orderBy('own.seq', slice.direction)
    .limit(slice.limit)
    .offset(slice.offset);

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/**
 * The details with the current reason of a refund, which is erased with the client. It also covers the reasons
 * that entries of earlier versions contain.
 */
const shownDetails = sql<Record<string, unknown> | null>`
  CASE WHEN event_type = 'REFUND_REQUESTED' AND details ->> 'refundId' ~ ${sql.lit(UUID)} THEN coalesce(
    details || (SELECT jsonb_build_object('reason', refunds.reason) FROM refunds
                WHERE refunds.id = (details ->> 'refundId')::uuid), details)
  ELSE details END`;

/** Loads the selected records. Selecting reads only indexes. */
export const selectAuditLogs = (db: Handle, picked: Picked, direction: Direction) =>
  db
    .selectFrom(picked.as('picked'))
    .innerJoin('audit_logs', 'audit_logs.seq', 'picked.seq')
    .leftJoin('users', 'users.id', 'audit_logs.user_id')
    .select([
      'log_id',
      'audit_logs.recorded_at',
      'event_type',
      'audit_logs.status',
      'user_role',
      'ip_address',
      shownDetails.as('details'),
      'users.full_name',
      'users.email',
    ])
    .orderBy('audit_logs.recorded_at', direction)
    .orderBy('audit_logs.seq', direction)
    .execute();

/** All matching records, newest first, with the columns of the CSV file. */
export function auditLogsForExport(db: Handle, filter: AuditLogsFilter) {
  let records = matching(db, filter).leftJoin('users', 'users.id', 'audit_logs.user_id');
  if (filter.userEmail) records = records.where('users.email', 'ilike', containing(filter.userEmail));
  return records
    .select([
      sql`to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('Timestamp'),
      'event_type as Event Type',
      sql`csv_text(users.full_name)`.as('User'),
      sql`csv_text(users.email)`.as('User email'),
      'user_role as Role',
      sql`csv_text(ip_address)`.as('IP Address'),
      'audit_logs.status as Status',
      sql`csv_text((${shownDetails})::text)`.as('Details'),
    ])
    .orderBy('recorded_at', 'desc')
    .orderBy('seq', 'desc');
}
