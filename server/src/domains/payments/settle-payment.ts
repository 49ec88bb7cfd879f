import { formatMoney } from '@lading/contract/money.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { cutTo } from '../../platform/cut-to.ts';
import { type Handle, retryConflicts, type Trx, transaction } from '../../platform/db/database.ts';
import type { Condition, StatementPart } from '../../platform/db/statement-parts.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { Intent } from '../../providers/payments/port.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { eventsPart, recordEvent } from '../audit/record-event.ts';
import { bookBalance } from '../balances/book-balance.ts';
import { bookings, postParts } from '../ledger/ledger.ts';
import { queueReceipt } from '../notices/notices.ts';
import { reportIncidentIn } from '../reconciliation/report-incident.ts';
import { isElsewhere } from './abandon-payment.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { cancelPayment } from './cancel-payment.ts';
import { cardParts } from './payment-cards.store.ts';
import { processedPart } from './payment-events.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import {
  cardCentsOf,
  markPaid,
  moveOpenPayment,
  noteDecline,
  type StoredPayment,
  selectPayment,
} from './payments.store.ts';
import { type RefundRequest, requestRefund, runRefund } from './refund.ts';

/**
 * The only way for a card payment to become paid. The browser's request, the webhook and the sweep all call this.
 * It trusts none of them and reads the intent from the payment provider. The first caller to record it wins.
 */
export async function settlePayment(deps: PaymentDeps, payment: StoredPayment): Promise<StoredPayment> {
  return (await settleIntent(deps, payment)).payment;
}

interface Settled {
  payment: StoredPayment;
  /** Null when nothing was left to do, or the payment provider does not know it. */
  intent: Intent | null;
  /** The event that was marked as processed in the same statement. */
  eventId?: string | undefined;
}

export const hasEnded = ({ status }: StoredPayment) => status === 'succeeded' || status === 'canceled';

/** What this process is settling right now, by the ID of the payment. */
const running = new Map<string, Promise<Settled>>();

/** As `settlePayment`, with what the payment provider answered. `eventId` is the event that caused the call. */
export async function settleIntent(
  deps: PaymentDeps,
  payment: StoredPayment,
  eventId?: string,
): Promise<Settled> {
  if (hasEnded(payment) || payment.intent_id === null || isElsewhere(deps, payment))
    return { payment, intent: null };
  const { id, intent_id: intentId } = payment;
  // The event and the request for the label often arrive together. Otherwise one of them would wait for the lock of
  // the other with a connection of its own.
  const earlier = running.get(id);
  if (earlier) {
    const settled = await earlier.catch(() => null);
    // An answer from before this call counts only if it can't change.
    if (settled && hasEnded(settled.payment)) return settled;
  }
  const settling = readAndRecord(deps, payment, intentId, eventId);
  running.set(id, settling);
  return settling.finally(() => {
    if (running.get(id) === settling) running.delete(id);
  });
}

