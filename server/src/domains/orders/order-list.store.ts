import {
  MAX_ORDER_COUNT,
  MAX_TO_COMBINE,
  type OrdersQuery,
  type OrderView,
} from '@lading/contract/orders/orders.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { LIVE_PARCEL_STATES, SHIPPING_PARCEL_STATES } from './order-parcels.states.ts';
import { ordersWith } from './order-search-texts.store.ts';
import { ORDER_COLUMNS } from './saved-orders.store.ts';

export type OrderFilter = Pick<OrdersQuery, 'view' | 'search' | 'source' | 'country' | 'tag'>;

function filtered(db: Handle, userId: string, filter: OrderFilter) {
  let orders = db.selectFrom('orders').where('orders.user_id', '=', userId);
  if (filter.view !== 'all') orders = orders.where('status', '=', filter.view);
  if (filter.source) orders = orders.where('source_id', '=', filter.source);
  if (filter.country) orders = orders.where('country', '=', filter.country.toUpperCase());
  if (filter.tag) {
    const tag = filter.tag;
    orders = orders.where(sql<boolean>`${tag} = ANY(orders.tags || orders.rule_tags || orders.shop_tags)`);
  }
  if (filter.search) orders = orders.where('orders.id', 'in', ordersWith(db, userId, filter.search));
  return orders;
}

const inOrder = (db: Handle, userId: string, filter: OrderFilter) =>
  filtered(db, userId, filter).select('orders.id').orderBy('placed_at', 'desc').orderBy('orders.id', 'desc');

