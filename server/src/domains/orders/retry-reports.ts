import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { retryRefused } from './order-reports.store.ts';
import type { OrderSourceDeps } from './order-sources.deps.ts';
import { refreshOrders } from './refresh-orders.ts';
import { lockOrders } from './saved-orders.store.ts';

/** Sends the refused reports of an order again, even those whose message was dismissed. */
export async function retryReports(
  deps: Pick<OrderSourceDeps, 'db' | 'clock' | 'timeZone'>,
  actor: Actor,
  orderId: string,
): Promise<{ retried: number }> {
  const { db, clock } = deps;
  return transaction(db, async (trx) => {
    const [order] = await lockOrders(trx, actor.userId, [orderId]);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    const retried = await retryRefused(trx, actor.userId, orderId, clock.now());
    if (retried > 0) await refreshOrders(deps, trx, actor.userId, [orderId]);
    return { retried };
  });
}
