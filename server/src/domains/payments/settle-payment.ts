import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import type { Condition, StatementPart } from '../../platform/db/statement-parts.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { Intent } from '../../providers/payments/port.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { eventsPart, recordEvent } from '../audit/record-event.ts';
import { queueReceipt } from '../notices/notices.ts';
import { reportIncidentIn } from '../reconciliation/report-incident.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { bookings, postParts } from './ledger.ts';
import type { PaymentDeps } from './payments.deps.ts';
import {
  markPaid,
  moveOpenPayment,
  noteDecline,
  type StoredPayment,
  selectPayment,
} from './payments.store.ts';
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
  if (intent?.status === 'succeeded') {
    const paid = await recordPaid(deps, payment, intent);
    if (paid) return paid;
  } else if (intent) await applyIntentStatus(deps, payment, intent);
  return (await selectPayment(deps.db, payment.id)) ?? payment;
}

async function applyIntentStatus(deps: PaymentDeps, payment: StoredPayment, intent: Intent): Promise<void> {
  if (intent.status === 'canceled') await moveOpenPayment(deps.db, payment.id, { status: 'canceled' });
  else {
    const status = intent.status === 'processing' ? 'processing' : 'created';
    if (status !== payment.status) await moveOpenPayment(deps.db, payment.id, { status });
    if (status === 'created' && intent.lastError) await recordDeclined(deps, payment, intent.lastError);
  }
}

/** Records each reason once, however often the same answer is read. */
async function recordDeclined(
  { db, clock }: PaymentDeps,
  payment: StoredPayment,
  reason: string,
): Promise<void> {
  const error = reason.slice(0, 500);
  if (payment.last_error === error) return;
  await transaction(db, async (trx) => {
    if (!(await noteDecline(trx, payment.id, error))) return;
    await recordEvent(trx, clock, SYSTEM_ORIGIN, {
      type: 'PAYMENT_DECLINED',
      status: 'error',
      userId: payment.user_id,
      userRole: 'client',
      details: { paymentId: payment.id, cents: payment.amount_cents, error },
    });
  });
}

/** The paid payment, if this call recorded it and it matches its order. */
async function recordPaid(
  deps: PaymentDeps,
  payment: StoredPayment,
  intent: Intent,
): Promise<StoredPayment | null> {
  const { db, clock } = deps;
  const succeededAt = clock.now();
  const matchesOrder =
    intent.amountCents === payment.amount_cents &&
    intent.currency === payment.currency &&
    intent.key === payment.id;
  failpoint('before-payment-settled');
  const refundId = await transaction(db, async (trx) => {
    const corrected = matchesOrder ? null : { amountCents: intent.amountCents };
    const isMoved = await markPaid(trx, payment.id, { succeededAt, corrected }, (when) =>
      bookPaid(clock, payment, intent.amountCents, when),
    );
    if (!isMoved) return null;
    if (!matchesOrder) return quarantineMismatch(trx, deps, payment, intent);
    await queueReceipt(deps, trx, payment.id);
    return 'none';
  });
  failpoint('payment-settled');
  if (refundId === 'none') return { ...payment, status: 'succeeded', succeeded_at: succeededAt };
  if (refundId) await runRefund(deps, refundId);
  return null;
}

const bookPaid = (
  clock: Clock,
  { id, user_id: userId }: StoredPayment,
  cents: number,
  when: Condition,
): StatementPart[] => [
  ...postParts(clock, [{ reasonKey: `payment:${id}`, entries: bookings.payment(cents) }], when),
  eventsPart(
    clock,
    SYSTEM_ORIGIN,
    [
      {
        type: 'PAYMENT_SUCCEEDED',
        status: 'success',
        userId,
        userRole: 'client',
        details: { paymentId: id, cents },
      },
    ],
    when,
  ),
];

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
