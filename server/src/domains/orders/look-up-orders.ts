import { ago, type Clock } from '../../platform/clock.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import type { Connection, OrderSource, ShopOrder } from '../../providers/order-sources/port.ts';
import { forOneTurn } from './one-turn.ts';
import {
  claimLookUps,
  type LookUp,
  postponeLookUps,
  removeLookUp,
  selectShopOrder,
} from './order-look-ups.store.ts';
import { adapterOf, type OrderSourceDeps, type StoredSource } from './order-sources.deps.ts';
import { selectSource } from './order-sources.store.ts';
import { refreshLocked } from './refresh-orders.ts';
import { saveOrders } from './save-orders.ts';
import { lockByExternalId } from './saved-orders.store.ts';
import { openConnection } from './source-connection.ts';
import { noteFailure } from './source-failures.ts';

const LIMIT = 200;
const PER_SOURCE = 50;
const CONCURRENCY = 8;

/** Reads the orders that webhooks and the daily comparison named. */
export async function lookUpOrders(deps: OrderSourceDeps): Promise<void> {
  const { db, log, timings } = deps;
  const lookUps = await claimLookUps(db, {
    limit: LIMIT,
    perSource: PER_SOURCE,
    leaseMs: timings.orderReadLeaseMs,
  });
  await forEachIsolated(
    Map.groupBy(lookUps, ({ sourceId }) => sourceId),
    {
      concurrency: CONCURRENCY,
      onError: (err, [sourceId]) =>
        log.warn(
          { event: 'order_sources.look_up_failed', err, sourceId },
          'Looking up orders failed; will retry',
        ),
    },
    ([sourceId, ofSource]) => lookUpOrdersOf(forOneTurn(deps), sourceId, ofSource),
  );
}

/**
 * After a failure, the other lookups of the source wait only a little, so that one unreadable order does not hold them
 * up.
 */
async function lookUpOrdersOf(
  deps: OrderSourceDeps,
  sourceId: string,
  lookUps: readonly LookUp[],
): Promise<void> {
  const source = await selectSource(deps.db, sourceId);
  const adapter = source && adapterOf(deps.orderSources, source.kind);
  if (!source || !adapter || source.state !== 'active') return;
  for (const [at, lookUp] of lookUps.entries()) {
    if (deps.isDraining()) return postponeLookUps(deps.db, lookUps.slice(at), 0);
    try {
      await lookUpOrder(deps, source, adapter, await openConnection(deps, source), lookUp.externalId, lookUp);
    } catch (error) {
      const { waitMs, askedMs } = await noteFailure(deps, source, error, lookUp.tries - 1);
      await postponeLookUps(deps.db, [lookUp], waitMs);
      await postponeLookUps(deps.db, lookUps.slice(at + 1), Math.max(deps.timings.orderRetryMs, askedMs));
      return;
    }
  }
}

/** Saves the order as the store has it now. An order that the store deleted is canceled here; one that the store may hide because of its age stays as it is. */
export async function lookUpOrder(
  deps: OrderSourceDeps,
  source: StoredSource,
  adapter: OrderSource,
  connection: Connection,
  externalId: string,
  lookUp?: LookUp,
): Promise<void> {
  const order =
    (await adapter.readOrder(connection, externalId)) ??
    (await deletedOrder(deps, source, adapter, externalId));
  await transaction(deps.db, async (trx) => {
    if (order) await saveAndRefresh(deps, trx, source, order);
    if (lookUp) await removeLookUp(trx, lookUp);
  });
}

/** An order that is the same in the store may have another status here, after a report was withdrawn. */
async function saveAndRefresh(
  deps: OrderSourceDeps,
  trx: Trx,
  { id, user_id: userId }: StoredSource,
  order: ShopOrder,
): Promise<void> {
  const { unchanged } = await saveOrders(deps, trx, { id, userId }, [order]);
  if (unchanged === 0) return;
  await refreshLocked(deps, trx, userId, await lockByExternalId(trx, id, [order.externalId]));
}

/** Keeps the time of the last change, so that an order that the store shows again unchanged is open again. */
async function deletedOrder(
  { db, clock }: OrderSourceDeps,
  source: StoredSource,
  adapter: OrderSource,
  externalId: string,
): Promise<ShopOrder | null> {
  const known = await selectShopOrder(db, source.id, externalId);
  if (!known || known.state === 'cancelled' || !isShown(adapter, known, clock)) return null;
  return { ...known, state: 'cancelled' };
}

/** Whether the store would still show the order. If not, its absence does not mean that it was deleted. */
const isShown = ({ shows }: OrderSource, { placedAt, updatedAt }: ShopOrder, clock: Clock): boolean =>
  !shows || (shows.by === 'placed' ? placedAt : updatedAt) > ago(clock, shows.forMs);
