import type { Trx } from '../../platform/db/database.ts';
import { selectOrdersOfPlans } from './order-parcels.store.ts';
import { lockOrders, type StoredOrder } from './saved-orders.store.ts';

/**
 * Locks this client's orders and those that share a planned parcel with them. Another tab may make a plan before the
 * locks are held, so the plans are read again. Orders that it added are then locked out of the usual sequence; if that
 * causes a deadlock, the transaction is retried.
 */
export async function lockOrdersOfPlans(
  trx: Trx,
  userId: string,
  ids: readonly string[],
): Promise<StoredOrder[]> {
  const all = new Set([...ids, ...(await selectOrdersOfPlans(trx, ids))]);
  for (;;) {
    const orders = await lockOrders(trx, userId, [...all]);
    const own = orders.map(({ id }) => id);
    const added = (await selectOrdersOfPlans(trx, own)).filter((id) => !all.has(id));
    if (added.length === 0) return orders;
    for (const id of added) all.add(id);
  }
}
