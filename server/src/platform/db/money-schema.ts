import type { PostalAddress } from '@lading/contract/address.ts';
import type { MarkupType } from '@lading/contract/commission.ts';
import type { Carrier, Parcel } from '@lading/contract/parcel.ts';
import type { DefaultAddress, SavedAddressBody, SavedParcelBody } from '@lading/contract/profile.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Written once. */
type Never<T> = ColumnType<T, T, never>;
/** Kept as JSON: objects go in as text and come out as objects. */
type Json<T> = ColumnType<T, string, string>;

/** Prices, payments, shipments, refunds and the books. */
export interface MoneySchema {
  installation_secrets: { name: Never<string>; secret: Never<Buffer> };
  global_pricing: PricingTable & { only_row: Generated<boolean> };
  client_pricing: PricingTable & { user_id: Never<string> };
  quote_requests: QuoteRequestsTable;
  quotes: QuotesTable;
  payments: PaymentsTable;
  payment_quotes: { payment_id: Never<string>; quote_id: Never<string> };
  idempotency_keys: IdempotencyKeysTable;
  payment_events: PaymentEventsTable;
  disputes: DisputesTable;
  label_leftovers: { stored_as: Never<string>; noted_at: Generated<Date> };
  shipments: ShipmentsTable;
  allocations: { shipment_id: Never<string>; payment_id: Never<string>; cents: Never<number> };
  purchase_attempts: PurchaseAttemptsTable;
  shipment_labels: ShipmentLabelsTable;
  tracking_events: TrackingEventsTable;
  refunds: RefundsTable;
  ledger_transactions: LedgerTransactionsTable;
  ledger_entries: { transaction_id: Never<number>; account: Never<LedgerAccount>; cents: Never<number> };
  transitions: TransitionsTable;
  incidents: IncidentsTable;
  notices: NoticesTable;
  client_profiles: { user_id: Never<string>; default_address: Json<DefaultAddress>; updated_at: Date };
  saved_addresses: SavedTable<SavedAddressBody, 'address'>;
  saved_parcels: SavedTable<SavedParcelBody, 'parcel'>;
}

interface PricingTable {
  markup_type: MarkupType;
  markup_value: number;
  updated_at: Date;
}

export interface QuoteRequestsTable {
  id: Never<string>;
  user_id: Never<string>;
  request_hash: Buffer;
  sender: Json<PostalAddress>;
  receiver: Json<PostalAddress>;
  parcel: Json<Parcel>;
  ship_date: Never<string>;
  created_at: Never<Date>;
  expires_at: Never<Date>;
}

export interface QuotesTable {
  id: Never<string>;
  request_id: Never<string>;
  user_id: Never<string>;
  provider: Never<string>;
  /** The carrier's offer as it came through the port, which this layer does not know. */
  carrier_rate: Json<object>;
  cost_cents: Never<number>;
  commission_type: Never<MarkupType>;
  commission_value: Never<number>;
  commission_cents: Never<number>;
  total_cents: Never<number>;
  consumed_by: string | null;
}

