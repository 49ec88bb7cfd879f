import { days, later, minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { Connection, OrderPage, OrderSource } from '../../providers/order-sources/port.ts';
import { advanceReading, finishReading, type ReadingPosition, startReading } from './order-readings.store.ts';
import type { OrderSourceDeps, StoredSource } from './order-sources.deps.ts';
import { saveOrders } from './save-orders.ts';
import { latestChange } from './time-of-change.ts';

/** Stores list changes late. */
const OVERLAP_MS = minutes(5);
/** How far a store's clock may be behind ours. Without a limit, a store where nothing changes would return its last changes forever. */
const MAX_BEHIND_MS = days(1);
/** A longer list takes several sweeps. */
const MAX_PAGES = 40;

/** `lost`: another process has taken over, or the client has paused or disconnected the source. */
type ReadingOutcome = 'complete' | 'more' | 'lost';

/**
 * Reads what changed since the last complete reading, or all open orders the first time. Each page is stored with the
 * position in one transaction, so that a killed reading continues where it was.
 */
export async function readOrders(
  deps: OrderSourceDeps,
  source: StoredSource,
  adapter: OrderSource,
  connection: Connection,
): Promise<ReadingOutcome> {
  const reading = await openReading(deps, source, adapter);
  if (!reading) return 'lost';
  let { at } = reading;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await adapter.readChanged(connection, { changedSince: reading.since, page: at.page });
    if (page.next !== null && page.next === at.page)
      throw new Error('The store returned the same page as its next page');
    if (!(await storePage(deps, source, at, page))) return 'lost';
    failpoint('orders-page-stored');
    if (page.next === null) return 'complete';
    at = { ...at, page: page.next };
    if (deps.isDraining()) break;
  }
  return 'more';
}

/** Continues the reading in progress, or starts one. */
async function openReading(
  { db, clock }: OrderSourceDeps,
  source: StoredSource,
  adapter: OrderSource,
): Promise<{ since: Date | null; at: ReadingPosition } | null> {
  if (source.read_started_at)
    return { since: source.read_since, at: { startedAt: source.read_started_at, page: source.read_page } };
  const startedAt = clock.now();
  const since = positionOf(source, adapter);
  if (!(await startReading(db, source.id, { since, startedAt }))) return null;
  return { since, at: { startedAt, page: null } };
}

/**
 * By the store's clock, if that may be behind ours: the newest change that we have read is a time of that clock. Null before
 * the first import.
 */
function positionOf(
  { changed_until: ours, newest_change: theirs }: StoredSource,
  { hasOwnClock = false }: OrderSource,
): Date | null {
  if (!ours) return null;
  if (!hasOwnClock) return later(ours, -OVERLAP_MS);
  const earliest = later(ours, -MAX_BEHIND_MS);
  const newest = theirs && theirs > earliest ? theirs : earliest;
  return later(newest < ours ? newest : ours, -OVERLAP_MS);
}

/** Leaves out times that are wrong. */
function newestChange({ orders }: OrderPage, now: Date): Date | null {
  const times = orders.map(({ updatedAt }) => updatedAt).filter((time) => time <= latestChange(now));
  return times.reduce<Date | null>((newest, time) => (newest && newest > time ? newest : time), null);
}

/** False, with nothing stored, when the reading is no longer at this position. */
function storePage(
  deps: OrderSourceDeps,
  source: StoredSource,
  at: ReadingPosition,
  page: OrderPage,
): Promise<boolean> {
  const { db, clock, timings } = deps;
  const newest = newestChange(page, clock.now());
  const read = { count: page.orders.length, total: page.total, newest };
  return transaction(db, async (trx) => {
    const isOurs =
      page.next === null
        ? await finishReading(trx, source.id, at, read, clock.now())
        : await advanceReading(trx, source.id, at, { ...read, next: page.next }, timings.orderReadLeaseMs);
    if (isOurs) await saveOrders(deps, trx, { id: source.id, userId: source.user_id }, page.orders);
    return isOurs;
  });
}
