import { hours, minutes } from '../../platform/clock.ts';
import { askCards } from './ask-cards.ts';
import { orderIntent } from './create-intent.ts';
import { selectOpenEvents } from './payment-events.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { claimPaymentsToCheck, type StoredPayment } from './payments.store.ts';
import { processOpenEvent } from './receive-event.ts';
import { runRefund } from './refund.ts';
import { selectDueRefunds } from './refunds.store.ts';
import { settlePayment } from './settle-payment.ts';

const BATCH = 50;
/** A payment form that nobody used for this long is closed at the card provider. */
const ABANDONED_AFTER_MS = hours(24);
/** An order whose intent was never made is given up after this long. */
const NEVER_ORDERED_AFTER_MS = minutes(30);

/** Drives every open payment and refund one step on. Each is tried alone: one that fails keeps no other waiting. */
export async function sweepPayments(deps: PaymentDeps): Promise<void> {
  for (const event of await selectOpenEvents(deps.db, deps.paymentProvider.name, BATCH))
    await guarded(deps, event.id, () => processOpenEvent(deps, event));
  for (const payment of await claimPaymentsToCheck(deps.db, deps.timings.checkAgainMs, BATCH))
    await guarded(deps, payment.id, () => checkOpenPayment(deps, payment));
  for (const { id } of await selectDueRefunds(deps.db, BATCH))
    await guarded(deps, id, () => runRefund(deps, id));
}

async function checkOpenPayment(deps: PaymentDeps, payment: StoredPayment): Promise<void> {
  const { intent_id: intentId } = payment;
  const age = deps.clock.now().getTime() - payment.created_at.getTime();
  if (intentId === null) {
    const intent = await orderIntent(deps, payment);
    if (age > NEVER_ORDERED_AFTER_MS) await askCards(deps, (cards) => cards.cancelIntent(intent.intentId));
    return;
  }
  const settled = await settlePayment(deps, payment);
  if (settled.status !== 'created' || age <= ABANDONED_AFTER_MS) return;
  await askCards(deps, (cards) => cards.cancelIntent(intentId));
  await settlePayment(deps, settled);
}

async function guarded(deps: PaymentDeps, id: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.warn({ err: error, id }, 'a payment or refund could not be driven on; it is tried again');
  }
}