async function readAndRecord(
  deps: PaymentDeps,
  payment: StoredPayment,
  intentId: string,
  eventId: string | undefined,
): Promise<Settled> {
  const intent = await callPaymentProvider(deps, (provider) => provider.readIntent(intentId)).catch(
    (cause: unknown) => {
      throw new AppError('PAYMENT_UNREACHABLE', { cause });
    },
  );
  if (intent?.status === 'succeeded') {
    const paid = await recordPaid(deps, payment, intent, eventId);
    if (paid) return { payment: paid, intent, eventId };
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

/** Records each reason once, even if the same answer is read again. */
async function recordDeclined(
  { db, clock }: PaymentDeps,
  payment: StoredPayment,
  reason: string,
): Promise<void> {
  const error = cutTo(500, reason);
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

/** Whether the intent is in our currency and belongs to this payment. Only its amount may differ. */
const isOwnCharge = (payment: StoredPayment, intent: Intent) =>
  intent.currency === payment.currency && intent.key === payment.id;

interface Charge {
  intent: Intent;
  succeededAt: Date;
  matchesOrder: boolean;
  /** A top-up, which credits what was charged, even if it differs from the order. */
  isCredited: boolean;
  eventId: string | undefined;
}

/** The paid payment, if this call recorded it and it matches its order. */
async function recordPaid(
  deps: PaymentDeps,
  payment: StoredPayment,
  intent: Intent,
  eventId: string | undefined,
): Promise<StoredPayment | null> {
  const { db, clock } = deps;
  const isOwn = isOwnCharge(payment, intent);
  const charge: Charge = {
    intent,
    succeededAt: clock.now(),
    matchesOrder: isOwn && intent.amountCents === cardCentsOf(payment),
    isCredited: isOwn && payment.purpose === 'top_up',
    eventId,
  };
  const { succeededAt, matchesOrder, isCredited } = charge;
  failpoint('before-payment-settled');
  const refundIds =
    matchesOrder && !isCredited
      ? await retryConflicts(async () => ((await markCharged(db, deps, payment, charge)) ? [] : null))
      : await transaction(db, (trx) => recordSpecial(trx, deps, payment, charge));
  failpoint('payment-settled');
  for (const refundId of refundIds ?? []) await runRefund(deps, refundId);
  return refundIds && matchesOrder ? { ...payment, status: 'succeeded', succeeded_at: succeededAt } : null;
}

/** A top-up, or a charge that does not match its order. Returns the refunds to run; null if the payment was settled before. */
async function recordSpecial(
  trx: Trx,
  deps: PaymentDeps,
  payment: StoredPayment,
  charge: Charge,
): Promise<string[] | null> {
  const { intent, matchesOrder, isCredited } = charge;
  if (!(await markCharged(trx, deps, payment, charge))) return null;
  if (isCredited) await creditTopUp(trx, deps, payment, intent.amountCents);
  if (matchesOrder) return [];
  await reportMismatch(trx, deps, payment, intent);
  return isCredited ? [] : refundMismatch(trx, deps, payment, intent);
}

/** In one statement, marks the payment as paid and the event as processed, and queues the receipt. False if it was settled before. */
function markCharged(
  db: Handle,
  deps: PaymentDeps,
  payment: StoredPayment,
  { intent, succeededAt, matchesOrder, isCredited, eventId }: Charge,
): Promise<boolean> {
  const { clock, paymentProvider } = deps;
  const { id, balance_cents: heldCents } = payment;
  const corrected = matchesOrder ? null : { amountCents: heldCents + intent.amountCents };
  return markPaid(db, id, { succeededAt, corrected }, (when) => [
    ...(isCredited ? [] : postPaid(clock, payment, intent.amountCents, when)),
    auditPaid(clock, payment, intent.amountCents, when),
    ...cardParts(id, intent, when),
    ...(matchesOrder || isCredited ? queueReceipt(deps, id, when) : []),
    ...(eventId === undefined
      ? []
      : [processedPart({ provider: paymentProvider.name, eventId, at: succeededAt })]),
  ]);
}

const postPaid = (
  clock: Clock,
  { id, balance_cents: heldCents }: StoredPayment,
  cardCents: number,
  when: Condition,
): StatementPart[] => {
  const entries = heldCents > 0 ? bookings.splitPayment(heldCents, cardCents) : bookings.payment(cardCents);
  return postParts(clock, [{ reasonKey: `payment:${id}`, entries }], when);
};

const auditPaid = (
  clock: Clock,
  { id, user_id: userId, balance_cents: heldCents }: StoredPayment,
  cardCents: number,
  when: Condition,
): StatementPart =>
  eventsPart(
    clock,
    SYSTEM_ORIGIN,
    [
      {
        type: 'PAYMENT_SUCCEEDED',
        status: 'success',
        userId,
        userRole: 'client',
        details: { paymentId: id, cents: heldCents + cardCents },
      },
    ],
    when,
  );

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

async function reportMismatch(
  trx: Trx,
  deps: PaymentDeps,
  payment: StoredPayment,
  { amountCents, currency, key }: Intent,
): Promise<void> {
  const charged =
    currency === payment.currency ? formatMoney(amountCents) : `${amountCents} minor units of ${currency}`;
  const detail = [
    `ordered ${formatMoney(cardCentsOf(payment))}`,
    `charged ${charged}`,
    ...(key === payment.id ? [] : ['for another order']),
  ].join(', ');
  await reportIncidentIn(trx, deps, 'amount_differs', payment.id, detail);
}

/**
 * Money that does not match its order must not buy anything, so all of it is refunded. A charge that is not ours goes
 * back to its card, because a balance counts everything as dollars of the client.
 */
async function refundMismatch(
  trx: Trx,
  { clock }: PaymentDeps,
  payment: StoredPayment,
  intent: Intent,
): Promise<string[]> {
  const { id: paymentId, user_id: userId, balance_cents: heldCents } = payment;
  const parts: Pick<RefundRequest, 'cents' | 'destination'>[] = isOwnCharge(payment, intent)
    ? [{ cents: heldCents + intent.amountCents }]
    : [
        { cents: heldCents, destination: 'balance' },
        { cents: intent.amountCents, destination: 'card' },
      ];
  const refundIds: string[] = [];
  for (const part of parts.filter(({ cents }) => cents > 0)) {
    const request: RefundRequest = {
      ...part,
      paymentId,
      userId,
      shipmentId: null,
      kind: 'surplus',
      reason: 'The charge does not match the order.',
      requestedBy: null,
    };
    refundIds.push(await requestRefund(trx, clock, SYSTEM_ORIGIN, request));
  }
  return refundIds;
}
