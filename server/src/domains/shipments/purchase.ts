import { type Clock, days, later } from '../../platform/clock.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { newId } from '../../platform/ids.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { CarrierRate, LabelOrder, Purchase } from '../../providers/label-providers/port.ts';
import { OURSELVES } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { bookings, post } from '../payments/ledger.ts';
import { type RefundRequest, requestRefund, runRefund } from '../payments/refund.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { searchTextOf } from './shipments.states.ts';
import {
  claimPaid,
  endWithLabel,
  isNumberOfAnother,
  moveShipment,
  rest,
  type StoredShipment,
  updateAttempt,
  updateFenced,
} from './shipments.store.ts';

/** The right to buy one label: the shipment under a fence number, and the key under which the carrier is asked. */
export interface PurchaseClaim {
  shipment: StoredShipment;
  attemptId: string;
  rate: CarrierRate;
}

/** Null when the shipment is not to be bought: its account is not active, or somebody else has it. */
export async function claimForPurchase(
  trx: Trx,
  clock: Clock,
  shipmentId: string,
  leaseMs: number,
  rate: CarrierRate,
  attemptId = newId(),
): Promise<PurchaseClaim | null> {
  const shipment = await claimPaid(trx, shipmentId, leaseMs, { id: attemptId, startedAt: clock.now() });
  return shipment ? { shipment, attemptId, rate } : null;
}

/** Asks the carrier, outside any transaction, and records what came of it. The shipment when it was bought; else its state tells. */
export async function runPurchase(deps: ShipmentDeps, claim: PurchaseClaim): Promise<StoredShipment | null> {
  const answer = await askCarrier(deps, claim);
  failpoint('cp10');
  return recordAnswer(deps, claim, answer);
}

async function askCarrier(
  { labelProvider, timings, log }: ShipmentDeps,
  claim: PurchaseClaim,
): Promise<Purchase | null> {
  const { shipment, attemptId, rate } = claim;
  const order: LabelOrder = {
    key: attemptId,
    rate,
    from: shipment.sender,
    to: shipment.receiver,
    parcel: shipment.parcel,
    shipDate: shipment.ship_date,
    reference: shipment.notes,
  };
  try {
    return await within(timings.carrierAnswerMs, labelProvider.buyLabel(order));
  } catch (error) {
    log.warn({ err: error, shipmentId: shipment.id, attemptId }, 'nobody knows whether a label was bought');
    return null;
  }
}

/** Null is a lost answer: the label may exist, so nobody may ask again before looking. */
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

/** The carrier certainly has no order: it is placed anew in a moment, until the deadline. */
async function recordNotSent(
  { db, clock }: ShipmentDeps,
  { shipment, attemptId }: PurchaseClaim,
  text: string,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (!(await updateFenced(trx, shipment, WORKING, { state: 'paid' }))) return;
    await rest(trx, shipment, ORDER_AGAIN_MS);
    await updateAttempt(trx, attemptId, {
      state: 'declined',
      detail: text.slice(0, 500),
      ended_at: clock.now(),
    });
  });
}

const WORKING = ['purchasing', 'purchase_unknown'] as const;

const NUMBER_IS_FRESH_MS = days(120);
const ORDER_AGAIN_MS = 3_000;

async function recordBought(
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  bought: Purchase & { outcome: 'bought' },
): Promise<StoredShipment | null> {
  const { db, clock } = deps;
  const { shipment, attemptId } = claim;
  const now = clock.now();
  if (await isNumberOfAnother(db, shipment, bought.trackingNumber, later(now, -NUMBER_IS_FRESH_MS))) {
    await voidOrphanedLabel(deps, claim, bought);
    return null;
  }
  const change = {
    state: 'purchased',
    lease_until: null,
    transaction_id: bought.transactionId,
    tracking_number: bought.trackingNumber,
    actual_cost_cents: bought.costCents,
    purchased_at: now,
    next_track_at: now,
    search_text: searchTextOf(shipment.receiver, bought.trackingNumber),
  } as const;
  const isOurs = await transaction(db, async (trx) => {
    if (!(await updateFenced(trx, shipment, WORKING, change))) return false;
    await endWithLabel(trx, attemptId, now, shipment.id, bought.label);
    const { total_cents: total, cost_cents: cost, commission_cents: commission } = shipment;
    await post(
      trx,
      clock,
      `purchase:${shipment.id}`,
      bookings.purchase(total, cost, commission, bought.costCents),
    );
    await recordEvent(trx, clock, OURSELVES, {
      type: 'LABEL_PURCHASED',
      status: 'success',
      userId: shipment.user_id,
      userRole: 'client',
      details: { shipmentId: shipment.id, cents: total, trackingNumber: bought.trackingNumber },
    });
    return true;
  });
  failpoint('cp12');
  return isOurs ? { ...shipment, ...change } : null;
}

