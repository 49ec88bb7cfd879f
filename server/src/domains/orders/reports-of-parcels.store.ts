import { CONNECTED_KINDS } from '@lading/contract/orders/order-sources.ts';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/**
 * One report per parcel and order, for stores that Lading calls. LIMIT makes PostgreSQL find the orders by their IDs; a
 * plain join may read all orders of the store.
 */
export async function insertReports(trx: Trx, parcelIds: readonly string[], now: Date): Promise<void> {
  await sql`
    INSERT INTO order_reports (id, user_id, parcel_id, order_id, source_id, state, next_try_at, created_at, updated_at)
    SELECT gen_random_uuid(), o.user_id, i.parcel_id, i.order_id, o.source_id, 'to_report', ${now}::timestamptz, ${now}::timestamptz,
           ${now}::timestamptz
    FROM (SELECT DISTINCT parcel_id, order_id FROM order_parcel_items WHERE parcel_id = ANY(${parcelIds}::uuid[])) i
    CROSS JOIN LATERAL (SELECT user_id, source_id FROM orders WHERE id = i.order_id LIMIT 1) o
    JOIN order_sources s ON s.id = o.source_id
    WHERE s.kind = ANY(${CONNECTED_KINDS}::text[])
    ON CONFLICT ON CONSTRAINT order_reports_once DO NOTHING`.execute(trx);
}

/**
 * After a void: what the store knows, or may know, is withdrawn. What it does not know is never sent. A report that is
 * being sent waits until its call has ended. Locked in the order of their IDs, as for calls.
 */
export async function withdrawReports(trx: Trx, parcelIds: readonly string[], now: Date): Promise<void> {
  const isKnown = sql`(r.state IN ('reported', 'reporting') OR r.is_uncertain OR r.reference IS NOT NULL)`;
  await sql`
    UPDATE order_reports r
    SET state = CASE WHEN ${isKnown} THEN 'to_withdraw' ELSE 'canceled' END,
        next_try_at = CASE WHEN ${isKnown} THEN coalesce(r.lease_until, ${now}::timestamptz) END,
        tries = 0, updated_at = ${now}::timestamptz
    FROM (
      SELECT id FROM order_reports
      WHERE parcel_id = ANY(${parcelIds}::uuid[]) AND state IN ('to_report', 'reporting', 'refused', 'reported')
      ORDER BY id FOR UPDATE
    ) known
    WHERE r.id = known.id`.execute(trx);
}

/** The store no longer had the numbers of these orders, but showed the orders as shipped. Now it has opened them. */
export async function finishWithdrawals(trx: Trx, orderIds: readonly string[], now: Date): Promise<void> {
  await sql`
    UPDATE order_reports r SET state = 'withdrawn', message = NULL, updated_at = ${now}::timestamptz
    FROM (
      SELECT id FROM order_reports
      WHERE order_id = ANY(${orderIds}::uuid[]) AND state = 'not_withdrawn' AND reference IS NULL
      ORDER BY id FOR UPDATE
    ) removed
    WHERE r.id = removed.id`.execute(trx);
}
