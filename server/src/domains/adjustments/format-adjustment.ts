import { describeAdjustment } from '@lading/contract/adjustment-reasons.ts';
import {
  type AdminAdjustment,
  type ClientAdjustment,
  DISPUTE_DAYS,
  type Evidence,
} from '@lading/contract/adjustments.ts';
import { days, later } from '../../platform/clock.ts';
import type { ListedAdjustment } from './adjustment-list.store.ts';

/** The last moment to dispute an adjustment. */
export const disputeDeadline = ({ created_at: createdAt }: Pick<ListedAdjustment, 'created_at'>): Date =>
  later(createdAt, days(DISPUTE_DAYS));

export const toAdminAdjustment = (row: ListedAdjustment, evidence: readonly Evidence[]): AdminAdjustment => ({
  ...shared(row),
  clientId: row.user_id,
  clientName: row.client_name,
  invoiceId: row.invoice_id,
  invoiceNumber: row.invoice_number,
  invoiceDate: row.invoice_date,
  billed: row.billed_cents,
  client: row.client_cents,
  fee: row.fee_cents,
  reversed: reversedCents(row),
  outcome: row.outcome,
  dispute: disputeOf(row, evidence),
});

export function toClientAdjustment(
  row: ListedAdjustment,
  evidence: readonly Evidence[],
  now: Date,
): ClientAdjustment {
  const until = disputeDeadline(row);
  return {
    ...shared(row),
    amount: row.client_cents + row.fee_cents,
    fee: row.fee_cents,
    reversed: reversedCents(row),
    dispute: disputeOf(row, evidence),
    canDispute: row.client_cents > 0 && row.dispute_state === null && now <= until,
    disputeUntil: until.toISOString(),
  };
}

const reversedCents = ({ reversed_cents: cents, reversed_fee_cents: fee }: ListedAdjustment) => cents + fee;

function shared(row: ListedAdjustment) {
  const claimed = {
    weightGrams: row.claimed_weight_grams,
    dimensions: row.claimed_dimensions,
    zone: row.claimed_zone,
    service: row.claimed_service,
  };
  const measured = {
    weightGrams: row.measured_weight_grams,
    dimensions: row.measured_dimensions,
    zone: row.measured_zone,
    service: row.measured_service,
  };
  const { carrier, reason } = row;
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    shipmentId: row.shipment_id,
    trackingNumber: row.tracking_number,
    carrier,
    service: row.service_name,
    reason,
    text: describeAdjustment({ carrier, reason, claimed, measured }),
    claimed,
    measured,
  };
}

function disputeOf(row: ListedAdjustment, evidence: readonly Evidence[]): AdminAdjustment['dispute'] {
  if (row.dispute_state === null || row.opened_at === null) return null;
  return {
    state: row.dispute_state,
    reason: row.dispute_reason ?? '',
    openedAt: row.opened_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    evidence: [...evidence],
  };
}
