import { hours } from '../../platform/clock.ts';
import { Repeater } from '../../platform/jobs/repeater.ts';
import type { Connection, OrderSource } from '../../providers/order-sources/port.ts';
import { compareOpenOrders } from './compare-open-orders.ts';
import { hookUrl } from './hook-url.ts';
import { forOneTurn, overAfter } from './one-turn.ts';
import { claimDueSource, extendLeases, releaseFailedRead, releaseRead } from './order-readings.store.ts';
import { adapterOf, type OrderSourceDeps, type StoredSource } from './order-sources.deps.ts';
import { markSubscribed } from './order-sources.store.ts';
import { readOrders } from './read-orders.ts';
import { openConnection } from './source-connection.ts';
import { noteFailure } from './source-failures.ts';

const CONCURRENCY = 8;
/** More than one, because an extension can fail. */
const EXTENSIONS_PER_LEASE = 4;
/** Stores drop subscriptions after failed deliveries, so they are renewed. */
const SUBSCRIBE_EVERY_MS = hours(24);

/** Reads the stores that are due. Extends their leases, because a slow store takes longer than a lease. */
export async function sweepOrderSources(deps: OrderSourceDeps): Promise<void> {
  const { db, log, timings } = deps;
  // Usually no store is due, and all readers looking at the same time would need most of the database connections.
  const first = await claimDueSource(db, [], timings.orderReadLeaseMs);
  if (!first) return;
  const reading = new Set<string>();
  const leases = new Repeater(timings.orderReadLeaseMs / EXTENSIONS_PER_LEASE, log, () =>
    extendLeases(db, [...reading], timings.orderReadLeaseMs),
  );
  leases.start();
  try {
    const turn = forOneTurn(deps);
    const read = new Set<string>();
    const readers = [
      readOneByOne(turn, { reading, read, first }),
      ...Array.from({ length: CONCURRENCY - 1 }, () => readOneByOne(turn, { reading, read })),
    ];
    await Promise.allSettled(readers);
    await Promise.all(readers);
  } finally {
    await leases.stop();
  }
}

interface Progress {
  /** The stores that are being read now, by any reader. */
  reading: Set<string>;
  /** The stores whose turn it was. */
  read: Set<string>;
  /** A store that is already claimed for this reader. */
  first?: StoredSource;
}

/** Claims a store only when it can be read immediately, so that other processes can read the rest. */
async function readOneByOne(deps: OrderSourceDeps, { reading, read, first }: Progress): Promise<void> {
  const { db, log, timings } = deps;
  const claim = () => claimDueSource(db, [...read], timings.orderReadLeaseMs);
  let source = first ?? (await claim());
  while (source) {
    const { id } = source;
    read.add(id);
    reading.add(id);
    try {
      await readSource(deps, source);
    } catch (err) {
      log.warn(
        { event: 'order_sources.read_failed', err, sourceId: id },
        'Reading a store failed; will retry',
      );
    } finally {
      reading.delete(id);
    }
    source = deps.isDraining() ? undefined : await claim();
  }
}

async function readSource(deps: OrderSourceDeps, source: StoredSource): Promise<void> {
  const { db, clock, timings } = deps;
  const adapter = adapterOf(deps.orderSources, source.kind);
  if (!adapter) return;
  try {
    const connection = await openConnection(deps, source);
    const limited = { ...connection, isOver: overAfter(timings.orderCallsMs) };
    const outcome = await readOrders(deps, source, adapter, limited);
    if (outcome === 'lost') return;
    let hasMore = outcome === 'more';
    if (outcome === 'complete') {
      await subscribe(deps, source, adapter, limited);
      // Ends with the turn: each of its steps takes few calls, or has a limit of its own.
      hasMore = (await compareOpenOrders(deps, source, adapter, connection)) === 'interrupted';
    }
    const nextReadMs = hasMore ? 0 : timings.orderReadEveryMs * (0.9 + Math.random() * 0.2);
    await releaseRead(db, source, clock.now(), Math.round(nextReadMs));
  } catch (failure) {
    const { isRefused, waitMs, error } = await noteFailure(deps, source, failure, source.failures);
    if (isRefused) return;
    await releaseFailedRead(db, source, { error, now: clock.now(), waitMs });
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
