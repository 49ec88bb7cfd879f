import { hours, minutes } from '../../platform/clock.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import { abandonPayment, isElsewhere } from './abandon-payment.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { ensureIntent } from './create-intent.ts';
import { selectOpenEvents } from './payment-events.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { claimPaymentsToCheck, type StoredPayment } from './payments.store.ts';
import { processOpenEvent } from './receive-event.ts';
import { runRefund } from './refund.ts';
import { selectDueRefunds } from './refunds.store.ts';
import { hasEnded, settleIntent, settlePayment } from './settle-payment.ts';

const PAGE_SIZE = 50;
/** When to cancel an unpaid payment. */
const CANCEL_AFTER_MS = hours(24);
/** Sooner without an intent, because the client then has no form to pay with. */
const CANCEL_WITHOUT_INTENT_AFTER_MS = minutes(30);

/** Processes every open event, payment and refund that is due. */
export async function sweepPayments(deps: PaymentDeps): Promise<void> {
  const { db, log, paymentProvider, timings } = deps;
  const logged = (field: 'eventId' | 'paymentId' | 'refundId') => ({
    onError: (err: unknown, { id }: { id: string }) =>
      log.warn(
        { event: 'payments.sweep_failed', err, [field]: id },
        'Processing a payment event, payment or refund failed; will retry',
      ),
  });
  await forEachIsolated(
    await selectOpenEvents(db, paymentProvider.name, PAGE_SIZE),
    logged('eventId'),
    (event) => processOpenEvent(deps, event),
  );
  await forEachIsolated(
    await claimPaymentsToCheck(db, timings.checkAgainMs, PAGE_SIZE),
    logged('paymentId'),
    (payment) => checkOpenPayment(deps, payment),
  );
  await forEachIsolated(await selectDueRefunds(db, PAGE_SIZE), logged('refundId'), ({ id }) =>
    runRefund(deps, id),
  );
}

async function checkOpenPayment(deps: PaymentDeps, payment: StoredPayment): Promise<void> {
  const { intent_id: intentId } = payment;
  const age = deps.clock.now().getTime() - payment.created_at.getTime();
  if (intentId === null) return checkWithoutIntent(deps, payment, age);
  const { payment: settled, intent } = await settleIntent(deps, payment);
  if (hasEnded(settled) || age <= CANCEL_AFTER_MS) return;
  if (intent === null) await abandonPayment(deps, settled);
  if (intent === null || settled.status !== 'created') return;
  await callPaymentProvider(deps, (provider) => provider.cancelIntent(intentId));
  await settlePayment(deps, settled);
}

async function checkWithoutIntent(deps: PaymentDeps, payment: StoredPayment, age: number): Promise<void> {
  const isExpired = age > CANCEL_WITHOUT_INTENT_AFTER_MS;
  if (isElsewhere(deps, payment)) {
    if (isExpired) await abandonPayment(deps, payment);
    return;
  }
  const intent = await ensureIntent(deps, payment);
  if (isExpired) await callPaymentProvider(deps, (provider) => provider.cancelIntent(intent.intentId));
}
