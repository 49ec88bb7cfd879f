import type { AdminAdjustmentAnswer, DecideDisputeBody } from '@lading/contract/adjustments.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { isOneOf } from '../../platform/state-machine.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { isClient } from '../balances/balance-standing.ts';
import { bookBalance } from '../balances/book-balance.ts';
import { bookings, reversed } from '../ledger/ledger.ts';
import { ADJUSTMENT_DISPUTE_MOVES } from './adjustment-disputes.states.ts';
import { lockDispute, updateDispute } from './adjustment-disputes.store.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';
import {
  type StoredAdjustment,
  selectAdjustment,
  selectPassedOn,
  updateReversed,
} from './adjustments.store.ts';
import { showAdjustment } from './list-adjustments.ts';
import { lockBooking, lockClients } from './shipment-bills.store.ts';

/** Changes the state of a dispute. A dispute that is won refunds the client. A retry changes nothing. */
export async function decideDispute(
  deps: Pick<AdjustmentDeps, 'db' | 'clock'>,
  admin: Actor,
  id: string,
  { state }: DecideDisputeBody,
): Promise<AdminAdjustmentAnswer> {
  const { db, clock } = deps;
  await transaction(db, async (trx) => {
    // A carrier's credit that is booked at the same time would refund the client a second time.
    await lockBooking(trx);
    const adjustment = await selectAdjustment(trx, id);
    if (!adjustment) throw new AppError('ADJUSTMENT_NOT_FOUND');
    const dispute = await lockDispute(trx, id);
    if (!dispute) throw new AppError('DISPUTE_NOT_FOUND');
    if (dispute.state === state) return;
    if (!isOneOf<string>(ADJUSTMENT_DISPUTE_MOVES[dispute.state], state))
      throw new AppError('DISPUTE_CLOSED');
    const now = clock.now();
    await updateDispute(trx, dispute.id, {
      state,
      ...(state === 'sent' ? { sent_at: now } : { ended_at: now }),
    });
    if (state === 'won') await reverse(trx, deps, adjustment);
    await recordEvent(trx, clock, admin, {
      type: 'DECIDE_ADJUSTMENT_DISPUTE',
      status: 'success',
      ...byActor(admin),
      details: { adjustmentId: id, clientId: adjustment.user_id, state },
    });
  });
  failpoint('adjustment-dispute-decided');
  return showAdjustment(deps, id);
}

/** Refunds what the client paid, less what a carrier credit has already refunded. */
async function reverse(
  trx: Trx,
  { clock }: Pick<AdjustmentDeps, 'clock'>,
  adjustment: StoredAdjustment,
): Promise<void> {
  const { id, shipment_id: shipmentId, user_id: userId, fee_cents: feeCents } = adjustment;
  await lockClients(trx, [shipmentId]);
  if (!(await isClient(trx, userId))) return;
  const { passedOnCents, creditedCents } = await selectPassedOn(trx, adjustment);
  const cents = Math.max(0, Math.min(adjustment.client_cents - creditedCents, passedOnCents));
  if (cents + feeCents === 0) return;
  await updateReversed(trx, id, { reversed_cents: cents, reversed_fee_cents: feeCents });
  await bookBalance(trx, clock, {
    userId,
    reasonKey: `adjustment:${id}:reversed`,
    kind: 'adjustment',
    entries: reversed(bookings.adjustmentPassedOn(cents, feeCents)),
    shipmentId,
  });
}
