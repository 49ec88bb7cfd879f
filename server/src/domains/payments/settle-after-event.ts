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
 * here.
 */
export async function settleAfterEvent(deps: PaymentDeps, payment: StoredPayment): Promise<void> {
  const { intent } = await settleIntent(deps, payment);
  if (intent?.status !== 'requires_payment_method' || intent.lastError === null) return;
  const declines = await countDecline(deps.db, payment.id, deps.clock.now());
  if (declines === null) return;
  const isTesting = await hasManyDeclines(deps, payment.user_id);
  if (isTesting || declines >= MAX_DECLINES_PER_PAYMENT) await cancel(deps, payment, intent.intentId);
  if (isTesting) await cancelOthers(deps, payment.user_id);
}

async function cancel(deps: PaymentDeps, payment: StoredPayment, intentId: string): Promise<void> {
  await callPaymentProvider(deps, (provider) => provider.cancelIntent(intentId));
  await settlePayment(deps, payment);
}

/** No new payment is needed to test cards if many were started before. */
async function cancelOthers(deps: PaymentDeps, userId: string): Promise<void> {
  const { db, log, paymentProvider } = deps;
  await forEachIsolated(
    await selectUnpaidWithIntent(db, { userId, provider: paymentProvider.name, limit: OTHERS_AT_A_TIME }),
    {
      onError: (err, { id: paymentId }) =>
        log.warn(
          { event: 'payment.not_canceled', err, paymentId },
          'Could not cancel an unpaid payment of a client with many declined cards; the next declined card tries again',
        ),
    },
    (payment) => cancel(deps, payment, payment.intent_id),
  );
}
