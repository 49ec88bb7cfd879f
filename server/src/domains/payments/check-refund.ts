import type { RefundEvent } from '../../providers/payments/port.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { recordDeclined, recordRefunded, recordReturnedByBank } from './end-refund.ts';
import type { PaymentDeps } from './payments.deps.ts';
import type { StoredPayment } from './payments.store.ts';
import { selectRefundOfPayment } from './refunds.store.ts';
import { reportOutsideRefund } from './unknown-refunds.ts';

/**
 * Handles a refund event: our refund ended, the bank returned a refund that had succeeded, or a refund was
 * made directly at the payment provider.
 */
export async function checkRefund(
  deps: PaymentDeps,
  payment: StoredPayment,
  { refundId, refundKey, cents }: RefundEvent,
): Promise<void> {
  const refund = refundKey === null ? undefined : await selectRefundOfPayment(deps.db, payment.id, refundKey);
  if (!refund) return reportOutsideRefund(deps, payment.id, { key: refundId, amountCents: cents });
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
