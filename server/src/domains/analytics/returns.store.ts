import type { DateRange } from '@lading/contract/date-range.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { Returns } from './figures.ts';

/** The index ranges are two days wider on either side because a midnight may occur twice or not at all. */
const around = (column: RawBuilder<unknown>, range: DateRange | null) =>
  range
    ? sql`${column} >= ${range.startDate}::date - 2 AND ${column} < ${range.endDate}::date + 3`
    : sql`true`;

/** (day, refunded_cents, credited_cents): refunds by the day of their request, credits by the day of their booking. */
const returns = (range: DateRange | null, timeZone: string, userId: string | null) => sql`
  SELECT (r.created_at AT TIME ZONE ${timeZone})::date AS day, r.cents AS refunded_cents, 0 AS credited_cents
  FROM refunds r ${userId ? sql`JOIN shipments s ON s.id = r.shipment_id AND s.user_id = ${userId}` : sql``}
  WHERE ${around(sql`r.created_at`, range)} AND r.kind = 'by_admin' AND r.state <> 'failed'
  UNION ALL
  SELECT (t.recorded_at AT TIME ZONE ${timeZone})::date, 0, e.cents
  FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'carrier_payable'
  ${userId ? sql`JOIN shipments s ON t.reason_key = 'void:' || s.id AND s.state = 'voided' AND s.user_id = ${userId}` : sql``}
  WHERE t.reason_key LIKE 'void:%' AND ${around(sql`t.recorded_at`, range)}`;

const within = (range: DateRange | null) =>
  range ? sql`day BETWEEN ${range.startDate}::date AND ${range.endDate}::date` : sql`true`;

const SUMS = sql`coalesce(sum(refunded_cents), 0)::bigint AS refunded_cents,
  coalesce(sum(credited_cents), 0)::bigint AS credited_cents`;

export async function returnsByDay(db: Handle, range: DateRange, timeZone: string) {
  const { rows } = await sql<Returns & { day: string }>`
    SELECT day, ${SUMS} FROM (${returns(range, timeZone, null)}) returned WHERE ${within(range)} GROUP BY day`.execute(
    db,
  );
  return rows;
}

/** Without a range, over all time; without a client, of all clients. */
export async function returnsOf(
  db: Handle,
  range: DateRange | null,
  timeZone: string,
  userId: string | null = null,
): Promise<Returns> {
  const { rows } = await sql<Returns>`
    SELECT ${SUMS} FROM (${returns(range, timeZone, userId)}) returned WHERE ${within(range)}`.execute(db);
  return rows[0] ?? { refunded_cents: 0, credited_cents: 0 };
}
