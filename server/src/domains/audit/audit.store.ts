import type { AuditLogsFilter } from '@lading/contract/audit.ts';
import type { DateRangeQuery } from '@lading/contract/date-range.ts';
import { type AliasableExpression, type Insertable, type SelectQueryBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-text.ts';
import type { DayCount } from '../../platform/db/page-by-day.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { AuditLogsTable } from './audit.tables.ts';

export async function insertAuditLog(db: Handle, row: Insertable<AuditLogsTable>): Promise<void> {
  await db.insertInto('audit_logs').values(row).execute();
}

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
    .where('details', '=', JSON.stringify(details) as unknown as Record<string, unknown>)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

// Totals ---------------------------------------------------------------------------------------------------------------------

/** How many records each day has, whoever made them; newest day first. */
export const selectAuditDays = (
  db: Handle,
  { action = '', status = '' }: AuditLogsFilter,
): Promise<DayCount[]> =>
  db
    .selectFrom('audit_by_day')
    .select(['day', sql<number>`sum(records)::bigint`.as('count')])
    .where('event_type', '=', action)
    .where('status', '=', status)
    .groupBy('day')
    .orderBy('day', 'desc')
    .execute();

const usersNamed = (db: Handle, email: string) =>
  db.selectFrom('users').where('email', 'ilike', containing(email));

/** How many people a part of an address means, and how many records they made. */
export async function countAuditLogsOf(
  db: Handle,
  email: string,
  { action = '', status = '' }: AuditLogsFilter,
): Promise<{ people: number; records: number }> {
  const records = db
    .selectFrom('audit_by_user')
    .select(sql<number>`coalesce(sum(records), 0)::bigint`.as('count'))
    .where('event_type', '=', action)
    .where('status', '=', status)
    .where('user_id', 'in', usersNamed(db, email).select('id'));
  const [people, made] = await Promise.all([
    usersNamed(db, email)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    records.executeTakeFirstOrThrow(),
  ]);
  return { people: people.count, records: made.count };
}

/** The first day that has a record, and how many records of each status the days have, both counted. */
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

// Records --------------------------------------------------------------------------------------------------------------------

type Records = SelectQueryBuilder<Schema, 'audit_logs', object>;
type Picked = AliasableExpression<{ seq: number; recorded_at: Date }>;
type Direction = 'asc' | 'desc';

function matching(db: Handle, { action, status }: AuditLogsFilter): Records {
  let records = db.selectFrom('audit_logs');
  if (action) records = records.where('event_type', '=', action);
  if (status) records = records.where('audit_logs.status', '=', status);
  return records;
}

export interface Stretch {
  direction: Direction;
  offset: number;
  limit: number;
}

const inOrder = (records: Records, { direction, offset, limit }: Stretch) =>
  records
    .select(['seq', 'recorded_at'])
    .orderBy('recorded_at', direction)
    .orderBy('seq', direction)
    .limit(limit)
    .offset(offset);

/** How many records each day has of nobody, and of people whose address has no such part. */
export async function selectDaysOfOthers(
  db: Handle,
  email: string,
  filter: AuditLogsFilter,
): Promise<DayCount[]> {
  const byDay = (records: Records) =>
    records
      .select([sql<string>`operator_day(recorded_at)`.as('day'), sql<number>`count(*)`.as('count')])
      .groupBy(sql`operator_day(recorded_at)`);
  const strangers = db.selectFrom('users').select('id').where('email', 'not ilike', containing(email));
  const others = byDay(matching(db, filter).where('user_id', 'is', null)).unionAll(
    byDay(matching(db, filter).where('user_id', 'in', strangers)),
  );
  return db
    .selectFrom(others.as('others'))
    .select(['day', sql<number>`sum(count)::bigint`.as('count')])
    .groupBy('day')
    .execute();
}

/** From the edge of a day on; of everybody, or of people whose address has such a part. */
export function pickFromDay(
  db: Handle,
  filter: AuditLogsFilter,
  stretch: Stretch,
  day: string,
  email?: string,
): Picked {
  let records = matching(db, filter);
  if (email !== undefined) records = records.where('user_id', 'in', usersNamed(db, email).select('id'));
  return inOrder(
    stretch.direction === 'desc'
      ? records.where('recorded_at', '<', sql<Date>`operator_day_start(${day}::date + 1)`)
      : records.where('recorded_at', '>=', sql<Date>`operator_day_start(${day}::date)`),
    stretch,
  );
}

export const pickOfOne = (db: Handle, email: string, filter: AuditLogsFilter, stretch: Stretch): Picked =>
  inOrder(matching(db, filter).where('user_id', '=', usersNamed(db, email).select('id').limit(1)), stretch);

/** By time, passing over the records of everybody else. */
export const pickOfMany = (db: Handle, email: string, filter: AuditLogsFilter, stretch: Stretch): Picked =>
  inOrder(matching(db, filter).where('user_id', 'in', usersNamed(db, email).select('id')), stretch);

/** Gathered from each person's own. */
export const pickOfFew = (db: Handle, email: string, filter: AuditLogsFilter, stretch: Stretch): Picked =>
  usersNamed(db, email)
    .innerJoinLateral(
      () =>
        inOrder(matching(db, filter).whereRef('user_id', '=', sql.ref('users.id')), {
          direction: stretch.direction,
          offset: 0,
          limit: stretch.offset + stretch.limit,
        }).as('own'),
      (join) => join.onTrue(),
    )
    .select(['own.seq', 'own.recorded_at'])
    .orderBy('own.recorded_at', stretch.direction)
    .orderBy('own.seq', stretch.direction)
    .limit(stretch.limit)
    .offset(stretch.offset);

/** The whole of the records that were picked by their numbers alone, which indexes hold. */
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
      'details',
      'users.full_name',
      'users.email',
    ])
    .orderBy('audit_logs.recorded_at', direction)
    .orderBy('audit_logs.seq', direction)
    .execute();

/** All records that match, newest first, in the columns of the exported file. */
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
      sql`csv_text(details::text)`.as('Details'),
    ])
    .orderBy('recorded_at', 'desc')
    .orderBy('seq', 'desc');
}
