import {
  MAX_ORDER_COUNT,
  type OrderRow,
  type OrdersAnswer,
  type OrdersQuery,
} from '@lading/contract/orders/orders.ts';
import { MAX_ORDERS_TO_SHIP } from '@lading/contract/orders/ship-orders.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Database, Handle } from '../../platform/db/database.ts';
import { isOneOf } from '../../platform/state-machine.ts';
import { openItems } from './count-pieces.ts';
import { isShippable } from './is-shippable.ts';
import { groupsOf } from './order-groups.ts';
import {
  countByRecipient,
  countOrders,
  countViews,
  type ListedOrder,
  type OrderFilter,
  type ParcelPartner,
  selectOrderIds,
  selectOrders,
  selectPage,
  selectPartners,
} from './order-list.store.ts';
import { LIVE_PARCEL_STATES } from './order-parcels.states.ts';
import { placeOf } from './order-recipient.ts';
import { effectiveRecipient } from './refresh-orders.ts';
import { type OrderPieces, selectPieces } from './saved-orders.store.ts';

export async function listOrders(
  { db }: { db: Database },
  { userId }: Pick<Actor, 'userId'>,
  { page, limit, ...filter }: OrdersQuery,
): Promise<OrdersAnswer> {
  const [orders, total, counts] = await Promise.all([
    pageOf(db, userId, filter, { offset: (page - 1) * limit, limit }),
    countOrders(db, userId, filter),
    countViews(db, userId),
  ]);
  return {
    orders,
    counts,
    pagination: {
      ...paginationOf(Math.min(total, MAX_ORDER_COUNT), page, limit),
      isMore: total > MAX_ORDER_COUNT,
    },
  };
}

/** Keeps only the rows: orders may have hundreds of items. */
async function pageOf(
  db: Database,
  userId: string,
  filter: OrderFilter,
  range: { offset: number; limit: number },
): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  for (const group of groupsOf(await selectPage(db, userId, filter, range))) {
    const ids = group.map(({ id }) => id);
    rows.push(...(await toRows(db, userId, await selectOrders(db, userId, ids))));
  }
  return rows;
}

/** The IDs of all orders of a view and filter, in the order of the list. */
export async function listOrderIds(
  { db }: { db: Database },
  { userId }: Pick<Actor, 'userId'>,
  filter: OrderFilter,
): Promise<{ ids: string[]; more: boolean }> {
  const ids = await selectOrderIds(db, userId, filter, MAX_ORDERS_TO_SHIP + 1);
  return { ids: ids.slice(0, MAX_ORDERS_TO_SHIP), more: ids.length > MAX_ORDERS_TO_SHIP };
}

const COMBINABLE = ['ready', 'attention'] as const;
const CHANGEABLE = ['ready', 'attention', 'held'] as const;
const keyOf = ({ recipient_key }: ListedOrder) => recipient_key?.toString('hex') ?? '';

export async function toRows(
  db: Handle,
  userId: string,
  orders: readonly ListedOrder[],
): Promise<OrderRow[]> {
  const ids = orders.map(({ id }) => id);
  const keys = orders.filter(({ status }) => isOneOf(COMBINABLE, status)).map(keyOf);
  const [pieces, partners, counts] = await Promise.all([
    selectPieces(db, ids),
    selectPartners(db, ids),
    countByRecipient(
      db,
      userId,
      [...new Set(keys)].filter((key) => key !== ''),
    ),
  ]);
  const piecesOf = Map.groupBy(pieces, ({ order_id }) => order_id);
  const partnersOf = Map.groupBy(partners, ({ order_id }) => order_id);
  const combinable = (order: ListedOrder) =>
    isOneOf(COMBINABLE, order.status) && openItems(order.items, piecesOf.get(order.id) ?? []).length > 0
      ? Math.max(0, (counts.get(keyOf(order)) ?? 1) - 1)
      : 0;
  return orders.map((order) => ({
    ...toRow(order, piecesOf.get(order.id) ?? [], partnersOf.get(order.id) ?? []),
    combinable: combinable(order),
  }));
}

const titleOf = ({ title, sku }: { title: string; sku: string }) => title || sku || 'Item';

function toRow(
  order: ListedOrder,
  pieces: readonly OrderPieces[],
  partners: readonly ParcelPartner[],
): Omit<OrderRow, 'combinable'> {
  const recipient = effectiveRecipient(order);
  const open = openItems(order.items, pieces);
  const shown =
    open.length > 0
      ? open
      : order.items
          .filter(({ requiresShipping }) => requiresShipping)
          .map((item) => ({ item, quantity: item.quantity }));
  const [first] = shown;
  const live = pieces.filter(({ state }) => isOneOf(LIVE_PARCEL_STATES, state));
  return {
    id: order.id,
    number: order.number,
    source: { id: order.source_id, name: order.source_name, kind: order.source_kind },
    placedAt: order.placed_at.toISOString(),
    shipBy: order.ship_by?.toISOString() ?? null,
    status: order.status,
    excluded: order.excluded,
    problems: order.problems,
    hold:
      order.hold_reason === null
        ? null
        : { reason: order.hold_reason, until: order.hold_until, isByRule: order.hold_rule_id !== null },
    recipientName: recipient?.fullName ?? '',
    place: recipient ? placeOf(recipient) : '',
    country: order.country,
    pieces: shown.reduce((sum, { quantity }) => sum + quantity, 0),
    firstItem: first ? `${first.quantity} × ${titleOf(first.item)}` : '',
    itemCount: shown.length,
    total: order.total_cents,
    currency: order.currency,
    shippingMethod: order.shipping_method.text,
    tags: [...new Set([...order.tags, ...order.rule_tags, ...order.shop_tags])],
    preparation: order.preparation,
    canChange: open.length > 0 && isOneOf(CHANGEABLE, order.status),
    canShip: isShippable(order, pieces),
    parcels: new Set(live.map(({ parcel_id }) => parcel_id)).size,
    combinedWith: [...new Set(partners.map(({ number }) => number))],
  };
}
