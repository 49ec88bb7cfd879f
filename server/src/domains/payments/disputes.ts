import { formatMoney } from '@lading/contract/money.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { DisputeEvent } from '../../providers/payments/port.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { bookBalance } from '../balances/book-balance.ts';
import { bookings, post, reversed } from '../ledger/ledger.ts';
import { closeIncident, reportIncidentIn } from '../reconciliation/report-incident.ts';
import {
  endDispute,
  insertDispute,
  type StoredDispute,
  selectDispute,
  selectDisputedCents,
} from './disputes.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { lockPayment, type StoredPayment } from './payments.store.ts';
import { isCreditedTopUp } from './top-up-payments.ts';

/** Dispute events may arrive twice and in any order. The dispute still opens once and closes once. */
export async function recordDispute(
  deps: PaymentDeps,
  { id: paymentId }: StoredPayment,
  event: DisputeEvent,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    // The lock makes a concurrent delivery wait and then find the dispute.
    const payment = await lockPayment(trx, paymentId);
    if (!payment) return;
    const dispute =
      (await selectDispute(trx, payment.provider, event.disputeId)) ??
      (await openDispute(deps, trx, payment, event));
    if (event.status === 'open' || event.status === dispute.state) return;
    if (dispute.state === 'open') return closeDispute(deps, trx, payment, dispute, event.status);
    const detail = `${event.disputeId} was ${dispute.state} and is now ${event.status}`;
    await reportIncidentIn(trx, deps, 'dispute_turned', dispute.id, detail);
  });
}

async function openDispute(
  deps: PaymentDeps,
  trx: Trx,
  payment: StoredPayment,
  { disputeId, cents, reason }: DisputeEvent,
): Promise<StoredDispute> {
  const { clock } = deps;
  const dispute = await insertDispute(trx, {
    id: newId(),
    provider: payment.provider,
    dispute_id: disputeId,
    payment_id: payment.id,
    cents,
    state: 'open',
    reason: reason.slice(0, 200),
    opened_at: clock.now(),
    ended_at: null,
  });
  await post(trx, clock, `dispute:${dispute.id}`, bookings.disputeOpened(cents));
  if (await isCreditedTopUp(trx, payment)) await holdTopUp(trx, clock, payment, dispute);
  await record(deps, trx, payment, dispute, 'DISPUTE_OPENED');
  const detail = `${formatMoney(cents)} of payment ${payment.id}, ${disputeId}: ${dispute.reason}`;
  await reportIncidentIn(trx, deps, 'payment_disputed', dispute.id, detail);
  await flagDoubleRefund(deps, trx, payment);
  return dispute;
}

async function closeDispute(
  deps: PaymentDeps,
  trx: Trx,
  payment: StoredPayment,
  dispute: StoredDispute,
  state: 'won' | 'lost',
): Promise<void> {
  const { clock } = deps;
  const { id, cents } = dispute;
  await endDispute(trx, id, { state, ended_at: clock.now() });
  const entries = state === 'won' ? reversed(bookings.disputeOpened(cents)) : bookings.disputeLost(cents);
  await post(trx, clock, `dispute-${state}:${id}`, entries);
  if (await isCreditedTopUp(trx, payment)) await endHold(trx, clock, payment, dispute, state);
  await record(deps, trx, payment, dispute, state === 'won' ? 'DISPUTE_WON' : 'DISPUTE_LOST');
  await closeIncident(trx, clock, 'payment_disputed', id);
  await flagDoubleRefund(deps, trx, payment);
}

/** A disputed top-up can't be spent. If it was, the client owes it. */
const holdTopUp = (trx: Trx, clock: Clock, payment: StoredPayment, { id, cents }: StoredDispute) =>
  bookBalance(trx, clock, {
    userId: payment.user_id,
    reasonKey: `dispute-held:${id}`,
    kind: 'dispute',
    entries: bookings.topUpDisputed(cents),
    paymentId: payment.id,
  });

/** Won: the client has the money again. Lost: what was held covers the loss. */
async function endHold(
  trx: Trx,
  clock: Clock,
  payment: StoredPayment,
  { id, cents }: StoredDispute,
  state: 'won' | 'lost',
): Promise<void> {
  if (state === 'lost') return post(trx, clock, `dispute-covered:${id}`, bookings.topUpDisputeLost(cents));
  await bookBalance(trx, clock, {
    userId: payment.user_id,
    reasonKey: `dispute-released:${id}`,
    kind: 'dispute',
    entries: reversed(bookings.topUpDisputed(cents)),
    paymentId: payment.id,
  });
}

const record = (
  { clock }: PaymentDeps,
  trx: Trx,
  payment: StoredPayment,
  { id, cents, reason }: StoredDispute,
  type: 'DISPUTE_OPENED' | 'DISPUTE_WON' | 'DISPUTE_LOST',
) =>
  recordEvent(trx, clock, SYSTEM_ORIGIN, {
    type,
    status: type === 'DISPUTE_WON' ? 'success' : type === 'DISPUTE_LOST' ? 'error' : 'pending',
    userId: payment.user_id,
    userRole: 'client',
    details: { disputeId: id, paymentId: payment.id, cents, reason },
  });

/**
 * A bank may charge back a payment that we have already refunded. The client then has the money twice, and
 * only an admin can recover it.
 */
async function flagDoubleRefund(deps: PaymentDeps, trx: Trx, payment: StoredPayment): Promise<void> {
  const disputed = await selectDisputedCents(trx, payment.id);
  const { amount_cents: paid, refund_reserved_cents: refunded } = payment;
  if (disputed + refunded <= paid) return closeIncident(trx, deps.clock, 'refunded_and_disputed', payment.id);
  const detail = `${formatMoney(refunded)} refunded and ${formatMoney(disputed)} disputed of ${formatMoney(paid)}`;
  await reportIncidentIn(trx, deps, 'refunded_and_disputed', payment.id, detail);
}
