import type { AdjustmentPolicy } from '@lading/contract/adjustments.ts';
import type { Parcel } from '@lading/contract/parcel.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { BilledLine, PayableBill } from './shipment-bill.ts';

/** Until the transaction ends, no other process books adjustments, so that none is computed twice. */
export async function lockBooking(trx: Trx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('adjustments', 0))`.execute(trx);
}

/** The label provider has not answered the void of a shipment `s` that was requested since. */
export const awaitsVoid = (since: Date) =>
  sql<boolean>`(s.state = 'void_requested' AND coalesce(s.void_requested_at, s.purchased_at) > ${since})`;

interface NumberedShipment {
  id: string;
  carrier: string;
  tracking_number: string;
  transaction_id: string;
}

/** Shipments with one of these tracking numbers, or bought with one of these IDs at the label provider; the newest last. */
export async function selectNumbered(
  db: Handle,
  trackingNumbers: readonly string[],
  { provider, transactionIds }: { provider: string; transactionIds: readonly string[] },
): Promise<NumberedShipment[]> {
  const { rows } = await sql<NumberedShipment>`
    SELECT id, carrier, tracking_number, transaction_id FROM (
      SELECT id, carrier, tracking_number, transaction_id, purchased_at FROM shipments
      WHERE tracking_number IS NOT NULL AND tracking_number = ANY(${trackingNumbers}::text[])
      UNION
      SELECT id, carrier, tracking_number, transaction_id, purchased_at FROM shipments
      WHERE provider = ${provider} AND transaction_id = ANY(${transactionIds}::text[])) found
    ORDER BY purchased_at, id`.execute(db);
  return rows;
}

interface BillRow {
  id: string;
  user_id: string;
  client_name: string;
  erased: boolean;
  awaits_void: boolean;
  carrier: string;
  service: string;
  service_name: string;
  tracking_number: string;
  parcel: Parcel;
  total_cents: number;
  purchase_cents: number;
  voided_cents: number;
  adjusted_cents: number;
  passed_on_cents: number;
  refunded_ahead_cents: number;
  mode: AdjustmentPolicy['mode'];
  threshold_cents: number;
  fee_cents: number;
}

/**
 * Won disputes add what they refunded, and credits take off what the operator kept of them, never below zero, in the order of their
 * bookings: a credit from before the refund does not cover it.
 */
const REFUNDED_AHEAD = sql`
  SELECT sum(step.cents) - least(0, min(step.running)) AS cents
  FROM (SELECT m.cents, sum(m.cents) OVER (ORDER BY t.id) AS running
        FROM (SELECT 'adjustment:' || id || ':reversed' AS key, reversed_cents AS cents FROM adjustments
              WHERE shipment_id = s.id AND reversed_cents > 0
              UNION ALL
              SELECT 'adjustment:' || id || ':billed', billed_cents - client_cents FROM adjustments
              WHERE shipment_id = s.id AND billed_cents < 0) m
        JOIN ledger_transactions t ON t.reason_key = m.key) step`;

/** What was billed and booked so far. */
export async function selectBills(
  db: Handle,
  shipmentIds: readonly string[],
  voidsSince: Date,
): Promise<PayableBill[]> {
  const { rows } = await sql<BillRow>`
    SELECT s.id, s.user_id, u.full_name AS client_name, u.erased_at IS NOT NULL AS erased, ${awaitsVoid(voidsSince)} AS awaits_void,
           s.carrier, s.service, s.service_name, s.tracking_number, s.parcel, s.total_cents,
           s.actual_cost_cents AS purchase_cents, coalesce(v.cents, 0) AS voided_cents,
           coalesce(a.billed, 0)::bigint AS adjusted_cents, coalesce(a.client, 0)::bigint AS passed_on_cents,
           coalesce(ahead.cents, 0)::bigint AS refunded_ahead_cents,
           coalesce(own.mode, d.mode) AS mode, coalesce(own.threshold_cents, d.threshold_cents) AS threshold_cents,
           coalesce(own.fee_cents, d.fee_cents) AS fee_cents
    FROM shipments s
    JOIN users u ON u.id = s.user_id
    JOIN adjustment_policies d ON d.user_id IS NULL
    LEFT JOIN adjustment_policies own ON own.user_id = s.user_id
    LEFT JOIN LATERAL (SELECT sum(billed_cents) AS billed, sum(client_cents - reversed_cents) AS client
                       FROM adjustments WHERE shipment_id = s.id) a ON true
    LEFT JOIN LATERAL (${REFUNDED_AHEAD}) ahead ON true
    LEFT JOIN ledger_transactions t ON t.reason_key = 'void:' || s.id
    LEFT JOIN ledger_entries v ON v.transaction_id = t.id AND v.account = 'carrier_payable'
    WHERE s.id = ANY(${shipmentIds}::uuid[])`.execute(db);
  const lines = await selectBookedLines(db, shipmentIds);
  return rows.map((row) => toBill(row, lines.get(row.id) ?? []));
}

const toBill = (row: BillRow, earlierLines: readonly BilledLine[]): PayableBill => ({
  shipmentId: row.id,
  userId: row.user_id,
  clientName: row.client_name,
  isErased: row.erased,
  awaitsVoid: row.awaits_void,
  carrier: row.carrier,
  service: row.service,
  serviceName: row.service_name,
  trackingNumber: row.tracking_number,
  parcel: row.parcel,
  totalCents: row.total_cents,
  purchaseCents: row.purchase_cents,
  voidedCents: row.voided_cents,
  adjustedCents: row.adjusted_cents,
  passedOnCents: row.passed_on_cents,
  refundedAheadCents: row.refunded_ahead_cents,
  policy: { mode: row.mode, threshold: row.threshold_cents, fee: row.fee_cents },
  earlierLines,
});

async function selectBookedLines(
  db: Handle,
  shipmentIds: readonly string[],
): Promise<Map<string, BilledLine[]>> {
  const rows = await db
    .selectFrom('carrier_invoice_lines')
    .select(['shipment_id', 'kind', 'reason', 'cents', 'measured'])
    .where(sql<boolean>`shipment_id = ANY(${shipmentIds}::uuid[])`)
    .where('booked_at', 'is not', null)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ shipment_id: id }) => id ?? '');
}

/** Locks the clients, so that they cannot be erased until the transaction ends. */
export async function lockClients(trx: Trx, shipmentIds: readonly string[]): Promise<void> {
  await sql`
    SELECT id FROM users WHERE id IN (SELECT user_id FROM shipments WHERE id = ANY(${shipmentIds}::uuid[]))
    ORDER BY id FOR SHARE`.execute(trx);
}
