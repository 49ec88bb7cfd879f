import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { hasManyDeclines } from './card-testing.ts';
import { countDecline, selectUnpaidWithIntent } from './declines.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import type { StoredPayment } from './payments.store.ts';
import { settleIntent, settlePayment } from './settle-payment.ts';

/** Enough for anyone with a few cards and typing errors. Testing stolen cards takes many more. */
const MAX_DECLINES_PER_PAYMENT = 10;
/** How many other payments of the client one declined card cancels. The next declined card cancels more of them. */
const OTHERS_AT_A_TIME = 10;

/**
 * Like `settlePayment`, after an event of the intent. Each declined card causes one event, so declines are counted
 * here. Returns whether the event is marked as processed.
 */
export async function settleAfterEvent(
  deps: PaymentDeps,
  payment: StoredPayment,
  eventId: string,
): Promise<boolean> {
  const { db, clock, paymentProvider } = deps;
  const { intent, eventId: processed } = await settleIntent(deps, payment, eventId);
  if (processed === eventId) return true;
  if (intent?.status !== 'requires_payment_method' || intent.lastError === null) return false;
  const declines = await countDecline(db, {
    paymentId: payment.id,
    provider: paymentProvider.name,
    eventId,
    at: clock.now(),
  });
  if (declines === null) return false;
  const isTesting = await hasManyDeclines(deps, payment.user_id);
  if (isTesting || declines >= MAX_DECLINES_PER_PAYMENT)
    await cancelAll(deps, [{ ...payment, intent_id: intent.intentId }]);
  // No new payment is needed to test cards if many were started before.
  if (isTesting)
    await cancelAll(
      deps,
      await selectUnpaidWithIntent(db, {
        userId: payment.user_id,
        provider: paymentProvider.name,
        limit: OTHERS_AT_A_TIME,
      }),
    );
  return true;
}

const cancelAll = (
  deps: PaymentDeps,
  payments: readonly (StoredPayment & { intent_id: string })[],
): Promise<void> =>
  forEachIsolated(
    payments,
    {
      onError: (err, { id: paymentId }) =>
        deps.log.warn(
          { event: 'payment.not_canceled', err, paymentId },
          'Could not cancel an unpaid payment of a client with many declined cards; will retry when the next card is declined',
        ),
    },
    async (payment) => {
      await callPaymentProvider(deps, (provider) => provider.cancelIntent(payment.intent_id));
      await settlePayment(deps, payment);
    },
  );
