import type { RefundEvent } from '../../providers/payments/port.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { recordDeclined, recordRefunded, recordReturnedByBank } from './end-refund.ts';
import { reportForeignRefund } from './forgotten-refunds.ts';
import type { PaymentDeps } from './payments.deps.ts';
import type { StoredPayment } from './payments.store.ts';
import { selectRefundOfPayment } from './refunds.store.ts';

/**
 * Handles an event about a refund: one of ours that ended, one that the bank returned after it had succeeded, or one that someone made
 * directly at the payment provider.
 */
export async function checkRefund(
  deps: PaymentDeps,
  payment: StoredPayment,
  { refundId, refundKey, cents }: RefundEvent,
): Promise<void> {
  const refund = refundKey === null ? undefined : await selectRefundOfPayment(deps.db, payment.id, refundKey);
  if (!refund) return reportForeignRefund(deps, payment.id, { key: refundId, amountCents: cents });
  const { intent_id: intentId, user_id: userId } = payment;
  if (refund.state === 'failed' || intentId === null) return;
  const answer = await callPaymentProvider(deps, (provider) => provider.findRefund(intentId, refund.id));
  if (refund.state === 'succeeded') {
    if (answer?.outcome === 'refused') await recordReturnedByBank(deps, userId, refund, answer.text);
    return;
  }
  if (answer?.outcome === 'succeeded') await recordRefunded(deps, userId, refund, answer.refundId);
  if (answer?.outcome === 'refused') await recordDeclined(deps, userId, refund, answer.text);
}
