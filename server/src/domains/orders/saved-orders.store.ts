import type {
  OrderExclusion,
  OrderPreparation,
  OrderProblem,
  OrderStatus,
} from '@lading/contract/orders/orders.ts';
import type { RuleTrace } from '@lading/contract/orders/rule-trace.ts';
import { type Selectable, sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { ReportedPieces } from './count-pieces.ts';
import type { OrdersTable } from './orders.tables.ts';

/** All but `reporting`, which only a report needs. */
export const ORDER_COLUMNS = [
  'id',
  'user_id',
  'source_id',
  'external_id',
  'number',
  'placed_at',
  'changed_at',
  'shop_digest',
  'shop_state',
  'nothing_to_ship',
  'paid',
  'excluded',
  'currency',
  'total_cents',
  'shipping_paid_cents',
  'shipping_method',
  'notes',
  'shop_tags',
  'tags',
  'rule_tags',
  'rule_trace',
  'shop_recipient',
  'recipient_withheld',
  'recipient',
  'country',
  'recipient_key',
  'recipient_changed',
  'seen_changes_until',
  'ship_by',
  'deliver_by',
  'items',
  'is_shipped_part_unknown',
  'report_counts_for',
  'preparation',
  'hold_reason',
  'hold_until',
  'hold_rule_id',
  'released_holds',
  'problems',
  'status',
  'erased_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof OrdersTable)[];

export type StoredOrder = Pick<Selectable<OrdersTable>, (typeof ORDER_COLUMNS)[number]>;

const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

/** Locked in the order of their IDs so that no two processes block each other. */
const locked = (trx: Trx) => trx.selectFrom('orders').orderBy('id').forUpdate();
const COUNTED = ['id', 'external_id', sql<number>`jsonb_array_length(items)`.as('items')] as const;

const isNamed = (externalIds: readonly string[]) => sql<boolean>`external_id = ANY(${externalIds}::text[])`;
const isOneOfIds = (ids: readonly string[]) => sql<boolean>`id = ANY(${ids}::uuid[])`;

/** The source's orders with these IDs in the store: for orders that fit into memory together, see `groupsOf`. */
export const lockByExternalId = (
  trx: Trx,
  sourceId: string,
  externalIds: readonly string[],
): Promise<StoredOrder[]> =>
  locked(trx).select(ORDER_COLUMNS).where('source_id', '=', sourceId).where(isNamed(externalIds)).execute();

interface CountedOrder {
  id: string;
  external_id: string;
  /** How many it has. */
  items: number;
}

/** The same without their content. */
export const lockAndCountByExternalId = (
  trx: Trx,
  sourceId: string,
  externalIds: readonly string[],
): Promise<CountedOrder[]> =>
  locked(trx).select(COUNTED).where('source_id', '=', sourceId).where(isNamed(externalIds)).execute();

/** Orders of this client only: for orders that fit into memory together, see `groupsOf`. */
export const lockOrders = (trx: Trx, userId: string, ids: readonly string[]): Promise<StoredOrder[]> =>
  locked(trx).select(ORDER_COLUMNS).where('user_id', '=', userId).where(isOneOfIds(ids)).execute();

/** The same without their content. */
export const lockAndCount = (trx: Trx, userId: string, ids: readonly string[]): Promise<CountedOrder[]> =>
  locked(trx).select(COUNTED).where('user_id', '=', userId).where(isOneOfIds(ids)).execute();

/** What a store says about an order. Dates are ISO texts, bytes are hexadecimal. */
export interface ShopData {
  id: string;
  external_id: string;
  number: string;
  placed_at: string;
  changed_at: string;
  shop_digest: string;
  shop_state: StoredOrder['shop_state'];
  nothing_to_ship: string | null;
  paid: string;
  currency: string;
  total_cents: number;
  shipping_paid_cents: number;
  shipping_method: object;
  notes: object;
  shop_tags: string[];
  shop_recipient: object | null;
  recipient_withheld: string | null;
  recipient_changed: boolean;
  ship_by: string | null;
  deliver_by: string | null;
  items: object[];
  is_shipped_part_unknown: boolean;
  report_counts_for: string;
  reporting: object;
}

/**
 * Adds orders, or replaces what the store says about them. Another process may have added the same order first. A stored
 * time of change after `latest` is wrong and ignored. The client has not seen a change of the state even if the time of change
 * stays, as it does for an order that the store deleted.
 */
export async function upsertShopData(
  trx: Trx,
  source: { id: string; userId: string },
  rows: readonly ShopData[],
  { now, latest }: { now: Date; latest: Date },
): Promise<string[]> {
  const saved = await sql<{ id: string }>`
    INSERT INTO orders AS o (id, user_id, source_id, external_id, number, placed_at, changed_at, shop_digest, shop_state, nothing_to_ship, paid,
      currency, total_cents, shipping_paid_cents, shipping_method, notes, shop_tags, shop_recipient, recipient_withheld, recipient_changed,
      ship_by, deliver_by, items, is_shipped_part_unknown, report_counts_for, reporting, status, created_at, updated_at)
    SELECT n.id, ${source.userId}::uuid, ${source.id}::uuid, n.external_id, n.number, n.placed_at, n.changed_at, decode(n.shop_digest, 'hex'),
      n.shop_state, n.nothing_to_ship, n.paid, n.currency, n.total_cents, n.shipping_paid_cents, n.shipping_method, n.notes,
      ARRAY(SELECT jsonb_array_elements_text(n.shop_tags)), nullif(n.shop_recipient, 'null'), n.recipient_withheld, n.recipient_changed,
      n.ship_by, n.deliver_by, n.items, n.is_shipped_part_unknown, n.report_counts_for, n.reporting, 'attention', ${now}::timestamptz, ${now}::timestamptz
    FROM jsonb_to_recordset(${json(rows)}) AS n(id uuid, external_id text, number text, placed_at timestamptz, changed_at timestamptz,
      shop_digest text, shop_state text, nothing_to_ship text, paid text, currency text, total_cents bigint, shipping_paid_cents bigint,
      shipping_method jsonb, notes jsonb, shop_tags jsonb, shop_recipient jsonb, recipient_withheld text, recipient_changed boolean,
      ship_by timestamptz, deliver_by timestamptz, items jsonb, is_shipped_part_unknown boolean,
      report_counts_for text, reporting jsonb)
    ON CONFLICT ON CONSTRAINT orders_once DO UPDATE
    SET number = excluded.number, placed_at = excluded.placed_at, changed_at = excluded.changed_at, shop_digest = excluded.shop_digest,
        shop_state = excluded.shop_state, nothing_to_ship = excluded.nothing_to_ship, paid = excluded.paid, currency = excluded.currency,
        total_cents = excluded.total_cents, shipping_paid_cents = excluded.shipping_paid_cents, shipping_method = excluded.shipping_method,
        notes = excluded.notes, shop_tags = excluded.shop_tags, shop_recipient = excluded.shop_recipient,
        recipient_withheld = excluded.recipient_withheld, recipient_changed = excluded.recipient_changed, ship_by = excluded.ship_by,
        deliver_by = excluded.deliver_by, items = excluded.items, is_shipped_part_unknown = excluded.is_shipped_part_unknown,
        report_counts_for = excluded.report_counts_for, reporting = excluded.reporting, erased_at = NULL, updated_at = excluded.updated_at,
        seen_changes_until = CASE WHEN o.shop_state = excluded.shop_state THEN o.seen_changes_until END
    WHERE o.changed_at <= excluded.changed_at OR o.changed_at > ${latest}::timestamptz
    RETURNING o.id`.execute(trx);
  return saved.rows.map(({ id }) => id);
}

export interface OrderPieces extends ReportedPieces {
  order_id: string;
  parcel_id: string;
  error: string | null;
  message: string | null;
  tracking_number: string | null;
  parcel_updated_at: Date;
}

/** The pieces of these orders in parcels, oldest parcel first, with what the store knows about each. */
export async function selectPieces(db: Handle, orderIds: readonly string[]): Promise<OrderPieces[]> {
  const { rows } = await sql<OrderPieces>`
    SELECT i.order_id, i.parcel_id, i.item_id, i.quantity, p.state, p.error, p.updated_at AS parcel_updated_at, r.state AS report, r.is_uncertain,
           r.reference, r.message, s.tracking_number
    FROM order_parcel_items i
    JOIN order_parcels p ON p.id = i.parcel_id
    LEFT JOIN order_reports r ON r.parcel_id = i.parcel_id AND r.order_id = i.order_id
    LEFT JOIN shipments s ON s.id = p.shipment_id
    WHERE i.order_id = ANY(${orderIds}::uuid[])
    ORDER BY p.created_at, p.id`.execute(db);
  return rows;
}

export const selectSenderProfile = (db: Handle, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('client_profiles', 'client_profiles.user_id', 'users.id')
    .select(['full_name', 'email', 'phone', 'default_address'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();

export const selectSourceNames = async (db: Handle, userId: string): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('order_sources')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** The parcels that the client last used for these pieces, by the key in hexadecimal. */
export async function selectLastParcels(
  db: Handle,
  userId: string,
  keys: readonly string[],
): Promise<Map<string, OrderPreparation>> {
  const { rows } = await sql<{ key: string; preparation: OrderPreparation }>`
    SELECT k.key, last.preparation
    FROM unnest(${keys}::text[]) AS k(key)
    CROSS JOIN LATERAL (
      SELECT preparation FROM order_parcels p
      WHERE p.user_id = ${userId} AND p.items_key = decode(k.key, 'hex') AND p.state = 'bought'
      ORDER BY p.updated_at DESC LIMIT 1
    ) last`.execute(db);
  return new Map(rows.map(({ key, preparation }) => [key, preparation]));
}

/** What follows from an order and its parcels. */
export interface DerivedData {
  id: string;
  excluded: OrderExclusion | null;
  status: OrderStatus;
  problems: OrderProblem[];
  preparation: OrderPreparation;
  rule_tags: string[];
  rule_trace: RuleTrace;
  hold_reason: string | null;
  hold_until: string | null;
  hold_rule_id: string | null;
  country: string;
  /** Hexadecimal. */
  recipient_key: string | null;
  recipient_changed: boolean;
}

/**
 * Writes only rows that differ, so that a refresh that changes nothing is cheap. Only a new status counts as a change of the
 * order: rules and the product list may give it another weight for years.
 */
export async function updateDerived(trx: Trx, rows: readonly DerivedData[], now: Date): Promise<void> {
  await sql`
    UPDATE orders o
    SET excluded = n.excluded, status = n.status, problems = n.problems, preparation = n.preparation, country = n.country,
        recipient_key = decode(n.recipient_key, 'hex'), recipient_changed = n.recipient_changed,
        rule_tags = ARRAY(SELECT jsonb_array_elements_text(n.rule_tags)), rule_trace = n.rule_trace, hold_reason = n.hold_reason,
        hold_until = n.hold_until, hold_rule_id = n.hold_rule_id,
        updated_at = CASE WHEN (o.status, o.excluded) IS DISTINCT FROM (n.status, n.excluded) THEN ${now}::timestamptz ELSE o.updated_at END
    FROM jsonb_to_recordset(${json(rows)}) AS n(id uuid, excluded text, status text, problems jsonb, preparation jsonb, country text,
      recipient_key text, recipient_changed boolean, rule_tags jsonb, rule_trace jsonb, hold_reason text, hold_until date,
      hold_rule_id uuid)
    WHERE o.id = n.id
      AND (o.excluded, o.status, o.problems, o.preparation, o.country, o.recipient_key, o.recipient_changed,
           to_jsonb(o.rule_tags), o.rule_trace, o.hold_reason, o.hold_until, o.hold_rule_id)
        IS DISTINCT FROM (n.excluded, n.status, n.problems, n.preparation, n.country, decode(n.recipient_key, 'hex'), n.recipient_changed,
          n.rule_tags, n.rule_trace, n.hold_reason, n.hold_until, n.hold_rule_id)`.execute(trx);
}
