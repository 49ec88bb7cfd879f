import { formatMoney } from '@lading/contract/money.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { cutTo } from '../../platform/cut-to.ts';
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
import { isElsewhere } from './abandon-payment.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { cancelPayment } from './cancel-payment.ts';
import { cardParts } from './payment-cards.store.ts';
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
}

export const hasEnded = ({ status }: StoredPayment) => status === 'succeeded' || status === 'canceled';

/** What this process is settling right now, by the ID of the payment. */
const running = new Map<string, Promise<Settled>>();

/** As `settlePayment`, with what the payment provider answered. */
export async function settleIntent(deps: PaymentDeps, payment: StoredPayment): Promise<Settled> {
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

/** The paid payment, if this call recorded it and it matches its order. */
async function recordPaid(
  deps: PaymentDeps,
  payment: StoredPayment,
  intent: Intent,
): Promise<StoredPayment | null> {
  const { db, clock } = deps;
  const succeededAt = clock.now();
  const matchesOrder = isOwnCharge(payment, intent) && intent.amountCents === cardCentsOf(payment);
  const isCredited = payment.purpose === 'top_up' && isOwnCharge(payment, intent);
  failpoint('before-payment-settled');
  const refundIds = await transaction(db, async (trx) => {
    const corrected = matchesOrder ? null : { amountCents: payment.balance_cents + intent.amountCents };
    const isMoved = await markPaid(trx, payment.id, { succeededAt, corrected }, (when) => [
      ...(isCredited ? [] : postPaid(clock, payment, intent.amountCents, when)),
      auditPaid(clock, payment, intent.amountCents, when),
      ...cardParts(payment.id, intent, when),
    ]);
    if (!isMoved) return null;
    if (isCredited) await creditTopUp(trx, deps, payment, intent.amountCents);
    if (matchesOrder || isCredited) await queueReceipt(deps, trx, payment.id);
    if (matchesOrder) return [];
    await reportMismatch(trx, deps, payment, intent);
    return isCredited ? [] : refundMismatch(trx, deps, payment, intent);
  });
  failpoint('payment-settled');
  for (const refundId of refundIds ?? []) await runRefund(deps, refundId);
  return refundIds && matchesOrder ? { ...payment, status: 'succeeded', succeeded_at: succeededAt } : null;
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

/** Credits what was charged, even if it differs from the order. */
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