export const PAYMENT_STATUSES = ['created', 'processing', 'succeeded', 'canceled'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export interface PaymentsTable {
  id: Never<string>;
  user_id: Never<string>;
  provider: Never<string>;
  intent_id: string | null;
  amount_cents: number;
  currency: Generated<'USD'>;
  description: string;
  status: Generated<PaymentStatus>;
  quotes_key: Buffer | null;
  /** The batch that spends it. */
  batch_id: string | null;
  allocated_cents: Generated<number>;
  surplus_returned_cents: Generated<number>;
  refund_reserved_cents: Generated<number>;
  created_at: Never<Date>;
  succeeded_at: Date | null;
  next_check_at: Generated<Date>;
  checks: Generated<number>;
}

export interface IdempotencyKeysTable {
  user_id: Never<string>;
  route: Never<string>;
  key: Never<string>;
  body_hash: Never<Buffer>;
  object_id: Never<string>;
  created_at: Never<Date>;
}

export interface PaymentEventsTable {
  provider: Never<string>;
  event_id: Never<string>;
  kind: Never<'intent' | 'refund' | 'dispute'>;
  intent_id: Never<string>;
  /** What a refund or a dispute said of itself. */
  news: ColumnType<unknown, string | null, never>;
  received_at: Never<Date>;
  processed_at: Date | null;
}

export type DisputeState = 'open' | 'won' | 'lost';

export interface DisputesTable {
  id: Never<string>;
  provider: Never<string>;
  dispute_id: Never<string>;
  payment_id: Never<string>;
  cents: Never<number>;
  state: DisputeState;
  reason: Never<string>;
  opened_at: Never<Date>;
  ended_at: Date | null;
}

export const SHIPMENT_STATES = [
  'paid',
  'purchasing',
  'purchase_unknown',
  'purchased',
  'in_transit',
  'delivered',
  'returned',
  'purchase_failed',
  'refunding',
  'refunded',
  'void_requested',
  'voided',
] as const;
export type ShipmentState = (typeof SHIPMENT_STATES)[number];
export type StoredStatus = 'pending' | 'shipped' | 'delivered' | 'failed';

export interface ShipmentsTable {
  id: Never<string>;
  user_id: Never<string>;
  quote_id: Never<string>;
  payment_id: Never<string>;
  state: ShipmentState;
  status: GeneratedAlways<StoredStatus>;
  fence: Generated<number>;
  lease_until: Date | null;
  attempts: Generated<number>;
  provider: Never<string>;
  carrier: Never<Carrier>;
  service: Never<string>;
  service_name: Never<string>;
  transaction_id: string | null;
  tracking_number: string | null;
  cost_cents: Never<number>;
  commission_cents: Never<number>;
  total_cents: Never<number>;
  actual_cost_cents: number | null;
  currency: Generated<string>;
  sender: Json<PostalAddress>;
  receiver: Json<PostalAddress>;
  parcel: Json<Parcel>;
  ship_date: Never<string>;
  delivery_date: string | null;
  notes: Generated<string>;
  search_text: string;
  created_at: Never<Date>;
  purchased_at: Date | null;
  delivered_at: Date | null;
  next_track_at: Date | null;
  downloaded_at: Date | null;
}

export type AttemptState = 'started' | 'succeeded' | 'declined' | 'unknown' | 'abandoned';

export interface PurchaseAttemptsTable {
  id: Never<string>;
  shipment_id: Never<string>;
  number: Never<number>;
  state: AttemptState;
  detail: Generated<string>;
  look_ups: Generated<number>;
  looked_at: Date | null;
  started_at: Never<Date>;
  ended_at: Date | null;
  /** A label that nobody has, until its carrier has taken it back. */
  orphan: ColumnType<Orphan | null, string | undefined, string | null>;
}

export interface Orphan {
  transactionId: string;
  trackingNumber: string;
}

export interface ShipmentLabelsTable {
  shipment_id: Never<string>;
  format: Never<'lading-page' | 'pdf'>;
  /** Null once it lies in outside storage. */
  bytes: Buffer | null;
  /** Its name in outside storage: it lies there, or may already while it is being moved. */
  stored_as: string | null;
  moving_until: Date | null;
  /** Of the bytes that lie in outside storage. */
  sha256: Buffer | null;
}

export interface TrackingEventsTable {
  shipment_id: Never<string>;
  happened_at: Never<Date>;
  status: Never<string>;
  text: Never<string>;
  place: Never<string>;
}

export type RefundKind = 'surplus' | 'failed_purchase' | 'by_admin';
export type RefundState = 'requested' | 'submitted' | 'succeeded' | 'failed';

export interface RefundsTable {
  id: Never<string>;
  payment_id: Never<string>;
  shipment_id: Never<string | null>;
  cents: Never<number>;
  kind: Never<RefundKind>;
  reason: Never<string>;
  requested_by: Never<string | null>;
  state: Generated<RefundState>;
  provider_id: string | null;
  detail: Generated<string>;
  created_at: Never<Date>;
  ended_at: Date | null;
  next_check_at: Generated<Date>;
  checks: Generated<number>;
}

export interface LedgerTransactionsTable {
  id: GeneratedAlways<number>;
  reason_key: Never<string>;
  recorded_at: Never<Date>;
}

export type LedgerAccount =
  | 'processor'
  | 'customer_funds'
  | 'carrier_payable'
  | 'commission'
  | 'rate_variance'
  | 'refunds_payable'
  | 'refunds_given'
  | 'dispute_hold'
  | 'loss';

export interface TransitionsTable {
  seq: GeneratedAlways<number>;
  object: Never<string>;
  object_id: Never<string>;
  from_state: Never<string>;
  to_state: Never<string>;
  moved_at: GeneratedAlways<Date>;
}

export type NoticeKind = 'receipt' | 'refund' | 'batch';

export interface NoticesTable {
  kind: Never<NoticeKind>;
  /** A payment or a refund; for a batch the payment that it spent. */
  object_id: Never<string>;
  held_until: Date;
  sent_at: Date | null;
}

export interface IncidentsTable {
  kind: Never<string>;
  object_id: Never<string>;
  detail: string;
  first_seen_at: Never<Date>;
  last_seen_at: Date;
  resolved_at: Date | null;
  /** Set when a person said that it is settled. */
  settled_by: ColumnType<string | null, never, string | null>;
  settled_note: ColumnType<string | null, never, string | null>;
}

type SavedTable<T, Name extends string> = {
  id: Never<string>;
  user_id: Never<string>;
  created_at: Never<Date>;
} & Record<Name, Json<T>>;
