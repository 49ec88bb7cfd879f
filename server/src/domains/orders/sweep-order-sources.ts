import { hours } from '../../platform/clock.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import { Repeater } from '../../platform/jobs/repeater.ts';
import type { Connection, OrderSource } from '../../providers/order-sources/port.ts';
import { compareOpenOrders } from './compare-open-orders.ts';
import { finishAuthorizations } from './finish-authorization.ts';
import { hookUrl } from './hook-url.ts';
import { lookUpOrders } from './look-up-orders.ts';
import { claimDueSources, extendLeases, releaseFailedRead, releaseRead } from './order-readings.store.ts';
import { adapterOf, type OrderSourceDeps, type StoredSource } from './order-sources.deps.ts';
import { markSubscribed } from './order-sources.store.ts';
import { readOrders } from './read-orders.ts';
import { openConnection } from './source-connection.ts';
import { noteFailure } from './source-failures.ts';
import { unsubscribeSources } from './unsubscribe-sources.ts';

const LIMIT = 50;
const CONCURRENCY = 8;
/** More than one, because an extension can fail. */
const EXTENSIONS_PER_LEASE = 4;
/** Stores drop subscriptions after failed deliveries, so they are renewed. */
const SUBSCRIBE_EVERY_MS = hours(24);

/** Finishes connections and disconnections, looks up single orders, and reads the stores that are due. */
export async function sweepOrderSources(deps: OrderSourceDeps): Promise<void> {
  const { db, timings } = deps;
  await finishAuthorizations(deps);
  await unsubscribeSources(deps);
  await lookUpOrders(deps);
  const due = await claimDueSources(db, LIMIT, timings.orderReadLeaseMs);
  if (due.length > 0) await readSources(deps, due);
}

/** Extends the leases while it works: a page of a slow store takes longer than a lease, and the last stores wait for the first. */
async function readSources(deps: OrderSourceDeps, due: readonly StoredSource[]): Promise<void> {
  const { db, log, timings } = deps;
  const unread = new Set(due.map(({ id }) => id));
  const leases = new Repeater(timings.orderReadLeaseMs / EXTENSIONS_PER_LEASE, log, () =>
    extendLeases(db, [...unread], timings.orderReadLeaseMs),
  );
  leases.start();
  try {
    await forEachIsolated(
      due,
      {
        concurrency: CONCURRENCY,
        onError: (err, { id }) =>
          log.warn(
            { event: 'order_sources.read_failed', err, sourceId: id },
            'Reading a store failed; will retry',
          ),
      },
      (source) => readSource(deps, source).finally(() => unread.delete(source.id)),
    );
  } finally {
    await leases.stop();
  }
}

async function readSource(deps: OrderSourceDeps, source: StoredSource): Promise<void> {
  const { db, clock, timings } = deps;
  const adapter = adapterOf(deps.orderSources, source.kind);
  if (!adapter) return;
  try {
    const connection = await openConnection(deps, source);
    const outcome = await readOrders(deps, source, adapter, connection);
    if (outcome === 'lost') return;
    if (outcome === 'complete') {
      await subscribe(deps, source, adapter, connection);
      await compareOpenOrders(deps, source, adapter, connection);
    }
    const nextReadMs = outcome === 'more' ? 0 : timings.orderReadEveryMs * (0.9 + Math.random() * 0.2);
    await releaseRead(db, source.id, clock.now(), Math.round(nextReadMs));
  } catch (failure) {
    const { isRefused, waitMs, error } = await noteFailure(deps, source, failure, source.failures);
    if (isRefused) return;
    await releaseFailedRead(db, source.id, { error, now: clock.now(), waitMs });
  }
}

/** A store that sends no webhooks is still read every few minutes, so a failure here does not count as a failure of the source. */
async function subscribe(
  deps: OrderSourceDeps,
  source: StoredSource,
  adapter: OrderSource,
  connection: Connection,
): Promise<void> {
  const { db, clock, log, sourceSecrets } = deps;
  const { id, webhook_secret: encrypted, subscribed_at: last } = source;
  if (!adapter.subscribe || !encrypted) return;
  if (last && clock.now().getTime() - last.getTime() < SUBSCRIBE_EVERY_MS) return;
  try {
    const secret = (await sourceSecrets.open(source.user_id, encrypted)).toString();
    await adapter.subscribe(connection, { url: hookUrl(deps, id), secret });
    await markSubscribed(db, id, clock.now());
  } catch (err) {
    log.warn(
      { event: 'order_sources.subscribe_failed', err, sourceId: id },
      'Subscribing to webhooks failed; will retry',
    );
  }
}
