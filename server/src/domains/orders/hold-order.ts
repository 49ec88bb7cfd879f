import { dateIn } from '@lading/contract/calendar-date.ts';
import type { HoldOrderBody, OrderDetails } from '@lading/contract/orders/orders.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import { forEachPage } from '../../platform/for-each-page.ts';
import type { Log } from '../../platform/log.ts';
import {
  type HeldOrder,
  lockHeldUntil,
  releaseHolds,
  saveHold,
  selectHeldUntil,
} from './order-edits.store.ts';
import { refreshOrders } from './refresh-orders.ts';
import { lockOrders, type StoredOrder } from './saved-orders.store.ts';
import { showOrder } from './show-order.ts';
import { type EditDeps, requireOpen } from './update-orders.ts';

/** Puts an order on hold until a day, or until it is released. */
export function holdOrder(
  deps: EditDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  hold: HoldOrderBody,
): Promise<OrderDetails> {
  if (hold.until !== null && hold.until <= dateIn(deps.timeZone, deps.clock.now())) {
    const message = 'Please choose a day in the future.';
    throw new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'until', message }] });
  }
  return changeHold(deps, actor, id, async (trx, order) => {
    await requireOpen(trx, order);
    await saveHold(trx, id, hold, deps.clock.now());
  });
}

export const releaseOrder = (
  deps: EditDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
): Promise<OrderDetails> => changeHold(deps, actor, id, (trx) => releaseHolds(trx, [id], deps.clock.now()));

async function changeHold(
  deps: EditDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  change: (trx: Trx, order: StoredOrder) => Promise<void>,
): Promise<OrderDetails> {
  await transaction(deps.db, async (trx) => {
    const [order] = await lockOrders(trx, actor.userId, [id]);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    await change(trx, order);
    await refreshOrders(deps, trx, actor.userId, [id]);
  });
  return showOrder(deps, actor, id);
}

const PAGE_SIZE = 500;

/** Releases the orders whose hold has ended, in the operator's time zone. */
export async function releaseDueOrders(deps: EditDeps & { log: Log }, pageSize = PAGE_SIZE): Promise<void> {
  const { db, clock, log, timeZone } = deps;
  const today = dateIn(timeZone, clock.now());
  await forEachPage(
    (after: HeldOrder | null) => selectHeldUntil(db, today, { after, limit: pageSize }),
    (due) =>
      forEachIsolated(
        Map.groupBy(due, ({ user_id }) => user_id),
        {
          onError: (err, [userId]) =>
            log.warn(
              { event: 'orders.not_released', err, userId },
              'Releasing held orders failed; will retry',
            ),
        },
        ([userId, orders]) => releaseDue(deps, userId, orders),
      ),
  );
}

function releaseDue(deps: EditDeps, userId: string, orders: readonly HeldOrder[]): Promise<void> {
  const { db, clock, timeZone } = deps;
  return transaction(db, async (trx) => {
    const ids = orders.map(({ id }) => id);
    // A client may have extended the hold since the query.
    const endedIds = await lockHeldUntil(trx, userId, ids, dateIn(timeZone, clock.now()));
    await releaseHolds(trx, endedIds, clock.now());
    await refreshOrders(deps, trx, userId, endedIds);
  });
}
