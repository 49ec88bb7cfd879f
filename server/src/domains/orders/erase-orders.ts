import { type Database, type Trx, transaction } from '../../platform/db/database.ts';
import {
  anonymizeOldOrders,
  deleteOrdersOf,
  type ErasedOrder,
  type OldOrders,
} from './erased-orders.store.ts';
import type { SaveOrdersDeps } from './orders.deps.ts';
import { refreshOrders } from './refresh-orders.ts';

/**
 * Deletes a client's orders and stores. Call it before deleting the client's uploads, because parcels refer to them.
 */
export const eraseOrdersOf = (trx: Trx, userId: string): Promise<void> => deleteOrdersOf(trx, userId);

const PAGE_SIZE = 200;
const MAX_PAGES = 20;
/** An order may wait long for its goods, and cannot be shipped without its address. */
const MIN_MONTHS_WHILE_OPEN = 12;

interface OldOrderDeps extends SaveOrdersDeps {
  db: Database;
  retention: { shipmentMonths: number | null };
}

/**
 * Erases names, streets, contacts and notes of orders that are shipped or excluded, after the retention period of shipments, and
 * of open ones that nobody has changed for the same period, at least a year.
 */
export async function eraseOldOrders(deps: OldOrderDeps): Promise<void> {
  const { shipmentMonths: months } = deps.retention;
  if (months === null) return;
  await eraseOld(deps, 'done', months);
  await eraseOld(deps, 'forgotten', Math.max(months, MIN_MONTHS_WHILE_OPEN));
}

async function eraseOld(deps: OldOrderDeps, which: OldOrders['which'], months: number): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const count = await transaction(deps.db, async (trx) => {
      const orders = await anonymizeOldOrders(trx, { which, before, now, limit: PAGE_SIZE });
      if (which === 'forgotten') await refreshErased(deps, trx, orders);
      return orders.length;
    });
    if (count < PAGE_SIZE) return;
  }
}

/** An open order has no address now. */
export async function refreshErased(
  deps: SaveOrdersDeps,
  trx: Trx,
  orders: readonly ErasedOrder[],
): Promise<void> {
  for (const [userId, ofUser] of Map.groupBy(orders, (order) => order.userId))
    await refreshOrders(
      deps,
      trx,
      userId,
      ofUser.map(({ id }) => id),
    );
}
