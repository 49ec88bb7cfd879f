import type { OrderDetails, SplitOrderBody } from '@lading/contract/orders/orders.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { openItems } from './count-pieces.ts';
import { lockOrdersOfPlans } from './lock-orders-of-plans.ts';
import {
  insertPlannedParcel,
  type NewParcel,
  releasePlans,
  selectOrdersOfPlans,
} from './order-parcels.store.ts';
import { refreshOrders } from './refresh-orders.ts';
import { lockOrders, type OrderPieces, type StoredOrder, selectPieces } from './saved-orders.store.ts';
import { showOrder } from './show-order.ts';
import type { EditDeps } from './update-orders.ts';

/** Plans one parcel for several orders of the same recipient. Replaces earlier plans of these orders. */
export async function combineOrders(
  deps: EditDeps,
  actor: Pick<Actor, 'userId'>,
  { orderIds }: { orderIds: string[] },
): Promise<OrderDetails> {
  const ids = [...new Set(orderIds)];
  await changePlans(deps, actor, ids, async (trx, orders) => {
    const [first, ...others] = orders;
    const key = first?.recipient_key;
    if (!key || others.length === 0 || others.some((other) => !other.recipient_key?.equals(key)))
      throw new AppError('ORDERS_DIFFER');
    const pieces = await piecesByOrder(trx, ids);
    const items = orders.flatMap(({ id, items: ordered }) => {
      const open = openItems(ordered, pieces.get(id) ?? []);
      if (open.length === 0) throw new AppError('ORDER_BUSY');
      return open.map(({ item, quantity }) => ({
        order_id: id,
        item_id: item.externalId,
        quantity,
        ordered: item.quantity,
      }));
    });
    await insertPlannedParcel(trx, actor.userId, { id: newId(), items }, deps.clock.now());
  });
  return showOrder(deps, actor, ids[0] as string);
}

/** Plans a parcel of its own for the named pieces. The rest of the order stays together. */
export async function splitOrder(
  deps: EditDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { items }: SplitOrderBody,
): Promise<OrderDetails> {
  await transaction(deps.db, async (trx) => {
    const order = await lockOne(trx, actor.userId, id);
    const pieces = await selectPieces(trx, [id]);
    if ((await selectOrdersOfPlans(trx, [id])).some((other) => other !== id))
      throw new AppError('BAD_REQUEST', {
        message: 'This order shares a package with other orders. Please choose Undo under Packages first.',
      });
    const parcel = checkSplit(order, pieces, items);
    await insertPlannedParcel(trx, actor.userId, { id: newId(), items: parcel }, deps.clock.now());
    await refreshOrders(deps, trx, actor.userId, [id]);
  });
  return showOrder(deps, actor, id);
}

function checkSplit(
  order: StoredOrder,
  pieces: readonly OrderPieces[],
  items: SplitOrderBody['items'],
): NewParcel['items'] {
  const left = new Map(
    openItems(order.items, pieces).map(({ item, quantity }) => [item.externalId, quantity]),
  );
  if (left.size === 0) throw new AppError('ORDER_BUSY');
  for (const { item_id, quantity, state } of pieces)
    if (state === 'planned') left.set(item_id, (left.get(item_id) ?? 0) - quantity);
  const wanted = new Map<string, number>();
  for (const { id, quantity } of items) wanted.set(id, (wanted.get(id) ?? 0) + quantity);
  for (const [id, quantity] of wanted) {
    const rest = (left.get(id) ?? 0) - quantity;
    if (rest < 0) throw fieldError('There aren’t that many units left.');
    left.set(id, rest);
  }
  if (![...left.values()].some((quantity) => quantity > 0))
    throw fieldError('Please leave at least one unit for the other package.');
  const ordered = new Map(order.items.map((item) => [item.externalId, item.quantity]));
  return [...wanted].map(([item_id, quantity]) => ({
    order_id: order.id,
    item_id,
    quantity,
    ordered: ordered.get(item_id) ?? quantity,
  }));
}

const fieldError = (message: string) =>
  new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'items', message }] });

/** Drops the plans of an order: combined orders ship on their own again, a split one in one parcel. */
export async function resetParcels(
  deps: EditDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
): Promise<OrderDetails> {
  await changePlans(deps, actor, [id], async () => {});
  return showOrder(deps, actor, id);
}

/** Locks the orders and those of their plans, drops the plans, and makes the change. */
export async function changePlans(
  deps: EditDeps,
  { userId }: Pick<Actor, 'userId'>,
  ids: readonly string[],
  change: (trx: Trx, orders: StoredOrder[]) => Promise<void>,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const locked = await lockOrdersOfPlans(trx, userId, ids);
    const orders = locked.filter((order) => ids.includes(order.id));
    if (orders.length < ids.length) throw new AppError('ORDER_NOT_FOUND');
    const released = await releasePlans(trx, userId, ids, deps.clock.now());
    await change(trx, orders);
    await refreshOrders(deps, trx, userId, [...new Set([...locked.map(({ id }) => id), ...released])]);
  });
}

async function lockOne(trx: Trx, userId: string, id: string): Promise<StoredOrder> {
  const [order] = await lockOrders(trx, userId, [id]);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  return order;
}

const piecesByOrder = async (trx: Trx, ids: readonly string[]) =>
  Map.groupBy(await selectPieces(trx, ids), ({ order_id }) => order_id);
