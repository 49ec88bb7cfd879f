import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

export interface PaidPayment {
  id: string;
  user_id: string;
  amount_cents: number;
  balance_cents: number;
  purpose: 'labels' | 'top_up';
  automatic: boolean;
  batch: boolean;
  succeeded_at: Date;
  brand: string | null;
  last4: string | null;
}

/** Paid payments without a receipt, oldest first. */
export async function selectUnreceipted(
  db: Handle,
  { since, until, limit }: { since: Date; until: Date; limit: number },
): Promise<PaidPayment[]> {
  const { rows } = await sql<PaidPayment>`
    SELECT p.id, p.user_id, p.amount_cents, p.balance_cents, p.purpose, p.automatic, p.batch_id IS NOT NULL AS batch, p.succeeded_at,
           coalesce(k.brand, c.brand) AS brand, coalesce(k.last4, c.last4) AS last4
    FROM payments p LEFT JOIN payment_cards k ON k.payment_id = p.id LEFT JOIN stored_cards c ON c.id = p.card_id
    WHERE p.status = 'succeeded' AND p.succeeded_at >= ${since} AND p.succeeded_at <= ${until}
      AND NOT EXISTS (SELECT FROM billing_documents d WHERE d.payment_id = p.id)
    ORDER BY p.succeeded_at, p.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** How much of the payment has been refunded so far. */
export async function selectRefunded(db: Handle, paymentId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM refunds
    WHERE payment_id = ${paymentId} AND state = 'succeeded'`.execute(db);
  return rows[0]?.cents ?? 0;
}
