import type { DateRange } from '@lading/contract/date-range.ts';
import { LABEL_NOT_CREATED, PARCEL_RETURNED } from '@lading/contract/failure-texts.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { dayEnd, dayStart } from '../../platform/db/operator-days.ts';

/** Exactly the condition of the index `shipments_exceptions_by_time`. */
const EXCEPTION = sql`(s.purchased_at IS NULL OR s.state IN ('returned', 'voided'))`;

const created = (column: RawBuilder<unknown>, range: DateRange | null) =>
  range ? sql`${column} >= ${dayStart(range.startDate)} AND ${column} < ${dayEnd(range.endDate)}` : sql`true`;

/** Shipments without a label, and labels that were voided. Without a range, over all time. */
export async function countExceptions(
  db: Handle,
  range: DateRange | null,
): Promise<{ unmade: number; voided: number }> {
  const { rows } = await sql<{ unmade: number; voided: number }>`
    SELECT count(*) FILTER (WHERE s.purchased_at IS NULL) AS unmade, count(*) FILTER (WHERE s.state = 'voided') AS voided
    FROM shipments s WHERE ${EXCEPTION} AND ${created(sql`s.created_at`, range)}`.execute(db);
  return rows[0] ?? { unmade: 0, voided: 0 };
}

export interface ReasonCount {
  reason: string;
  count: number;
}

/** The most frequent reason first. `userId` limits it to one client. */
export async function failuresByReason(
  db: Handle,
  range: DateRange | null,
  userId: string | null = null,
): Promise<ReasonCount[]> {
  const { rows } = await sql<ReasonCount>`
    SELECT coalesce(r.reason, CASE s.state WHEN 'returned' THEN ${sql.lit(PARCEL_RETURNED)}
                                           ELSE ${sql.lit(LABEL_NOT_CREATED)} END) AS reason, count(*) AS count
    FROM shipments s LEFT JOIN refunds r ON r.shipment_id = s.id AND r.kind = 'failed_purchase'
    WHERE ${EXCEPTION} AND s.status = 'failed' AND s.state <> 'voided' AND ${created(sql`s.created_at`, range)}
      AND ${userId ? sql`s.user_id = ${userId}` : sql`true`}
    GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db);
  return rows;
}

/** Payments that were never paid because the card was declined. */
export async function declinedByReason(
  db: Handle,
  range: DateRange | null,
  userId: string | null = null,
): Promise<ReasonCount[]> {
  const { rows } = await sql<ReasonCount>`
    SELECT p.last_error AS reason, count(*) AS count FROM payments p
    WHERE p.last_error IS NOT NULL AND p.status <> 'succeeded' AND ${created(sql`p.created_at`, range)}
      AND ${userId ? sql`p.user_id = ${userId}` : sql`true`}
    GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db);
  return rows;
}
