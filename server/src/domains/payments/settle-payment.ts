import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { Intent } from '../../providers/payments/port.ts';
import { OURSELVES } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { noteReceipt } from '../notices/notices.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { askCards } from './ask-cards.ts';
import { bookings, post } from './ledger.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { moveOpenPayment, type StoredPayment, selectPayment } from './payments.store.ts';
import { requestRefund, runRefund } from './refund.ts';

/**
 * The only way in which a payment becomes paid: the card provider is asked, whoever brings the news. The browser, its events and
 * the sweeper all end here, and the first to write wins.
 */
export async function settlePayment(deps: PaymentDeps, payment: StoredPayment): Promise<StoredPayment> {
  if (payment.status === 'succeeded' || payment.status === 'canceled' || payment.intent_id === null)
    return payment;
  const { intent_id: intentId } = payment;
  const intent = await askCards(deps, (cards) => cards.readIntent(intentId)).catch((cause: unknown) => {
    throw new AppError('PAYMENT_UNREACHABLE', { cause });
  });
  if (intent) await follow(deps, payment, intent);
  return (await selectPayment(deps.db, payment.id)) ?? payment;
}

async function follow(deps: PaymentDeps, payment: StoredPayment, intent: Intent): Promise<void> {
  if (intent.status === 'succeeded') await recordPaid(deps, payment, intent);
  else if (intent.status === 'canceled') await moveOpenPayment(deps.db, payment.id, { status: 'canceled' });
  else {
    const status = intent.status === 'processing' ? 'processing' : 'created';
    if (status !== payment.status) await moveOpenPayment(deps.db, payment.id, { status });
  }
}

async function recordPaid(deps: PaymentDeps, payment: StoredPayment, intent: Intent): Promise<void> {
  const { db, clock } = deps;
  const asOrdered =
    intent.amountCents === payment.amount_cents &&
    intent.currency === payment.currency &&
    intent.key === payment.id;
  failpoint('cp7');
  const refundId = await transaction(db, async (trx) => {
    const moved = await moveOpenPayment(trx, payment.id, {
      status: 'succeeded',
      succeeded_at: clock.now(),
      ...(asOrdered ? {} : { amount_cents: intent.amountCents, quotes_key: null }),
    });
    if (!moved) return null;
    await post(trx, clock, `payment:${payment.id}`, bookings.payment(intent.amountCents));
    await recordEvent(trx, clock, OURSELVES, {
      type: 'PAYMENT_SUCCEEDED',
      status: 'success',
      userId: payment.user_id,
      userRole: 'client',
      details: { paymentId: payment.id, cents: intent.amountCents },
    });
    if (!asOrdered) return freeze(deps, trx, payment, intent);
    await noteReceipt(deps, trx, payment.id);
    return null;
  });
  failpoint('cp8');
  if (refundId) await runRefund(deps, refundId);
}

/** Another sum than ordered, or of another order, buys nothing, not even for a moment: all of it goes back, and a person hears of it. */
async function freeze(deps: PaymentDeps, trx: Trx, payment: StoredPayment, intent: Intent): Promise<string> {
  const strange = [
    ...(intent.currency === payment.currency ? [] : [`in ${intent.currency}`]),
    ...(intent.key === payment.id ? [] : ['under another name']),
  ];
  const detail = [`ordered ${payment.amount_cents}, charged ${intent.amountCents} cents`, ...strange].join(
    ', ',
  );
  await reportIncident({ ...deps, db: trx }, 'amount_differs', payment.id, detail);
  return requestRefund(trx, deps.clock, OURSELVES, {
    paymentId: payment.id,
    userId: payment.user_id,
    shipmentId: null,
    cents: intent.amountCents,
    kind: 'surplus',
    reason: 'Another sum than ordered was charged.',
    requestedBy: null,
  });
}
