import { formatMoney } from '@lading/contract/money.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { newId } from '../../platform/ids.ts';
import { bookBalance } from '../balances/book-balance.ts';
import { bookings, postAll } from '../ledger/ledger.ts';
import { queueAdjustmentsNotice } from '../notices/notices.ts';
import { reportIncidentIn } from '../reconciliation/report-incident.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';
import { assignNotice, insertAdjustments, selectUnreported } from './adjustments.store.ts';
import { awaitedVoidsSince } from './adjustments.timings.ts';
import { hasLinesToBook, type LineToBook, markBooked, selectLinesToBook } from './carrier-invoices.store.ts';
import { type PlannedAdjustment, planAdjustment } from './plan-adjustment.ts';
import { lockBooking, lockClients, selectBills } from './shipment-bills.store.ts';

/** Shipments per transaction. Each transaction holds the balances of its clients. */
const SHIPMENTS_PER_CHUNK = 200;

/** An adjustment above this amount, and above twice the price of the label, is reported as an incident. */
const UNUSUAL_CENTS = 2_000;

type BookingDeps = Pick<AdjustmentDeps, 'db' | 'clock' | 'log' | 'jobs' | 'balanceSpent'>;

interface Booked {
  id: string;
  planned: PlannedAdjustment;
}

interface Chunk {
  /** By shipment; null if it is billed as booked. */
  shipments: Map<string, Booked | null>;
  isLast: boolean;
}

/**
 * Books the differences of an invoice, chunk by chunk. After a kill, another call continues. Returns what this call has
 * booked, by shipment.
 */
export async function bookInvoice(
  deps: BookingDeps,
  invoiceId: string,
  shipmentsPerChunk = SHIPMENTS_PER_CHUNK,
): Promise<Chunk['shipments']> {
  const all: Chunk['shipments'] = new Map();
  for (let isLast = false; !isLast; ) {
    const chunk = await transaction(deps.db, (trx) => bookChunk(trx, deps, invoiceId, shipmentsPerChunk));
    failpoint('adjustments-booked');
    const users = new Set<string>();
    for (const [shipmentId, booked] of chunk.shipments) {
      all.set(shipmentId, booked);
      if (booked && booked.planned.clientCents > 0) users.add(booked.planned.bill.userId);
    }
    for (const userId of users) deps.balanceSpent(userId);
    ({ isLast } = chunk);
  }
  return all;
}

async function bookChunk(
  trx: Trx,
  deps: BookingDeps,
  invoiceId: string,
  maxShipments: number,
): Promise<Chunk> {
  await lockBooking(trx);
  const voidsSince = awaitedVoidsSince(deps.clock);
  const lines = await selectLinesToBook(trx, invoiceId, { maxShipments, voidsSince });
  if (lines.length === 0) {
    // Since the last chunk, the remaining lines may have started to wait for a void, which can take weeks.
    await queueNotices(trx, deps, invoiceId);
    return { shipments: new Map(), isLast: true };
  }
  const byShipment = Map.groupBy(lines, ({ shipment_id: id }) => id);
  const shipments = await planChunk(trx, byShipment, voidsSince);
  const booked = [...shipments.values()].filter((one) => one !== null);
  await bookAll(trx, deps, invoiceId, booked);
  await markBooked(
    trx,
    lines.map(({ id, shipment_id: shipmentId }) => ({
      lineId: id,
      adjustmentId: shipments.get(shipmentId)?.id ?? null,
    })),
    deps.clock.now(),
  );
  const isLast = !(await hasLinesToBook(trx, invoiceId, voidsSince));
  if (isLast) await queueNotices(trx, deps, invoiceId);
  return { shipments, isLast };
}

async function planChunk(
  trx: Trx,
  byShipment: Map<string, LineToBook[]>,
  voidsSince: Date,
): Promise<Chunk['shipments']> {
  const ids = [...byShipment.keys()];
  await lockClients(trx, ids);
  const shipments: Chunk['shipments'] = new Map();
  for (const bill of await selectBills(trx, ids, voidsSince)) {
    const planned = planAdjustment(bill, byShipment.get(bill.shipmentId) ?? []);
    shipments.set(bill.shipmentId, planned && { id: newId(), planned });
  }
  return shipments;
}

/** Stores the adjustments, books what the carrier bills, and what clients pay of it. */
export async function bookAll(
  trx: Trx,
  deps: Pick<BookingDeps, 'clock' | 'log'>,
  invoiceId: string,
  all: readonly Booked[],
): Promise<void> {
  const { clock } = deps;
  await insertAdjustments(
    trx,
    all.map((booked) => rowOf(booked, invoiceId, clock.now())),
  );
  await postAll(
    trx,
    clock,
    all.map(({ id, planned }) => ({
      reasonKey: `adjustment:${id}:billed`,
      entries: bookings.carrierAdjustment(planned.billedCents),
    })),
  );
  for (const { id, planned } of all) {
    const { bill, billedCents, clientCents, feeCents, outcome } = planned;
    if (outcome === 'passed_on')
      await bookBalance(trx, clock, {
        userId: bill.userId,
        reasonKey: `adjustment:${id}:passed-on`,
        kind: 'adjustment',
        entries: bookings.adjustmentPassedOn(clientCents, feeCents),
        shipmentId: bill.shipmentId,
      });
    if (billedCents > Math.max(UNUSUAL_CENTS, 2 * bill.totalCents))
      await reportIncidentIn(trx, deps, 'unusual_adjustment', id, describeUnusual(planned));
  }
}

const describeUnusual = ({ bill, billedCents }: PlannedAdjustment) =>
  `${bill.carrier} bills ${formatMoney(billedCents)} more for a label of ${formatMoney(bill.totalCents)}, tracking number ${bill.trackingNumber}`;

const rowOf = ({ id, planned }: Booked, invoiceId: string, now: Date) => {
  const { bill, claimed, measured } = planned;
  return {
    id,
    shipment_id: bill.shipmentId,
    user_id: bill.userId,
    carrier: bill.carrier,
    service: bill.service,
    invoice_id: invoiceId,
    reason: planned.reason,
    claimed_weight_grams: claimed.weightGrams,
    measured_weight_grams: measured.weightGrams,
    claimed_dimensions: claimed.dimensions,
    measured_dimensions: measured.dimensions,
    claimed_zone: claimed.zone,
    measured_zone: measured.zone,
    claimed_service: claimed.service,
    measured_service: measured.service,
    billed_cents: planned.billedCents,
    client_cents: planned.clientCents,
    fee_cents: planned.feeCents,
    outcome: planned.outcome,
    created_at: now,
  };
};

/** One email per client and invoice, queued with the last adjustments of the invoice. */
async function queueNotices(trx: Trx, deps: BookingDeps, invoiceId: string): Promise<void> {
  for (const userId of await selectUnreported(trx, invoiceId)) {
    const noticeId = newId();
    await assignNotice(trx, { invoiceId, userId }, noticeId);
    await queueAdjustmentsNotice(deps, trx, noticeId);
  }
}
