import { ago, days } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { Purchase } from '../../providers/label-providers/port.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { bookings, post } from '../payments/ledger.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { FAILURE_REASONS } from './failure-reasons.ts';
import type { PurchaseClaim } from './purchase-claim.ts';
import { completeFailureRefund, startFailureRefund } from './refund-failed-purchase.ts';
import { searchTextOf } from './search-text.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { ORDERED } from './shipments.states.ts';
import {
  deferFor,
  endWithLabel,
  isTrackingNumberTaken,
  moveFenced,
  type StoredShipment,
  updateAttempt,
} from './shipments.store.ts';

type Bought = Purchase & { outcome: 'bought' };

const TRACKING_NUMBER_UNIQUE_MS = days(120);
const REORDER_AFTER_MS = 3_000;

/**
 * Records the answer to an order. Null means that the answer was lost: the label may exist, so we must look
 * it up before ordering again. Returns the shipment only if the label was bought and the claim is valid.
 */
export async function recordAnswer(
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  answer: Purchase | null,
): Promise<StoredShipment | null> {
  switch (answer?.outcome) {
    case 'bought':
      return recordBought(deps, claim, answer);
    case 'refused':
      await recordFailed(deps, claim, answer.text);
      return null;
    case 'not-sent':
      await recordNotSent(deps, claim, answer.text);
      return null;
    default:
      await recordUnknown(deps, claim);
      return null;
  }
}

/** The label provider did not receive the order, so the sweep orders again until the deadline. */
async function recordNotSent(
  { db, clock }: ShipmentDeps,
  { shipment, attemptId }: PurchaseClaim,
  text: string,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (!(await moveFenced(trx, shipment, ORDERED, 'paid'))) return;
    await deferFor(trx, shipment, REORDER_AFTER_MS);
    await updateAttempt(trx, attemptId, {
      state: 'declined',
      detail: text.slice(0, 500),
      ended_at: clock.now(),
    });
  });
}

async function recordBought(
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  bought: Bought,
): Promise<StoredShipment | null> {
  const { db, clock } = deps;
  const { shipment, attemptId } = claim;
  const now = clock.now();
  const usedSince = ago(clock, TRACKING_NUMBER_UNIQUE_MS);
  if (await isTrackingNumberTaken(db, shipment, bought.trackingNumber, usedSince)) {
    await voidTakenNumber(deps, claim, bought);
    return null;
  }
  const change = {
    lease_until: null,
    transaction_id: bought.transactionId,
    tracking_number: bought.trackingNumber,
    actual_cost_cents: bought.costCents,
    purchased_at: now,
    next_track_at: now,
    search_text: searchTextOf(shipment.receiver, bought.trackingNumber),
  };
  const isRecorded = await transaction(db, async (trx) => {
    if (!(await moveFenced(trx, shipment, ORDERED, 'purchased', change))) return false;
    await endWithLabel(trx, attemptId, now, shipment.id, bought.label);
    const { total_cents: total, cost_cents: cost, commission_cents: commission } = shipment;
    await post(
      trx,
      clock,
      `purchase:${shipment.id}`,
      bookings.purchase(total, cost, commission, bought.costCents),
    );
    await recordEvent(trx, clock, SYSTEM_ORIGIN, {
      type: 'LABEL_PURCHASED',
      status: 'success',
      userId: shipment.user_id,
      userRole: 'client',
      details: { shipmentId: shipment.id, cents: total, trackingNumber: bought.trackingNumber },
    });
    return true;
  });
  failpoint('cp12');
  return isRecorded ? { ...shipment, ...change, state: 'purchased' } : null;
}

/** Two parcels must not share a tracking number, so we void the new label and refund the client. */
async function voidTakenNumber(
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  { transactionId, trackingNumber }: Bought,
): Promise<void> {
  const { labelProvider, timings, log } = deps;
  const { shipment, attemptId } = claim;
  log.error(
    { event: 'purchase.tracking_number_taken', shipmentId: shipment.id, trackingNumber },
    'The label provider assigned a tracking number that another parcel uses',
  );
  try {
    const answer = await within(timings.carrierAnswerMs, labelProvider.voidLabel(transactionId));
    // The sweep retries the void until the label provider confirms it.
    if (answer.outcome !== 'voided')
      await updateAttempt(deps.db, attemptId, { orphan: JSON.stringify({ transactionId, trackingNumber }) });
    if (answer.outcome === 'refused')
      await reportIncident(deps, 'label_orphaned', attemptId, `label ${trackingNumber}: ${answer.text}`);
  } catch (error) {
    // We don't know whether the label was voided. The sweep looks the purchase up and runs this again.
    log.warn(
      { event: 'purchase.void_failed', err: error, shipmentId: shipment.id },
      'A label with a duplicate tracking number could not be voided; will retry',
    );
    return recordUnknown(deps, claim);
  }
  return recordFailed(deps, claim, FAILURE_REASONS.tracking_number_in_use);
}

async function recordUnknown({ db }: ShipmentDeps, { shipment, attemptId }: PurchaseClaim): Promise<void> {
  await transaction(db, async (trx) => {
    if (await moveFenced(trx, shipment, ORDERED, 'purchase_unknown', { lease_until: null }))
      await updateAttempt(trx, attemptId, { state: 'unknown' });
  });
}

/** Marks the purchase failed and requests its refund in one transaction, then sends the refund. */
async function recordFailed(deps: ShipmentDeps, claim: PurchaseClaim, text: string): Promise<void> {
  const { db, clock } = deps;
  const { shipment, attemptId } = claim;
  failpoint('cp13');
  const refundId = await transaction(db, async (trx) => {
    if (!(await moveFenced(trx, shipment, ORDERED, 'purchase_failed', { lease_until: null }))) return null;
    await updateAttempt(trx, attemptId, {
      state: 'declined',
      detail: text.slice(0, 500),
      ended_at: clock.now(),
    });
    return startFailureRefund(trx, clock, shipment, text);
  });
  if (refundId) await completeFailureRefund(deps, shipment.id, refundId);
}
