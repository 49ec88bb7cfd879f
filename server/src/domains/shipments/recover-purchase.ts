import { dateIn } from '@lading/contract/calendar-date.ts';
import { transaction } from '../../platform/db/database.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { CarrierRate, Purchase, SoughtPurchase } from '../../providers/label-providers/port.ts';
import { findQuote } from '../pricing/use-quotes.ts';
import { beginRefund, claimForPurchase, finishRefund, recordAnswer, runPurchase } from './purchase.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import {
  isActive,
  moveShipment,
  rest,
  type StoredAttempt,
  type StoredShipment,
  selectLiveAttempt,
  takeOver,
  updateAttempt,
  updateFenced,
} from './shipments.store.ts';

/** Two look-ups that find nothing, some time apart, before a purchase counts as never made. */
const LOOK_UPS = 2;
/** A carrier that never owns up gets no third order: the last attempt is looked up until the deadline. */
const ATTEMPTS = 2;

/** Drives a shipment that was left between payment and label one step on: to its label, or to its refund. */
export async function recoverPurchase(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  if (shipment.state === 'paid') return buyOrGiveUp(deps, shipment);
  const held = await takeOver(deps.db, shipment.id, shipment.state, deps.timings.leaseMs);
  if (held) await lookUp(deps, held);
}

async function buyOrGiveUp(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  const reason = await reasonToGiveUp(deps, shipment);
  if (reason) return giveUp(deps, shipment, reason);
  const rate = await rateOf(deps, shipment);
  const { db, clock, timings } = deps;
  const claim = await transaction(db, (trx) =>
    claimForPurchase(trx, clock, shipment.id, timings.leaseMs, rate),
  );
  if (claim) await runPurchase(deps, claim);
}

async function reasonToGiveUp(deps: ShipmentDeps, shipment: StoredShipment): Promise<string | null> {
  const { db, clock, timings, timeZone } = deps;
  if (!(await isActive(db, shipment.user_id))) return 'The account is not active.';
  if (shipment.ship_date < dateIn(timeZone, clock.now())) return 'The shipping date has passed.';
  if (isOverdue(deps, shipment, timings.deadlineMs)) return 'The carrier did not make a label in time.';
  return null;
}

const isOverdue = ({ clock }: ShipmentDeps, shipment: StoredShipment, deadlineMs: number) =>
  clock.now().getTime() - shipment.created_at.getTime() > deadlineMs;

async function giveUp(deps: ShipmentDeps, shipment: StoredShipment, reason: string): Promise<void> {
  const { db, clock } = deps;
  const refundId = await transaction(db, async (trx) => {
    const moved = await moveShipment(trx, shipment.id, ['paid'], {
      state: 'purchase_failed',
      lease_until: null,
    });
    return moved ? beginRefund(trx, clock, shipment, reason) : null;
  });
  if (refundId) await finishRefund(deps, shipment.id, refundId);
}

const rateOf = async (deps: ShipmentDeps, shipment: StoredShipment): Promise<CarrierRate> =>
  (await findQuote(deps.db, shipment.user_id, shipment.quote_id)).carrier_rate;

/** Asks the carrier what became of the attempt, and acts on the answer. */
async function lookUp(deps: ShipmentDeps, shipment: StoredShipment): Promise<unknown> {
  const attempt = await selectLiveAttempt(deps.db, shipment.id);
  if (!attempt) throw new Error(`shipment ${shipment.id} is unknown without an attempt`);
  const claim = { shipment, attemptId: attempt.id, rate: await rateOf(deps, shipment) };
  const found = await findPurchase(deps, { key: attempt.id, rate: claim.rate });
  if (found && found.outcome !== 'pending') return recordAnswer(deps, claim, found);
  if (isOverdue(deps, shipment, deps.timings.deadlineMs)) return giveUpUnknown(deps, shipment, attempt);
  if (found) return rest(deps.db, shipment, deps.timings.lookAgainMs);
  // Such a carrier keeps a second label with one key from happening, so asking again is the quickest way to know.
  if (deps.labelProvider.repeatable && !(await reasonToGiveUp(deps, shipment)))
    return runPurchase(deps, claim);
  return countLookUp(deps, shipment, attempt);
}

/** A carrier that cannot be asked knows as little as one that is still at it: the deadline ends both. */
async function findPurchase(
  { labelProvider, timings, log }: ShipmentDeps,
  sought: SoughtPurchase,
): Promise<Purchase | null> {
  try {
    return await within(timings.carrierAnswerMs, labelProvider.findPurchase(sought));
  } catch (error) {
    log.warn({ err: error, attemptId: sought.key }, 'the carrier does not say what became of a purchase');
    return { outcome: 'pending' };
  }
}

async function countLookUp(
  deps: ShipmentDeps,
  shipment: StoredShipment,
  attempt: StoredAttempt,
): Promise<void> {
  const { db, clock, timings } = deps;
  const now = clock.now();
  const early = attempt.looked_at && now.getTime() - attempt.looked_at.getTime() < timings.lookUpGapMs;
  if (early) return rest(db, shipment, timings.lookAgainMs);
  const lookUps = attempt.look_ups + 1;
  await transaction(db, async (trx) => {
    const never = lookUps >= LOOK_UPS && attempt.number < ATTEMPTS;
    const change = never ? { state: 'paid' as const, lease_until: null } : { lease_until: null };
    if (!(await updateFenced(trx, shipment, ['purchase_unknown'], change))) return;
    await updateAttempt(trx, attempt.id, {
      look_ups: lookUps,
      looked_at: now,
      ...(never ? { state: 'abandoned' as const, ended_at: now } : {}),
    });
  });
}

/** Still unknown at the deadline: the money goes back, and the attempt stays watched in case its label turns up. */
async function giveUpUnknown(
  deps: ShipmentDeps,
  shipment: StoredShipment,
  attempt: StoredAttempt,
): Promise<void> {
  const { db, clock } = deps;
  const reason = 'The carrier did not say whether it made the label.';
  const refundId = await transaction(db, async (trx) => {
    const change = { state: 'purchase_failed', lease_until: null } as const;
    if (!(await updateFenced(trx, shipment, ['purchase_unknown'], change))) return null;
    await updateAttempt(trx, attempt.id, { state: 'abandoned', ended_at: clock.now() });
    return beginRefund(trx, clock, shipment, reason);
  });
  if (refundId) await finishRefund(deps, shipment.id, refundId);
}
