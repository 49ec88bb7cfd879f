import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';

/**
 * The quotes that a payment covers, with their prices in cents. Empty once none of its money is left to
 * spend.
 */
export async function selectPaidPrices(trx: Trx, paymentId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; cents: number }>`
    SELECT q.id, q.total_cents AS cents FROM payments p
    JOIN payment_quotes pq ON pq.payment_id = p.id
    JOIN quotes q ON q.id = pq.quote_id
    WHERE p.id = ${paymentId} AND p.allocated_cents + p.surplus_returned_cents < p.amount_cents`.execute(trx);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** Automatic refunds of a batch's payments, finished or pending; an admin's refunds are not counted. */
export async function selectRefundedCents(db: Handle, batchId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(f.cents), 0)::bigint AS cents FROM refunds f JOIN payments p ON p.id = f.payment_id
    WHERE p.batch_id = ${batchId} AND f.state <> 'failed' AND f.kind <> 'by_admin'`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** The ID at the payment provider of the payment that bought all of these quotes outside of any batch, else null. */
export async function selectIntentThatBought(
  db: Handle,
  userId: string,
  quoteIds: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ intent_id: string | null; count: number }>`
    SELECT p.intent_id, count(*) AS count FROM shipments s JOIN payments p ON p.id = s.payment_id
    WHERE s.quote_id = ANY(${quoteIds}::uuid[]) AND s.user_id = ${userId} AND p.batch_id IS NULL
    GROUP BY p.id`.execute(db);
  return rows[0]?.count === quoteIds.length ? rows[0].intent_id : null;
}