/** A label under the number of another parcel could never be told from it: the carrier takes it back, and the client's money returns. */
async function voidOrphanedLabel(
  deps: ShipmentDeps,
  claim: PurchaseClaim,
  { transactionId, trackingNumber }: Purchase & { outcome: 'bought' },
): Promise<void> {
  const { labelProvider, timings, log } = deps;
  const { shipment, attemptId } = claim;
  log.error({ shipmentId: shipment.id, trackingNumber }, 'the carrier sold a number that another parcel has');
  try {
    const answer = await within(timings.carrierAnswerMs, labelProvider.voidLabel(transactionId));
    // It is asked about again until it is back.
    if (answer.outcome !== 'voided')
      await updateAttempt(deps.db, attemptId, { orphan: JSON.stringify({ transactionId, trackingNumber }) });
    if (answer.outcome === 'refused')
      await reportIncident(deps, 'label_orphaned', attemptId, `label ${trackingNumber}: ${answer.text}`);
  } catch (error) {
    // Nobody knows whether it was taken back; the look-up finds the purchase again and comes here again.
    log.warn({ err: error, shipmentId: shipment.id }, 'a label could not be given back; it is tried again');
    return recordUnknown(deps, claim);
  }
  return recordFailed(deps, claim, 'The carrier gave a tracking number that is in use.');
}

async function recordUnknown({ db }: ShipmentDeps, { shipment, attemptId }: PurchaseClaim): Promise<void> {
  await transaction(db, async (trx) => {
    const change = { state: 'purchase_unknown', lease_until: null } as const;
    if (await updateFenced(trx, shipment, WORKING, change))
      await updateAttempt(trx, attemptId, { state: 'unknown' });
  });
}

/** No label will come of it: the failure and the refund are one step, and the money goes back at once. */
async function recordFailed(deps: ShipmentDeps, claim: PurchaseClaim, text: string): Promise<void> {
  const { db, clock } = deps;
  const { shipment, attemptId } = claim;
  failpoint('cp13');
  const refundId = await transaction(db, async (trx) => {
    const change = { state: 'purchase_failed', lease_until: null } as const;
    if (!(await updateFenced(trx, shipment, WORKING, change))) return null;
    await updateAttempt(trx, attemptId, {
      state: 'declined',
      detail: text.slice(0, 500),
      ended_at: clock.now(),
    });
    return beginRefund(trx, clock, shipment, text);
  });
  if (refundId) await finishRefund(deps, shipment.id, refundId);
}

/** The second half of a failure, in the transaction that marked it. */
export async function beginRefund(
  trx: Trx,
  clock: Clock,
  shipment: StoredShipment,
  text: string,
  refundId?: string,
): Promise<string> {
  await moveShipment(trx, shipment.id, ['purchase_failed'], { state: 'refunding' });
  await recordEvent(trx, clock, OURSELVES, {
    type: 'LABEL_FAILED',
    status: 'error',
    userId: shipment.user_id,
    userRole: 'client',
    details: { shipmentId: shipment.id, cents: shipment.total_cents, error: text },
  });
  const request: RefundRequest = {
    paymentId: shipment.payment_id,
    userId: shipment.user_id,
    shipmentId: shipment.id,
    cents: shipment.total_cents,
    kind: 'failed_purchase',
    reason: text.slice(0, 500),
    requestedBy: null,
  };
  return requestRefund(trx, clock, OURSELVES, request, refundId);
}

/** What is not back at once is driven on by the sweeper. */
export async function finishRefund(deps: ShipmentDeps, shipmentId: string, refundId: string): Promise<void> {
  if (await runRefund(deps, refundId))
    await moveShipment(deps.db, shipmentId, ['refunding'], { state: 'refunded' });
}
