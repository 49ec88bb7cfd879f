import type { AdjustmentReason } from '@lading/contract/adjustment-reasons.ts';
import type {
  AdjustmentDisputeState,
  AdjustmentOutcome,
  AdjustmentPolicy,
  EvidenceType,
} from '@lading/contract/adjustments.ts';
import type { InvoiceLayout, UnmatchedReason } from '@lading/contract/carrier-invoices.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Immutable, Json } from '../../platform/db/column-types.ts';
import type { InvoiceKey, LineKind, Measured } from './invoice-lines.ts';

export interface AdjustmentsTables {
  carrier_invoices: CarrierInvoicesTable;
  carrier_invoice_lines: CarrierInvoiceLinesTable;
  adjustments: AdjustmentsTable;
  adjustment_disputes: AdjustmentDisputesTable;
  adjustment_evidence: AdjustmentEvidenceTable;
  adjustment_policies: AdjustmentPoliciesTable;
}

interface CarrierInvoicesTable {
  id: Immutable<string>;
  carrier: Immutable<InvoiceKey['carrier']>;
  account: Immutable<string>;
  invoice_number: Immutable<string>;
  invoice_date: Immutable<string>;
  layout: Immutable<InvoiceLayout>;
  file_name: Immutable<string>;
  file_sha256: Immutable<Buffer>;
  line_count: number;
  total_cents: number;
  /** What the carrier states; null if the file has no total. */
  stated_total_cents: number | null;
  uploaded_by: Immutable<string>;
  created_at: Immutable<Date>;
}

interface CarrierInvoiceLinesTable {
  id: GeneratedAlways<number>;
  invoice_id: Immutable<string>;
  row_hash: Immutable<Buffer>;
  line_no: Immutable<number>;
  tracking_number: Immutable<string | null>;
  kind: Immutable<LineKind>;
  reason: Immutable<AdjustmentReason>;
  description: Immutable<string>;
  cents: Immutable<number>;
  measured: Json<Measured>;
  shipment_id: Immutable<string | null>;
  unmatched: Immutable<UnmatchedReason | null>;
  adjustment_id: string | null;
  /** Null until the shipment's difference is booked. */
  booked_at: Date | null;
}

interface AdjustmentsTable {
  id: Immutable<string>;
  shipment_id: Immutable<string>;
  user_id: Immutable<string>;
  carrier: Immutable<string>;
  service: Immutable<string>;
  invoice_id: Immutable<string>;
  reason: Immutable<AdjustmentReason>;
  claimed_weight_grams: Immutable<number | null>;
  measured_weight_grams: Immutable<number | null>;
  claimed_dimensions: Immutable<string | null>;
  measured_dimensions: Immutable<string | null>;
  claimed_zone: Immutable<string | null>;
  measured_zone: Immutable<string | null>;
  claimed_service: Immutable<string | null>;
  measured_service: Immutable<string | null>;
  billed_cents: Immutable<number>;
  client_cents: Immutable<number>;
  fee_cents: Immutable<number>;
  outcome: Immutable<AdjustmentOutcome>;
  reversed_cents: Generated<number>;
  reversed_fee_cents: Generated<number>;
  /** The email that reports it. */
  notice_id: Generated<string | null>;
  created_at: Immutable<Date>;
}

interface AdjustmentDisputesTable {
  id: Immutable<string>;
  adjustment_id: Immutable<string>;
  user_id: Immutable<string>;
  state: AdjustmentDisputeState;
  reason: string;
  opened_at: Immutable<Date>;
  sent_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
}

interface AdjustmentEvidenceTable {
  id: Immutable<string>;
  adjustment_id: Immutable<string>;
  user_id: Immutable<string>;
  file_name: Immutable<string>;
  content_type: Immutable<EvidenceType>;
  sha256: Immutable<Buffer>;
  bytes: Immutable<Buffer>;
  created_at: Immutable<Date>;
}

interface AdjustmentPoliciesTable {
  id: GeneratedAlways<number>;
  /** Null for the default. */
  user_id: Immutable<string | null>;
  mode: AdjustmentPolicy['mode'];
  threshold_cents: number;
  fee_cents: number;
  updated_at: Date;
}
