import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './build-test-app.ts';

interface AdjustmentFacts {
  shipmentId: string;
  clientId: string;
  staffId: string;
}

/** Inserts an adjustment with an open dispute and a file, without its bookings. */
export async function makeAdjustment(
  { deps: { db }, clock }: TestApp,
  { shipmentId, clientId, staffId }: AdjustmentFacts,
): Promise<{ adjustmentId: string; invoiceId: string; evidenceId: string }> {
  const [adjustmentId, invoiceId, evidenceId, now] = [newId(), newId(), newId(), clock.now()];
  await db
    .insertInto('carrier_invoices')
    .values({
      id: invoiceId,
      carrier: 'UPS',
      account: '',
      invoice_number: invoiceId,
      invoice_date: '2026-11-14',
      layout: 'ups',
      file_name: 'ups.csv',
      file_sha256: Buffer.alloc(32),
      line_count: 1,
      total_cents: 100,
      stated_total_cents: null,
      uploaded_by: staffId,
      created_at: now,
    })
    .execute();
  const unknown = {
    claimed_weight_grams: null,
    measured_weight_grams: null,
    claimed_dimensions: null,
    measured_dimensions: null,
    claimed_zone: null,
    measured_zone: null,
    claimed_service: null,
    measured_service: null,
  };
  await db
    .insertInto('adjustments')
    .values({
      id: adjustmentId,
      shipment_id: shipmentId,
      user_id: clientId,
      carrier: 'UPS',
      service: 'ups_ground',
      invoice_id: invoiceId,
      reason: 'handling',
      ...unknown,
      billed_cents: 100,
      client_cents: 100,
      fee_cents: 0,
      outcome: 'passed_on',
      created_at: now,
    })
    .execute();
  const owner = { adjustment_id: adjustmentId, user_id: clientId };
  await db
    .insertInto('adjustment_disputes')
    .values({ id: newId(), ...owner, state: 'open', reason: 'We disagree.', opened_at: now })
    .execute();
  await db
    .insertInto('adjustment_evidence')
    .values({
      id: evidenceId,
      ...owner,
      file_name: 'scale.pdf',
      content_type: 'application/pdf',
      sha256: Buffer.alloc(32),
      bytes: Buffer.from('%PDF-1.7'),
      created_at: now,
    })
    .execute();
  return { adjustmentId, invoiceId, evidenceId };
}