/** Up to one more than MAX_ORDER_COUNT, so that a large inbox is not counted on every page. */
export async function countOrders(db: Handle, userId: string, filter: OrderFilter): Promise<number> {
  const limited = filtered(db, userId, filter)
    .select('orders.id')
    .limit(MAX_ORDER_COUNT + 1);
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM (${limited}) found`.execute(db);
  return rows[0]?.total ?? 0;
}

type OrderCounts = Record<OrderView | 'held' | 'in_progress', number>;

/** Each up to MAX_ORDER_COUNT. */
export async function countViews(db: Handle, userId: string): Promise<OrderCounts> {
  const up = (status: string | null) => sql<number>`(SELECT count(*) FROM (
    SELECT FROM orders WHERE user_id = ${userId} ${status === null ? sql`` : sql`AND status = ${sql.lit(status)}`}
    LIMIT ${sql.lit(MAX_ORDER_COUNT)}) found)`;
  const { rows } = await sql<OrderCounts>`
    SELECT ${up('ready')} AS ready, ${up('attention')} AS attention, ${up('shipped')} AS shipped, ${up('held')} AS held,
           ${up('in_progress')} AS in_progress, ${up(null)} AS all`.execute(db);
  return rows[0] as OrderCounts;
}

export const selectOrderIds = async (
  db: Handle,
  userId: string,
  filter: OrderFilter,
  limit: number,
): Promise<string[]> => (await inOrder(db, userId, filter).limit(limit).execute()).map(({ id }) => id);

/** These orders and those that share a parcel with one of them. */
export const withPartners = (orderIds: readonly string[]): RawBuilder<string[]> => sql<string[]>`(
  ${orderIds}::uuid[] || ARRAY(
    SELECT order_id FROM order_parcel_items
    WHERE parcel_id = ANY(ARRAY(SELECT parcel_id FROM order_parcel_items WHERE order_id = ANY(${orderIds}::uuid[])))))`;

/** The items of these orders and of their partners, or of all parcels that contain them, if those are more. */
export async function countItems(db: Handle, userId: string, orderIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ items: number }>`
    WITH counted AS (SELECT id, items FROM orders WHERE user_id = ${userId} AND id = ANY(${withPartners(orderIds)}))
    SELECT greatest(
      (SELECT coalesce(sum(jsonb_array_length(items)), 0) FROM counted),
      (SELECT count(*) FROM order_parcel_items WHERE order_id IN (SELECT id FROM counted)))::int AS items`.execute(
    db,
  );
  return rows[0]?.items ?? 0;
}

/** The IDs of a page, with the number of items of each order. Selects them first, so that a deep page does not read whole orders. */
export const selectPage = (
  db: Handle,
  userId: string,
  filter: OrderFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ id: string; items: number }[]> =>
  db
    .selectFrom('orders')
    .select(['id', sql<number>`jsonb_array_length(items)`.as('items')])
    .where('id', 'in', inOrder(db, userId, filter).limit(limit).offset(offset))
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** For orders that fit into memory together, see `groupsOf`. */
export const selectOrders = (db: Handle, userId: string, ids: readonly string[]) =>
  withSource(db)
    .where('orders.user_id', '=', userId)
    .where(sql<boolean>`orders.id = ANY(${ids}::uuid[])`)
    .orderBy('placed_at', 'desc')
    .orderBy('orders.id', 'desc')
    .execute();

const withSource = (db: Handle) =>
  db
    .selectFrom('orders')
    .innerJoin('order_sources', 'order_sources.id', 'orders.source_id')
    .select(ORDER_COLUMNS.map((column) => `orders.${column}` as const))
    .select(['order_sources.name as source_name', 'order_sources.kind as source_kind']);

export type ListedOrder = Awaited<ReturnType<typeof selectOrders>>[number];

export const selectOrder = (db: Handle, userId: string, id: string): Promise<ListedOrder | undefined> =>
  withSource(db).where('orders.id', '=', id).where('orders.user_id', '=', userId).executeTakeFirst();

/**
 * Orders that can share a parcel. Those that are ready always have open pieces, so only the others are counted, as
 * `openItems` does.
 */
const isCombinable = sql<boolean>`orders.status IN ('ready', 'attention') AND (orders.status = 'ready' OR EXISTS (
  SELECT FROM jsonb_array_elements(orders.items) item
  WHERE (item ->> 'needed')::int > (
    SELECT coalesce(sum(i.quantity), 0)
    FROM order_parcel_items i
    JOIN order_parcels p ON p.id = i.parcel_id AND p.state = ANY(${SHIPPING_PARCEL_STATES}::text[])
    WHERE i.order_id = orders.id AND i.item_id = item ->> 'externalId')))`;

/** How many open orders go to each recipient, by the key in hexadecimal. Looks up each key in the index of recipients. */
export async function countByRecipient(
  db: Handle,
  userId: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    SELECT key, found.count
    FROM unnest(${keys}::text[]) AS key
    CROSS JOIN LATERAL (
      SELECT count(*) AS count
      FROM orders
      WHERE user_id = ${userId} AND recipient_key = decode(key, 'hex') AND ${isCombinable}) found`.execute(
    db,
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** The order itself is one of those that are combined. */
const MAX_COMBINABLE = MAX_TO_COMBINE - 1;

/** Other open orders of the recipient. */
export const selectCombinable = (db: Handle, userId: string, key: Buffer, exceptId: string) =>
  db
    .selectFrom('orders')
    .innerJoin('order_sources', 'order_sources.id', 'orders.source_id')
    .select(['orders.id', 'orders.number', 'order_sources.name as source'])
    .where('orders.user_id', '=', userId)
    .where('recipient_key', '=', key)
    .where(isCombinable)
    .where('orders.id', '<>', exceptId)
    .orderBy('placed_at', 'desc')
    .limit(MAX_COMBINABLE)
    .execute();

export const selectNumbers = (db: Handle, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('orders')
    .select(['id', 'number', 'status'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .execute();

export const selectByExternalId = (db: Handle, sourceId: string, externalIds: readonly string[]) =>
  db
    .selectFrom('orders')
    .select(['id', 'external_id', 'status'])
    .where('source_id', '=', sourceId)
    .where(sql<boolean>`external_id = ANY(${externalIds}::text[])`)
    .execute();

/** Finds orders that were imported from files. */
export const selectFileOrders = (db: Handle, userId: string, externalIds: readonly string[]) =>
  db
    .selectFrom('orders')
    .innerJoin('order_sources', 'order_sources.id', 'orders.source_id')
    .select('orders.id')
    .where('order_sources.user_id', '=', userId)
    .where('order_sources.kind', '=', 'file')
    .where('order_sources.state', '<>', 'disconnected')
    .where(sql<boolean>`orders.external_id = ANY(${externalIds}::text[])`)
    .execute();

export interface ParcelPartner {
  order_id: string;
  parcel_id: string;
  number: string;
}

/** The numbers of other orders in the same parcels. */
export async function selectPartners(db: Handle, orderIds: readonly string[]): Promise<ParcelPartner[]> {
  const { rows } = await sql<ParcelPartner>`
    SELECT DISTINCT mine.order_id, mine.parcel_id, o.number
    FROM order_parcel_items mine
    JOIN order_parcels p ON p.id = mine.parcel_id AND p.state = ANY(${LIVE_PARCEL_STATES}::text[])
    JOIN order_parcel_items other ON other.parcel_id = mine.parcel_id AND other.order_id <> mine.order_id
    JOIN orders o ON o.id = other.order_id
    WHERE mine.order_id = ANY(${orderIds}::uuid[])
    ORDER BY o.number`.execute(db);
  return rows;
}

/** The parcels of an order with their labels and what the store knows. */
export async function selectParcelsOfOrder(db: Handle, orderId: string) {
  const { rows } = await sql<{
    id: string;
    state: string;
    batch_id: string | null;
    shipment_id: string | null;
    tracking_number: string | null;
    carrier: string | null;
    error: string | null;
    report: string | null;
    message: string | null;
    reported_at: Date | null;
    items: { id: string; quantity: number }[];
  }>`
    SELECT p.id, p.state, p.batch_id, p.shipment_id, s.tracking_number, s.carrier, p.error, r.state AS report, r.message, r.reported_at,
           (SELECT jsonb_agg(jsonb_build_object('id', i.item_id, 'quantity', i.quantity) ORDER BY i.item_id)
            FROM order_parcel_items i WHERE i.parcel_id = p.id AND i.order_id = ${orderId}) AS items
    FROM order_parcels p
    LEFT JOIN shipments s ON s.id = p.shipment_id
    LEFT JOIN order_reports r ON r.parcel_id = p.id AND r.order_id = ${orderId}
    WHERE p.id IN (SELECT parcel_id FROM order_parcel_items WHERE order_id = ${orderId})
    ORDER BY p.created_at, p.id`.execute(db);
  return rows;
}
