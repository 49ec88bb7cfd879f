import type { PostalAddress } from '@lading/contract/address.ts';
import type { Carrier, Parcel } from '@lading/contract/parcel.ts';
import type { DocumentKind, TrackingDetail } from '@lading/contract/shipments.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Immutable, Json, NullableJson } from '../../platform/db/column-types.ts';
import type { StoredDeclaration } from '../pricing/stored-declaration.ts';

export interface ShipmentsTables {
  shipments: ShipmentsTable;
  purchase_attempts: PurchaseAttemptsTable;
  shipment_documents: ShipmentDocumentsTable;
  shipment_labels: ShipmentLabelsTable;
  label_leftovers: { stored_as: Immutable<string>; noted_at: Generated<Date> };
  tracking_events: TrackingEventsTable;
}

export type ShipmentState =
  | 'paid'
  | 'purchasing'
  | 'purchase_unknown'
  | 'purchased'
  | 'in_transit'
  | 'delivered'
  | 'returned'
  | 'purchase_failed'
  | 'refunding'
  | 'refunded'
  | 'void_requested'
  | 'voided';
export type StoredStatus = 'pending' | 'shipped' | 'delivered' | 'failed';

export type AttemptState = 'started' | 'succeeded' | 'declined' | 'unknown' | 'abandoned';

/** A label at the provider that belongs to no shipment. */
export interface Orphan {
  transactionId: string;
  trackingNumber: string;
}

export interface ShipmentsTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  quote_id: Immutable<string>;
  payment_id: Immutable<string>;
  state: ShipmentState;
  status: GeneratedAlways<StoredStatus>;
  fence: Generated<number>;
  lease_until: Date | null;
  /** The process of the last claim. */
  held_by: Generated<string | null>;
  /** When the carrier last answered that a void is pending. */
  void_pending_at: Generated<Date | null>;
  /** The admin who requested the last void. */
  void_requested_by: Generated<string | null>;
  void_requested_at: Generated<Date | null>;
  /** The refund that must succeed before the void is sent; null if the void was sent, or needs no refund. */
  void_waits_for: Generated<string | null>;
  attempts: Generated<number>;
  provider: Immutable<string>;
  carrier: Immutable<Carrier>;
  service: Immutable<string>;
  service_name: Immutable<string>;
  transaction_id: string | null;
  tracking_number: string | null;
  cost_cents: Immutable<number>;
  commission_cents: Immutable<number>;
  total_cents: Immutable<number>;
  actual_cost_cents: number | null;
  currency: Generated<string>;
  sender: Json<PostalAddress>;
  receiver: Json<PostalAddress>;
  parcel: Json<Parcel>;
  declaration: NullableJson<StoredDeclaration>;
  ship_date: Immutable<string>;
  delivery_date: string | null;
  notes: Generated<string>;
  reference: string | null;
  search_text: string;
  created_at: Immutable<Date>;
  purchased_at: Date | null;
  delivered_at: Date | null;
  addresses_erased_at: Generated<Date | null>;
  next_track_at: Date | null;
  downloaded_at: Date | null;
}

export interface PurchaseAttemptsTable {
  id: Immutable<string>;
  shipment_id: Immutable<string>;
  number: Immutable<number>;
  state: AttemptState;
  detail: Generated<string>;
  look_ups: Generated<number>;
  looked_at: Date | null;
  started_at: Immutable<Date>;
  ended_at: Date | null;
  /** Set until the label provider has voided the label. */
  orphan: ColumnType<Orphan | null, string | undefined, string | null>;
}

interface ShipmentLabelsTable {
  shipment_id: Immutable<string>;
  format: Immutable<'lading-page' | 'pdf'>;
  /** Null once the label is in external storage. */
  bytes: Buffer | null;
  /** Its name in external storage. Set before the upload starts. */
  stored_as: string | null;
  moving_until: Date | null;
  /** Digest of the bytes in external storage. */
  sha256: Buffer | null;
  /** Digest of the label as bought. Null for labels from before it was stored. */
  bought_sha256: Immutable<Buffer | null>;
  /** How many documents were bought with the label. */
  documents: ColumnType<number, number | undefined, never>;
}

interface ShipmentDocumentsTable {
  shipment_id: Immutable<string>;
  position: Immutable<number>;
  kind: Immutable<DocumentKind>;
  format: Immutable<'lading-page' | 'pdf'>;
  bytes: Immutable<Buffer>;
  sha256: Immutable<Buffer>;
}

interface TrackingEventsTable {
  shipment_id: Immutable<string>;
  happened_at: Immutable<Date>;
  status: Immutable<string>;
  text: Immutable<string>;
  place: Immutable<string>;
  detail: Immutable<TrackingDetail | null>;
}
