import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import type { Condition, StatementPart } from '../../platform/db/statement-parts.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { Intent } from '../../providers/payments/port.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { eventsPart, recordEvent } from '../audit/record-event.ts';
import { bookBalance } from '../balances/book-balance.ts';
import { bookings, postParts } from '../ledger/ledger.ts';
import { queueReceipt } from '../notices/notices.ts';
import { reportIncidentIn } from '../reconciliation/report-incident.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { cancelPayment } from './cancel-payment.ts';
import { cardParts } from './payment-cards.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import {
  cardCentsOf,
  countDecline,
  markPaid,
  moveOpenPayment,
  noteDecline,
  type StoredPayment,
  selectPayment,
} from './payments.store.ts';
import { requestRefund, runRefund } from './refund.ts';

/** Enough for anyone with a few cards and typing errors. Testing stolen cards takes many more. */
const MAX_DECLINES_PER_PAYMENT = 10;

/**
 * The only way for a payment to become paid. The browser's request, the webhook and the sweep all call this.
 * It trusts none of them and reads the intent from the payment provider. The first caller to record it wins.
 */
export async function settlePayment(deps: PaymentDeps, payment: StoredPayment): Promise<StoredPayment> {
  return (await settleIntent(deps, payment)).payment;
}

/** As `settlePayment`, after an event of the intent. There is one for each declined card, so they are counted. */
export async function settleAfterEvent(deps: PaymentDeps, payment: StoredPayment): Promise<void> {
  const { intent } = await settleIntent(deps, payment);
  if (intent?.status !== 'requires_payment_method' || intent.lastError === null) return;
  const declines = await countDecline(deps.db, payment.id);
  if (declines === null || declines < MAX_DECLINES_PER_PAYMENT) return;
  await callPaymentProvider(deps, (provider) => provider.cancelIntent(intent.intentId));
  await settleIntent(deps, payment);
}

interface Settled {
  payment: StoredPayment;
  /** Null when nothing was left to do. */
  intent: Intent | null;
}

const hasEnded = ({ status }: StoredPayment) => status === 'succeeded' || status === 'canceled';

/** What this process is settling right now, by the ID of the payment. */
const running = new Map<string, Promise<Settled>>();

async function settleIntent(deps: PaymentDeps, payment: StoredPayment): Promise<Settled> {
  if (hasEnded(payment) || payment.intent_id === null) return { payment, intent: null };
  const { id, intent_id: intentId } = payment;
  // The event and the request for the label often arrive together. Otherwise one of them would wait for the lock of
  // the other with a connection of its own.
  const earlier = running.get(id);
  if (earlier) {
    const settled = await earlier.catch(() => null);
    // An answer from before this call counts only if it can't change.
    if (settled && hasEnded(settled.payment)) return settled;
  }
  const settling = readAndRecord(deps, payment, intentId);
  running.set(id, settling);
  return settling.finally(() => {
    if (running.get(id) === settling) running.delete(id);
  });
}

async function readAndRecord(deps: PaymentDeps, payment: StoredPayment, intentId: string): Promise<Settled> {
  const intent = await callPaymentProvider(deps, (provider) => provider.readIntent(intentId)).catch(
    (cause: unknown) => {
      throw new AppError('PAYMENT_UNREACHABLE', { cause });
    },
  );
  if (intent?.status === 'succeeded') {
    const paid = await recordPaid(deps, payment, intent);
    if (paid) return { payment: paid, intent };
  } else if (intent) await applyIntentStatus(deps, payment, intent);
  return { payment: (await selectPayment(deps.db, payment.id)) ?? payment, intent };
}

async function applyIntentStatus(deps: PaymentDeps, payment: StoredPayment, intent: Intent): Promise<void> {
  if (intent.status === 'canceled') await cancelPayment(deps, payment);
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
    intent.amountCents === cardCentsOf(payment) &&
    intent.currency === payment.currency &&
    intent.key === payment.id;
  failpoint('before-payment-settled');
  const refundId = await transaction(db, async (trx) => {
    const corrected = matchesOrder ? null : { amountCents: payment.balance_cents + intent.amountCents };
    const isMoved = await markPaid(trx, payment.id, { succeededAt, corrected }, (when) => [
      ...bookPaid(clock, payment, intent.amountCents, when),
      ...cardParts(payment.id, intent, when),
    ]);
    if (!isMoved) return null;
    if (payment.purpose === 'top_up') await creditTopUp(trx, deps, payment, intent.amountCents);
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
  { id, user_id: userId, purpose, balance_cents: heldCents }: StoredPayment,
  cardCents: number,
  when: Condition,
): StatementPart[] => {
  const cents = heldCents + cardCents;
  const entries = heldCents > 0 ? bookings.splitPayment(heldCents, cardCents) : bookings.payment(cardCents);
  return [
    ...(purpose === 'labels' ? postParts(clock, [{ reasonKey: `payment:${id}`, entries }], when) : []),
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
};

/** A client who was charged another amount than ordered gets what was charged. */
const creditTopUp = (
  trx: Trx,
  { clock }: PaymentDeps,
  { id, user_id: userId }: StoredPayment,
  cents: number,
) =>
  bookBalance(trx, clock, {
    userId,
    reasonKey: `payment:${id}`,
    kind: 'top_up',
    entries: bookings.topUp(cents),
    paymentId: id,
  });

/** Money that does not match its order must not buy anything: refunds all of it and opens an incident. */
async function quarantineMismatch(
  trx: Trx,
  deps: PaymentDeps,
  payment: StoredPayment,
  intent: Intent,
): Promise<string | null> {
  const otherMismatches = [
    ...(intent.currency === payment.currency ? [] : [`in ${intent.currency}`]),
    ...(intent.key === payment.id ? [] : ['for another order']),
  ];
  const detail = [
    `ordered ${cardCentsOf(payment)}, charged ${intent.amountCents} cents`,
    ...otherMismatches,
  ].join(', ');
  await reportIncidentIn(trx, deps, 'amount_differs', payment.id, detail);
  if (payment.purpose === 'top_up') return null;
  return requestRefund(trx, deps.clock, SYSTEM_ORIGIN, {
    paymentId: payment.id,
    userId: payment.user_id,
    shipmentId: null,
    cents: payment.balance_cents + intent.amountCents,
    kind: 'surplus',
    reason: 'The charged amount does not match the order.',
    requestedBy: null,
  });
}
