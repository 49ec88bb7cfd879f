import type { AuthorizationRefusal } from '@lading/contract/orders/authorize-source.ts';
import type {
  OrderSourceKind,
  OrderSourceState,
  SourceError,
} from '@lading/contract/orders/order-sources.ts';
import type { SavedView } from '@lading/contract/orders/order-views.ts';
import type {
  OrderExclusion,
  OrderPreparation,
  OrderProblem,
  OrderRecipient,
  OrderStatus,
} from '@lading/contract/orders/orders.ts';
import type { RuleTrace } from '@lading/contract/orders/rule-trace.ts';
import type { Generated } from 'kysely';
import type { Immutable, Json, JsonWithDefault, NullableJson } from '../../platform/db/column-types.ts';
import type {
  PaidState,
  ReportCountsFor,
  ShopItem,
  ShopOrder,
  ShopOrderState,
  ShopRecipient,
  SourceSettings,
} from '../../providers/order-sources/port.ts';
import type { ParcelState } from './order-parcels.states.ts';
import type { ReportState } from './order-reports.states.ts';

export interface OrdersTables {
  order_sources: OrderSourcesTable;
  orders: OrdersTable;
  order_parcels: OrderParcelsTable;
  order_parcel_items: OrderParcelItemsTable;
  order_reports: OrderReportsTable;
  order_look_ups: OrderLookUpsTable;
  order_counts: OrderCountsTable;
  order_rechecks: OrderRechecksTable;
  order_search_texts: OrderSearchTextsTable;
  order_authorizations: OrderAuthorizationsTable;
  order_unsubscriptions: OrderUnsubscriptionsTable;
  order_views: OrderViewsTable;
}

interface OrderAuthorizationsTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  kind: Immutable<OrderSourceKind>;
  source_id: Immutable<string | null>;
  name: Immutable<string>;
  address: Immutable<string>;
  state_hash: Immutable<Buffer>;
  browser_hash: Immutable<Buffer>;
  request: Buffer | null;
  returned: Buffer | null;
  received: Buffer | null;
  claimed_at: Date | null;
  outcome: 'connected' | 'refused' | null;
  refusal: AuthorizationRefusal | null;
  connected_id: string | null;
  created_at: Immutable<Date>;
  expires_at: Immutable<Date>;
}

interface OrderUnsubscriptionsTable {
  source_id: Immutable<string>;
  user_id: Immutable<string>;
  secrets: Buffer;
  webhook_secret: Buffer;
  failures: Generated<number>;
  next_try_at: Date;
  created_at: Date;
}

interface OrderViewsTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  name: string;
  filters: Json<SavedView['filters']>;
  created_at: Immutable<Date>;
}

interface OrderRechecksTable {
  user_id: Immutable<string>;
  all_open: boolean;
  version: Generated<number>;
  all_version: number | null;
  lease_until: Date | null;
}

interface OrderSourcesTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  kind: Immutable<OrderSourceKind>;
  name: string;
  address: string;
  external_id: string;
  currency: string | null;
  warnings: Generated<string[]>;
  secrets: Buffer | null;
  webhook_secret: Buffer | null;
  settings: Json<SourceSettings>;
  state: OrderSourceState;
  changed_until: Date | null;
  newest_change: Date | null;
  read_page: string | null;
  read_since: Date | null;
  read_started_at: Date | null;
  import_read: Generated<number>;
  import_total: number | null;
  imported_at: Date | null;
  next_read_at: Date | null;
  failures: Generated<number>;
  last_success_at: Date | null;
  last_error: NullableJson<SourceError>;
  last_error_at: Date | null;
  subscribed_at: Date | null;
  counted_at: Date | null;
  lease_until: Date | null;
  held_by: string | null;
  renewing_until: Date | null;
  created_at: Immutable<Date>;
  updated_at: Date;
}

export interface StoredItem extends ShopItem {
  /** How many pieces we ship in total, including those that have a label. */
  needed: number;
  /** How many pieces the client shipped outside Lading, as far as the store still counts them as open. */
  elsewhere?: number | undefined;
}

export interface OrdersTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  source_id: Immutable<string>;
  external_id: Immutable<string>;
  number: string;
  placed_at: Date;
  changed_at: Date;
  shop_digest: Buffer;
  shop_state: ShopOrderState;
  nothing_to_ship: ShopOrder['nothingToShip'];
  paid: PaidState;
  excluded: OrderExclusion | null;
  currency: string;
  total_cents: number;
  shipping_paid_cents: number;
  shipping_method: Json<ShopOrder['shippingMethod']>;
  notes: Json<{ buyer: string; merchant: string; gift: string }>;
  shop_tags: Generated<string[]>;
  tags: Generated<string[]>;
  rule_tags: Generated<string[]>;
  rule_trace: JsonWithDefault<RuleTrace>;
  shop_recipient: NullableJson<ShopRecipient>;
  recipient_withheld: ShopOrder['recipientWithheld'];
  recipient: NullableJson<OrderRecipient>;
  country: Generated<string>;
  recipient_key: Buffer | null;
  recipient_changed: Generated<boolean>;
  seen_changes_until: Date | null;
  ship_by: Date | null;
  deliver_by: Date | null;
  items: Json<StoredItem[]>;
  is_shipped_part_unknown: Generated<boolean>;
  report_counts_for: Generated<ReportCountsFor>;
  reporting: JsonWithDefault<ShopOrder['reporting']>;
  preparation: JsonWithDefault<OrderPreparation>;
  hold_reason: string | null;
  hold_until: string | null;
  hold_rule_id: string | null;
  released_holds: Generated<string[]>;
  problems: JsonWithDefault<OrderProblem[]>;
  status: OrderStatus;
  erased_at: Date | null;
  created_at: Immutable<Date>;
  /** When the store or the client last changed the order, or its status changed. */
  updated_at: Date;
}

export type SearchPart = 'order' | 'tracking';

interface OrderSearchTextsTable {
  order_id: Immutable<string>;
  part: Immutable<SearchPart>;
  user_id: Immutable<string>;
  search_text: string;
}

interface OrderParcelsTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  state: ParcelState;
  batch_id: string | null;
  row_number: number | null;
  shipment_id: string | null;
  is_voided: Generated<boolean>;
  error: string | null;
  preparation: JsonWithDefault<OrderPreparation>;
  items_key: Buffer | null;
  recipient_key: Buffer | null;
  created_at: Immutable<Date>;
  updated_at: Date;
}

interface OrderParcelItemsTable {
  parcel_id: Immutable<string>;
  order_id: Immutable<string>;
  item_id: Immutable<string>;
  quantity: number;
  ordered: number | null;
}

interface OrderReportsTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  parcel_id: Immutable<string>;
  order_id: Immutable<string>;
  source_id: Immutable<string>;
  state: ReportState;
  reference: string | null;
  is_uncertain: Generated<boolean>;
  sends_unproven: Generated<boolean>;
  message: string | null;
  tries: Generated<number>;
  next_try_at: Date | null;
  lease_until: Date | null;
  held_by: string | null;
  reported_at: Date | null;
  created_at: Immutable<Date>;
  updated_at: Date;
}

interface OrderCountsTable {
  source_id: Immutable<string>;
  started_at: Date;
  page: string;
  external_ids: string[];
  failures: number;
}

interface OrderLookUpsTable {
  source_id: Immutable<string>;
  external_id: Immutable<string>;
  tries: Generated<number>;
  next_try_at: Date;
  created_at: Immutable<Date>;
}
