import type { OrderDetails } from '@lading/contract/orders/orders.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db/database.ts';
import { changePlans } from './combine-orders.ts';
import { markElsewhere, unmarkElsewhere } from './count-pieces.ts';
import { saveItems } from './order-edits.store.ts';
import type { StoredItem } from './orders.tables.ts';
import { type OrderPieces, type StoredOrder, selectPieces } from './saved-orders.store.ts';
import { showOrder } from './show-order.ts';
import { type EditDeps, requireOpen } from './update-orders.ts';

/** Marks what remains of an order as shipped outside Lading. The store is not told. */
export const markShipped = (
  deps: EditDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
): Promise<OrderDetails> =>
  changeItems(deps, actor, id, async (trx, order, pieces) => {
    await requireOpen(trx, order);
    return markElsewhere(order.items, pieces);
  });

export const unmarkShipped = async (
  deps: EditDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
): Promise<OrderDetails> => {
  const order = await showOrder(deps, actor, id);
  // Keeps its plans.
  if (!order.isMarkedShipped) return order;
  return changeItems(deps, actor, id, async (_trx, { items }) => unmarkElsewhere(items));
};

/** Drops the plans of the order, because they name other pieces. */
async function changeItems(
  deps: EditDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  change: (trx: Trx, order: StoredOrder, pieces: OrderPieces[]) => Promise<StoredItem[]>,
): Promise<OrderDetails> {
  await changePlans(deps, actor, [id], async (trx, [order]) => {
    if (!order) return;
    const items = await change(trx, order, await selectPieces(trx, [id]));
    await saveItems(trx, id, items, deps.clock.now());
  });
  return showOrder(deps, actor, id);
}
