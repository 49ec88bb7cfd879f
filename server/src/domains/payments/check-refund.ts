import type { RefundEvent } from '../../providers/payments/port.ts';
import { askCards } from './ask-cards.ts';
import { recordCameBack, recordRefused, recordReturned } from './end-refund.ts';
import { reportForeignRefund } from './forgotten-refunds.ts';
import type { PaymentDeps } from './payments.deps.ts';
import type { StoredPayment } from './payments.store.ts';
import { selectRefundOfPayment } from './refunds.store.ts';

/**
 * The card provider has news of a refund: of one of ours on its way, of one that came back after it had succeeded (CP15), or of one that
 * somebody made there by hand.
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
  const answer = await askCards(deps, (cards) => cards.findRefund(intentId, refund.id));
  if (refund.state === 'succeeded') {
    if (answer?.outcome === 'refused') await recordCameBack(deps, userId, refund, answer.text);
    return;
  }
  if (answer?.outcome === 'succeeded') await recordReturned(deps, userId, refund, answer.refundId);
  if (answer?.outcome === 'refused') await recordRefused(deps, userId, refund, answer.text);
}
