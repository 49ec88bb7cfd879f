import type { StoredLabel } from '../../labels/port.ts';
import { Announcements } from '../../platform/announcements.ts';
import { cutTo } from '../../platform/cut-to.ts';
import { transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { Purchase } from '../../providers/label-providers/port.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { FAILURE_REASONS, type FailureReason } from './failure-reasons.ts';
import type { PurchaseClaim } from './purchase-claim.ts';
import { directWriter, numbersUsedSince } from './purchase-writer.ts';
import { completeFailureRefund, startFailureRefund } from './refund-failed-purchase.ts';
import { searchTextOf } from './search-text.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { ORDERED } from './shipments.states.ts';
import {
  deferFor,
  isTrackingNumberTaken,
  isTransactionTaken,
  moveFenced,
  type StoredShipment,
  updateAttempt,
} from './shipments.store.ts';
import type { Orphan } from './shipments.tables.ts';
import { type Bought, cleanPurchase, orphanOf, unusableReason } from './usable-purchase.ts';

const REORDER_AFTER_MS = 3_000;

/** A shipment; with the format of its label if this request has just bought it. */
export type BoughtShipment = StoredShipment & { label_format?: StoredLabel['format'] };

/** Announces every order of this process whose answer is recorded, by the ID of its shipment. */
export const purchaseEnds = new Announcements();

/**
 * Records the answer to an order. Null means that the answer was lost: the label may exist, so we must look
 * it up before ordering again. Returns the shipment only if the label was bought and the claim is valid.
 */
export const recordAnswer = (
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  answer: Purchase | null,
): Promise<BoughtShipment | null> =>
  record(deps, claim, answer).finally(() => purchaseEnds.announce(claim.shipment.id));

async function record(
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  answer: Purchase | null,
): Promise<BoughtShipment | null> {
  switch (answer?.outcome) {
    case 'bought':
      return recordSold(deps, claim, cleanPurchase(answer));
    case 'refused':
      await recordRefused(deps, claim, answer);
      return null;
    case 'not-sent':
      await recordNotSent(deps, claim, answer.text);
      return null;
    default:
      await recordUnknown(deps, claim);
      return null;
  }
}

/** A label that the adapter declined but could not void is an orphan. */
async function recordRefused(
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  { text, original, unvoided }: Extract<Purchase, { outcome: 'refused' }>,
): Promise<void> {
  if (!unvoided) return recordFailed(deps, claim, text, { original });
  const { transactionId, trackingNumber } = unvoided;
  await reportIncident(deps, 'label_unusable', claim.attemptId, text);
  // The incidents name the label, which may have no number.
  const orphan = orphanOf({ transactionId, trackingNumber: trackingNumber || transactionId });
  return recordFailed(deps, claim, text, { original, orphan });
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
      detail: cutTo(500, text),
      ended_at: clock.now(),
    });
  });
}

/** Records a label that can be used; voids and refunds any other. */
async function recordSold(
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  bought: Bought,
): Promise<BoughtShipment | null> {
  const { attemptId } = claim;
  const unusable = unusableReason(bought);
  if (unusable !== null) {
    await reportIncident(deps, 'label_unusable', attemptId, unusable);
    await voidAndFail(deps, claim, bought, 'label_unusable');
    return null;
  }
  const recorded = await recordBought(deps, claim, bought);
  if (recorded && bought.missingDocument !== undefined)
    await reportIncident(deps, 'document_missing', recorded.id, bought.missingDocument);
  return recorded ?? rejectTaken(deps, claim, bought);
}

