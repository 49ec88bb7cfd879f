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
