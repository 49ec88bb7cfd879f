import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { askCards } from './ask-cards.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { settlePayment } from './settle-payment.ts';

const IN_WORDS = {
  unpaid: 'a payment that was begun',
  unspent: 'paid money that has bought nothing yet',
  in_progress: 'a label between its payment and its end',
  returning: 'a refund on its way',
  batch: 'an upload whose labels are being made',
  disputed: 'a dispute that is not decided',
} as const;
export type MoneyInMotion = keyof typeof IN_WORDS;

export const inWords = (moving: readonly MoneyInMotion[]): string =>
  moving.map((kind) => IN_WORDS[kind]).join(', ');

/** The card provider refused to take the money back, and a person has since said that it is settled: nothing moves any more. */
const settledByHand = (which: RawBuilder<boolean>) => sql<boolean>`EXISTS (
  SELECT FROM refunds f JOIN incidents b ON b.kind IN ('refund_refused', 'refund_came_back') AND b.object_id = f.id::text
  WHERE ${which} AND f.state = 'failed' AND b.resolved_at IS NOT NULL)`;

/** Whatever of a client's money is not at its end; nothing when all of it is in labels or was given back. */
export async function moneyInMotion(db: Handle, userId: string): Promise<MoneyInMotion[]> {
  const { rows } = await sql<{ kind: MoneyInMotion }>`
    SELECT 'unpaid' AS kind WHERE EXISTS (
      SELECT FROM payments WHERE user_id = ${userId} AND status IN ('created', 'processing'))
    UNION ALL SELECT 'unspent' WHERE EXISTS (
      SELECT FROM payments p
      WHERE p.user_id = ${userId} AND p.status = 'succeeded' AND p.allocated_cents + p.surplus_returned_cents < p.amount_cents
        AND NOT ${settledByHand(sql`f.payment_id = p.id AND f.kind = 'surplus'`)})
    UNION ALL SELECT 'in_progress' WHERE EXISTS (
      SELECT FROM shipments s
      WHERE s.user_id = ${userId} AND s.status IN ('pending', 'failed')
        AND s.state IN ('paid', 'purchasing', 'purchase_unknown', 'purchase_failed', 'refunding', 'void_requested')
        AND NOT ${settledByHand(sql`f.shipment_id = s.id AND f.kind = 'failed_purchase'`)})
    UNION ALL SELECT 'returning' WHERE EXISTS (
      SELECT FROM refunds f JOIN payments p ON p.id = f.payment_id
      WHERE p.user_id = ${userId} AND f.state IN ('requested', 'submitted'))
    UNION ALL SELECT 'batch' WHERE EXISTS (
      SELECT FROM bulk_rows r JOIN bulk_batches b ON b.id = r.batch_id
      WHERE b.user_id = ${userId} AND r.work = 'labels')
    UNION ALL SELECT 'disputed' WHERE EXISTS (
      SELECT FROM disputes d JOIN payments p ON p.id = d.payment_id
      WHERE p.user_id = ${userId} AND d.state = 'open')`.execute(db);
  return rows.map(({ kind }) => kind);
}

/**
 * Ends the client's payments that nobody has paid: a form that stands open in some browser takes no money any more. One that was
 * paid meanwhile, or that a bank is still thinking about, goes its way.
 */
export async function cancelUnpaid(deps: PaymentDeps, userId: string): Promise<void> {
  const begun = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['created', 'processing'])
    .execute();
  for (const payment of begun) {
    const { status, intent_id: intentId } = await settlePayment(deps, payment);
    // Without an intent it waits for the sweeper, who orders one within moments.
    if (status !== 'created' || intentId === null) continue;
    await askCards(deps, (cards) => cards.cancelIntent(intentId)).catch((cause: unknown) => {
      throw new AppError('PAYMENT_UNREACHABLE', { cause });
    });
    await settlePayment(deps, payment);
  }
}

/** What a client wrote on their payments, and their names for requests. Sums and states stay. */
export async function erasePaymentTextsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
  await trx
    .updateTable('payments')
    .set({ description: '' })
    .where('user_id', '=', userId)
    .where('description', '<>', '')
    .execute();
}
