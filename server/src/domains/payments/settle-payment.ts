import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { Intent } from '../../providers/payments/port.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { queueReceipt } from '../notices/notices.ts';
import { reportIncidentIn } from '../reconciliation/report-incident.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { bookings, post } from './ledger.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { moveOpenPayment, type StoredPayment, selectPayment } from './payments.store.ts';
import { requestRefund, runRefund } from './refund.ts';

/**
 * The only way for a payment to become paid. The browser's request, the webhook and the sweep all call this.
 * It trusts none of them and reads the intent from the payment provider. The first caller to record it wins.
 */
export async function settlePayment(deps: PaymentDeps, payment: StoredPayment): Promise<StoredPayment> {
  if (payment.status === 'succeeded' || payment.status === 'canceled' || payment.intent_id === null)
    return payment;
  const { intent_id: intentId } = payment;
  const intent = await callPaymentProvider(deps, (provider) => provider.readIntent(intentId)).catch(
    (cause: unknown) => {
      throw new AppError('PAYMENT_UNREACHABLE', { cause });
    },
  );
  if (intent) await applyIntentStatus(deps, payment, intent);
  return (await selectPayment(deps.db, payment.id)) ?? payment;
}

async function applyIntentStatus(deps: PaymentDeps, payment: StoredPayment, intent: Intent): Promise<void> {
  if (intent.status === 'succeeded') await recordPaid(deps, payment, intent);
  else if (intent.status === 'canceled') await moveOpenPayment(deps.db, payment.id, { status: 'canceled' });
  else {
    const status = intent.status === 'processing' ? 'processing' : 'created';
    if (status !== payment.status) await moveOpenPayment(deps.db, payment.id, { status });
  }
}

async function recordPaid(deps: PaymentDeps, payment: StoredPayment, intent: Intent): Promise<void> {
  const { db, clock } = deps;
  const matchesOrder =
    intent.amountCents === payment.amount_cents &&
    intent.currency === payment.currency &&
    intent.key === payment.id;
  failpoint('cp7');
  const refundId = await transaction(db, async (trx) => {
    const moved = await moveOpenPayment(trx, payment.id, {
      status: 'succeeded',
      succeeded_at: clock.now(),
      ...(matchesOrder ? {} : { amount_cents: intent.amountCents, quotes_key: null }),
    });
    if (!moved) return null;
    await post(trx, clock, `payment:${payment.id}`, bookings.payment(intent.amountCents));
    await recordEvent(trx, clock, SYSTEM_ORIGIN, {
      type: 'PAYMENT_SUCCEEDED',
      status: 'success',
      userId: payment.user_id,
      userRole: 'client',
      details: { paymentId: payment.id, cents: intent.amountCents },
    });
    if (!matchesOrder) return quarantineMismatch(trx, deps, payment, intent);
    await queueReceipt(deps, trx, payment.id);
    return null;
  });
  failpoint('cp8');
  if (refundId) await runRefund(deps, refundId);
}

/** Money that does not match its order must not buy anything: refunds all of it and opens an incident. */
async function quarantineMismatch(
  trx: Trx,
  deps: PaymentDeps,
  payment: StoredPayment,
  intent: Intent,
): Promise<string> {
  const otherMismatches = [
    ...(intent.currency === payment.currency ? [] : [`in ${intent.currency}`]),
    ...(intent.key === payment.id ? [] : ['for another order']),
  ];
  const detail = [
    `ordered ${payment.amount_cents}, charged ${intent.amountCents} cents`,
    ...otherMismatches,
  ].join(', ');
  await reportIncidentIn(trx, deps, 'amount_differs', payment.id, detail);
  return requestRefund(trx, deps.clock, SYSTEM_ORIGIN, {
    paymentId: payment.id,
    userId: payment.user_id,
    shipmentId: null,
    cents: intent.amountCents,
    kind: 'surplus',
    reason: 'The charged amount does not match the order.',
    requestedBy: null,
  });
}
