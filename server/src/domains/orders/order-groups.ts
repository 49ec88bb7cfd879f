import { MAX_ORDER_ITEMS } from '@lading/contract/orders/orders.ts';
import type { Trx } from '../../platform/db/database.ts';
import { lockAndCount, lockOrders, type StoredOrder } from './saved-orders.store.ts';

/** Limits statement size and memory use for a large selection. */
const MAX_GROUP_ORDERS = 500;
/** Of the orders that are in memory at the same time. An item has up to 3 KB; usual orders have a few of 300 bytes. */
const MAX_GROUP_ITEMS = 5_000;

/** So few that they fit into memory together, whatever they contain. */
export const isOneGroup = (orders: readonly unknown[]): boolean =>
  orders.length * MAX_ORDER_ITEMS <= MAX_GROUP_ITEMS;

/** Groups of orders that fit into memory together, in the given order. */
export function groupsOf<T extends { items: number }>(orders: readonly T[]): T[][] {
  const groups: T[][] = [];
  let items = 0;
  for (const order of orders) {
    const group = groups.at(-1);
    items += order.items;
    if (group && group.length < MAX_GROUP_ORDERS && items <= MAX_GROUP_ITEMS) group.push(order);
    else {
      groups.push([order]);
      items = order.items;
    }
  }
  return groups;
}

/** Locks orders of this client and returns them, group by group. */
export async function* lockInGroups(
  trx: Trx,
  userId: string,
  ids: readonly string[],
): AsyncGenerator<StoredOrder[]> {
  if (ids.length === 0) return;
  if (isOneGroup(ids)) {
    yield await lockOrders(trx, userId, ids);
    return;
  }
  for (const group of groupsOf(await lockAndCount(trx, userId, ids)))
    yield await lockOrders(
      trx,
      userId,
      group.map(({ id }) => id),
    );
}
