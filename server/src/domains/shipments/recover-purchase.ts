import { ago } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { within } from '../../platform/outgoing/within.ts';
import { isOneOf } from '../../platform/state-machine.ts';
import type { CarrierRate, Purchase, SoughtPurchase } from '../../providers/label-providers/port.ts';
import { findQuote } from '../pricing/quotes.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { FAILURE_REASONS, type FailureReason } from './failure-reasons.ts';
import { runPurchase } from './purchase.ts';
import { claimForPurchase, type PurchaseClaim } from './purchase-claim.ts';
import { recordAnswer } from './record-purchase.ts';
import { completeFailureRefund, startFailureRefund } from './refund-failed-purchase.ts';
import { hasShipDatePassed } from './ship-date.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { ORDERED } from './shipments.states.ts';
import {
  countSentOrders,
  deferFor,
  isActive,
  moveFenced,
  moveShipment,
  type StoredAttempt,
  type StoredShipment,
  selectLiveAttempt,
  takeOver,
  updateAttempt,
} from './shipments.store.ts';

/** This many lookups must find nothing before we conclude that the purchase was never made. */
const REQUIRED_LOOKUPS = 2;
/** After this many orders, we only look up the last one until the deadline. */
const MAX_ORDERS = 2;

/** Advances a stalled shipment by one step toward its label or its refund. */
export async function recoverPurchase(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  if (shipment.state === 'paid') return buyOrGiveUp(deps, shipment);
  if (!isOneOf(ORDERED, shipment.state)) return;
  const held = await takeOver(deps.db, shipment.id, shipment.state, deps.timings.leaseMs);
  if (held) await lookUp(deps, held);
}

async function buyOrGiveUp(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  const reason = await reasonToGiveUp(deps, shipment);
  if (reason) return giveUp(deps, shipment, reason);
  const rate = await rateOf(deps, shipment);
  const claim = await transaction(deps.db, (trx) => claimForPurchase(trx, deps, shipment.id, rate));
  if (claim) await runPurchase(deps, claim);
}

async function reasonToGiveUp(deps: ShipmentDeps, shipment: StoredShipment): Promise<FailureReason | null> {
  if (!(await isActive(deps.db, shipment.user_id))) return 'account_inactive';
  if (hasShipDatePassed(deps, shipment.ship_date)) return 'ship_date_passed';
  return isOverdue(deps, shipment) ? 'label_overdue' : null;
}

const isOverdue = ({ clock, timings }: ShipmentDeps, shipment: StoredShipment) =>
  shipment.created_at < ago(clock, timings.deadlineMs);

async function giveUp(deps: ShipmentDeps, shipment: StoredShipment, reason: FailureReason): Promise<void> {
  const { db, clock } = deps;
  const refundId = await transaction(db, async (trx) => {
    const moved = await moveShipment(trx, shipment.id, ['paid'], 'purchase_failed', { lease_until: null });
    return moved ? startFailureRefund(trx, clock, shipment, FAILURE_REASONS[reason]) : null;
  });
  if (refundId) await completeFailureRefund(deps, shipment.id, refundId);
}

const rateOf = async (deps: ShipmentDeps, shipment: StoredShipment): Promise<CarrierRate> =>
  (await findQuote(deps.db, shipment.user_id, shipment.quote_id)).carrier_rate;

/** Looks up the attempt at the label provider and acts on the answer. */
async function lookUp(deps: ShipmentDeps, shipment: StoredShipment): Promise<unknown> {
  const attempt = await selectLiveAttempt(deps.db, shipment.id);
  if (!attempt) {
    if (isOverdue(deps, shipment)) return giveUpUnknown(deps, shipment, null);
    throw new Error(`Shipment ${shipment.id} has no open purchase attempt to look up`);
  }
  const claim = { shipment, attemptId: attempt.id, rate: await rateOf(deps, shipment) };
  const found = await findPurchase(deps, { key: attempt.id, rate: claim.rate });
  if (found && found.outcome !== 'pending') return recordOrGiveUp(deps, claim, attempt, found);
  if (isOverdue(deps, shipment)) return giveUpUnknown(deps, shipment, attempt);
  if (found) return deferFor(deps.db, shipment, deps.timings.lookAgainMs);
  // This provider never sells a second label for the same key, so ordering again is the fastest lookup.
  if (deps.labelProvider.repeatable && !(await reasonToGiveUp(deps, shipment)))
    return runPurchase(deps, claim);
  return countLookUp(deps, shipment, attempt);
}

/** The deadline holds even if the answer cannot be recorded or an unusable label cannot be voided. */
async function recordOrGiveUp(
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  attempt: StoredAttempt,
  found: Purchase,
): Promise<void> {
  const overdue = isOverdue(deps, claim.shipment);
  try {
    await recordAnswer(deps, claim, found);
  } catch (error) {
    if (!overdue) throw error;
    deps.log.error(
      { event: 'purchase.record_failed', err: error, attemptId: attempt.id },
      'The answer to a purchase could not be recorded before the deadline; refunding',
    );
    await reportIncident(deps, 'label_unusable', attempt.id, 'the answer could not be recorded');
  }
  // Does nothing unless the purchase is still unknown.
  if (overdue) await giveUpUnknown(deps, claim.shipment, attempt);
}

/** A failed lookup counts as pending. The deadline ends both. */
async function findPurchase(
  { labelProvider, timings, log }: ShipmentDeps,
  sought: SoughtPurchase,
): Promise<Purchase | null> {
  try {
    return await within(timings.labelProviderTimeoutMs, labelProvider.findPurchase(sought));
  } catch (error) {
    log.warn(
      { event: 'purchase.lookup_failed', err: error, attemptId: sought.key },
      'A purchase could not be looked up; will retry',
    );
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
  if (attempt.looked_at && attempt.looked_at > ago(clock, timings.lookUpGapMs))
    return deferFor(db, shipment, timings.lookAgainMs);
  const lookUps = attempt.look_ups + 1;
  const wasNeverMade = lookUps >= REQUIRED_LOOKUPS && (await countSentOrders(db, shipment.id)) < MAX_ORDERS;
  await transaction(db, async (trx) => {
    const next = wasNeverMade ? 'paid' : 'purchase_unknown';
    if (!(await moveFenced(trx, shipment, ['purchase_unknown'], next, { lease_until: null }))) return;
    await updateAttempt(trx, attempt.id, {
      look_ups: lookUps,
      looked_at: now,
      ...(wasNeverMade ? { state: 'abandoned' as const, ended_at: now } : {}),
    });
  });
}

/**
 * Refunds a purchase that is still unknown at the deadline. The sweep keeps looking for its label to void it.
 */
async function giveUpUnknown(
  deps: ShipmentDeps,
  shipment: StoredShipment,
  attempt: StoredAttempt | null,
): Promise<void> {
  const { db, clock } = deps;
  const refundId = await transaction(db, async (trx) => {
    if (!(await moveFenced(trx, shipment, ['purchase_unknown'], 'purchase_failed', { lease_until: null })))
      return null;
    if (attempt) await updateAttempt(trx, attempt.id, { state: 'abandoned', ended_at: clock.now() });
    return startFailureRefund(trx, clock, shipment, FAILURE_REASONS.purchase_unconfirmed);
  });
  if (refundId) await completeFailureRefund(deps, shipment.id, refundId);
}
