import { formatMoney } from '@lading/contract/money.ts';
import { type Handle, type Trx, transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { DisputeEvent } from '../../providers/payments/port.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { bookings, post, reversed } from '../ledger/ledger.ts';
import { closeIncident, reportIncidentIn } from '../reconciliation/report-incident.ts';
import {
  endDispute,
  hasDisputeSince,
  insertDispute,
  type StoredDispute,
  selectDispute,
} from './disputes.store.ts';
import { holdDisputed } from './hold-disputed.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { lockPayment, type StoredPayment } from './payments.store.ts';

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

/** Whether a payment of the client was disputed since then. A dispute that is won no longer counts. */
export const disputedSince = (db: Handle, userId: string, since: Date): Promise<boolean> =>
  hasDisputeSince(db, userId, since);

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
  await record(deps, trx, payment, dispute, 'DISPUTE_OPENED');
  const detail = `${formatMoney(cents)} of payment ${payment.id}, ${disputeId}: ${dispute.reason}`;
  await reportIncidentIn(trx, deps, 'payment_disputed', dispute.id, detail);
  await holdDisputed(deps, trx, payment.id, dispute.id);
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
  await record(deps, trx, payment, dispute, state === 'won' ? 'DISPUTE_WON' : 'DISPUTE_LOST');
  await closeIncident(trx, clock, 'payment_disputed', id);
  await holdDisputed(deps, trx, payment.id, id);
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
