import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { literals } from '../../platform/db/literals.ts';
import { IN_PROGRESS, REFUNDING } from '../shipments/shipments.states.ts';

export type UnsettledMoney =
  | 'unpaid'
  | 'processing'
  | 'unspent'
  | 'in_progress'
  | 'returning'
  | 'batch'
  | 'disputed'
  | 'balance';

/** The payment provider declined the refund `f` and an admin closed the incident, so nothing is pending. */
const IS_SETTLED_BY_ADMIN = sql<boolean>`f.state = 'failed' AND EXISTS (
  SELECT FROM incidents b
  WHERE b.kind IN ('refund_refused', 'refund_came_back') AND b.object_id = f.id::text AND b.resolved_at IS NOT NULL)`;

/** Why a client's money is not settled; empty when all of it is spent on labels or refunded. */
export async function selectUnsettledMoney(db: Handle, userId: string): Promise<UnsettledMoney[]> {
  const { rows } = await sql<{ kind: UnsettledMoney }>`
    SELECT 'unpaid' AS kind WHERE EXISTS (
      SELECT FROM payments WHERE user_id = ${userId} AND status = 'created')
    UNION ALL SELECT 'processing' WHERE EXISTS (
      SELECT FROM payments WHERE user_id = ${userId} AND status = 'processing')
    UNION ALL SELECT 'unspent' WHERE EXISTS (
      SELECT FROM payments p
      WHERE p.user_id = ${userId} AND p.status = 'succeeded' AND p.purpose = 'labels' AND p.allocated_cents + p.surplus_returned_cents < p.amount_cents
        AND p.allocated_cents + p.surplus_returned_cents + coalesce((
          SELECT sum(f.cents) FROM refunds f
          WHERE f.payment_id = p.id AND f.kind = 'surplus' AND ${IS_SETTLED_BY_ADMIN}), 0) < p.amount_cents)
    UNION ALL SELECT 'in_progress' WHERE EXISTS (
      SELECT FROM shipments s
      WHERE s.user_id = ${userId} AND s.status IN ('pending', 'failed')
        AND s.state IN (${literals([...IN_PROGRESS, ...REFUNDING, 'void_requested'])})
        AND NOT EXISTS (
          SELECT FROM refunds f
          WHERE f.shipment_id = s.id AND f.kind = 'failed_purchase' AND ${IS_SETTLED_BY_ADMIN}))
    UNION ALL SELECT 'returning' WHERE EXISTS (
      SELECT FROM refunds f JOIN payments p ON p.id = f.payment_id
      WHERE p.user_id = ${userId} AND f.state IN ('requested', 'submitted'))
    UNION ALL SELECT 'batch' WHERE EXISTS (
      SELECT FROM bulk_rows r JOIN bulk_batches b ON b.id = r.batch_id
      WHERE b.user_id = ${userId} AND r.work = 'labels')
    UNION ALL SELECT 'disputed' WHERE EXISTS (
      SELECT FROM disputes d JOIN payments p ON p.id = d.payment_id
      WHERE p.user_id = ${userId} AND d.state = 'open')
    UNION ALL SELECT 'balance' WHERE EXISTS (
      SELECT FROM balances WHERE user_id = ${userId} AND cents <> 0)`.execute(db);
  return rows.map(({ kind }) => kind);
}
