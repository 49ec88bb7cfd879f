import { AppError } from '../../platform/app-error.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  lockParcels,
  moveParcels,
  selectOrdersOfParcels,
  selectParcelsOfRows,
  selectReleased,
  selectTakenParcels,
} from './order-parcels.store.ts';
import type { SaveOrdersDeps } from './orders.deps.ts';
import { refreshOrders } from './refresh-orders.ts';
import { lockAndCount } from './saved-orders.store.ts';

/**
 * A client restores, retries or edits rows of a batch. Their parcels were released, so the orders may already be in another batch, or
 * go to another address than the row. In both cases this throws ORDER_TAKEN, and the client ships the rest from the inbox. Rows
 * without orders are not affected.
 */
export async function reclaimRows(
  deps: SaveOrdersDeps,
  trx: Trx,
  batchId: string,
  numbers: readonly number[],
): Promise<void> {
  const parcels = await selectParcelsOfRows(trx, batchId, numbers);
  const [first] = parcels;
  if (!first) return;
  const ids = parcels.map(({ id }) => id);
  const orderIds = await selectOrdersOfParcels(trx, ids);
  await lockAndCount(trx, first.user_id, orderIds);
  // Also those that are still in the batch: a sweep must not release them before the rows are back.
  await lockParcels(trx, ids);
  const released = await selectReleased(trx, ids);
  if (released.length === 0) return;
  if ((await selectTakenParcels(trx, released)).length > 0) throw new AppError('ORDER_TAKEN');
  await moveParcels(
    trx,
    released.map((id) => ({ id, state: 'in_batch', shipment_id: null, error: null })),
    deps.clock.now(),
  );
  await refreshOrders(deps, trx, first.user_id, orderIds);
}