/** Finds out why a label could not be recorded. Does nothing if another worker has taken over the claim. */
async function rejectTaken(deps: ShipmentDeps, claim: PurchaseClaim, bought: Bought): Promise<null> {
  const { db, clock, log } = deps;
  const { shipment, attemptId } = claim;
  const { trackingNumber, transactionId } = bought;
  if (await isTransactionTaken(db, shipment, transactionId)) {
    // The label is another client's, so it must not be voided.
    await reportIncident(deps, 'label_unusable', attemptId, `transaction ID ${transactionId} is in use`);
    await recordFailed(deps, claim, FAILURE_REASONS.label_unusable);
  } else if (await isTrackingNumberTaken(db, shipment, trackingNumber, numbersUsedSince(clock))) {
    log.error(
      { event: 'purchase.tracking_number_taken', shipmentId: shipment.id, trackingNumber },
      'The label provider assigned a tracking number that another parcel uses',
    );
    await voidAndFail(deps, claim, bought, 'tracking_number_in_use');
  }
  return null;
}

async function recordBought(
  deps: ShipmentDeps,
  { shipment, attemptId }: PurchaseClaim,
  { transactionId, trackingNumber, costCents, label, documents }: Bought,
): Promise<BoughtShipment | null> {
  const now = deps.clock.now();
  const searchText = searchTextOf(shipment.receiver, trackingNumber);
  const isRecorded = await (deps.purchases ?? directWriter(deps)).end({
    shipment,
    attemptId,
    transactionId,
    trackingNumber,
    costCents,
    searchText,
    label,
    documents,
  });
  failpoint('purchase-recorded');
  if (!isRecorded) return null;
  return {
    ...shipment,
    state: 'purchased',
    lease_until: null,
    transaction_id: transactionId,
    tracking_number: trackingNumber,
    actual_cost_cents: costCents,
    purchased_at: now,
    next_track_at: now,
    search_text: searchText,
    label_format: label.format,
  };
}

/** Voids a label that must not be used, then refunds the client. */
async function voidAndFail(
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  bought: Bought,
  reason: FailureReason,
): Promise<void> {
  const { labelProvider, timings, log } = deps;
  const { shipment, attemptId } = claim;
  const orphan = orphanOf(bought);
  let isVoided: boolean;
  try {
    const answer = await within(
      timings.labelProviderTimeoutMs,
      labelProvider.voidLabel(bought.transactionId),
    );
    isVoided = answer.outcome === 'voided';
    if (answer.outcome === 'refused')
      await reportIncident(
        deps,
        'label_orphaned',
        attemptId,
        `label ${orphan.trackingNumber}: ${answer.text}`,
      );
  } catch (error) {
    // We don't know whether the label was voided. The sweep looks the purchase up and runs this again.
    log.warn(
      { event: 'purchase.void_failed', err: error, shipmentId: shipment.id, reason },
      'A label that must not be used could not be voided; will retry',
    );
    return recordUnknown(deps, claim);
  }
  return recordFailed(deps, claim, FAILURE_REASONS[reason], isVoided ? {} : { orphan });
}

async function recordUnknown({ db }: ShipmentDeps, { shipment, attemptId }: PurchaseClaim): Promise<void> {
  await transaction(db, async (trx) => {
    if (await moveFenced(trx, shipment, ORDERED, 'purchase_unknown', { lease_until: null }))
      await updateAttempt(trx, attemptId, { state: 'unknown' });
  });
}

/**
 * Marks the purchase failed and requests its refund in one transaction, then sends the refund. The sweep retries the void
 * of an orphan until the label provider confirms it. It must not see the orphan earlier: the void ends the attempt, which
 * a takeover would still need.
 */
async function recordFailed(
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  text: string,
  { original = text, orphan }: { original?: string | undefined; orphan?: Orphan } = {},
): Promise<void> {
  const { db, clock } = deps;
  const { shipment, attemptId } = claim;
  failpoint('before-purchase-failed');
  const refundId = await transaction(db, async (trx) => {
    if (!(await moveFenced(trx, shipment, ORDERED, 'purchase_failed', { lease_until: null }))) return null;
    await updateAttempt(trx, attemptId, {
      state: 'declined',
      detail: cutTo(500, original),
      ended_at: clock.now(),
      ...(orphan ? { orphan: JSON.stringify(orphan) } : {}),
    });
    return startFailureRefund(trx, clock, shipment, text);
  });
  if (refundId) await completeFailureRefund(deps, shipment.id, refundId);
}
