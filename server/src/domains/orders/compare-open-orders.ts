import { ago, hours } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Connection, OrderSource } from '../../providers/order-sources/port.ts';
import { closeIncident, reportIncident } from '../reconciliation/report-incident.ts';
import { MAX_ID } from './clean-order.ts';
import { listNames } from './list-names.ts';
import { lookUpOrder } from './look-up-orders.ts';
import { deleteComparison, keepComparison, selectComparison } from './order-comparisons.store.ts';
import { addLookUps, selectDiffering, selectOpenHere } from './order-look-ups.store.ts';
import { extendLease, isComparisonDue, markCompared } from './order-readings.store.ts';
import type { OrderSourceDeps, StoredSource } from './order-sources.deps.ts';

const EVERY_MS = hours(24);
/** How soon a comparison that found a difference is repeated. */
const AGAIN_AFTER_MS = hours(1);
/** Looked up during the comparison. Others wait for the next sweeps. */
const MAX_LOOK_UPS = 200;
/** More failures than this mean that the store is down, not that single orders are unreadable. */
const MAX_FAILURES = 5;
const MAX_NAMED = 5;
/** How many characters name an order whose ID is too long. */
const MAX_NAME = 60;
/** A store that lists more, perhaps without end, is read but not compared. */
const MAX_PAGES = 2_000;
const MAX_OPEN = 200_000;
const CHUNK = 1_000;
/** Amazon forgets a page after a day. */
const MAX_LISTING_MS = hours(22);
/** After this many failures in a row, a list starts again: the store may no longer know its page. */
const RESTART_AFTER = 3;

/**
 * Compares the orders that the store still has to ship with ours, once a day and after the first import. Missing orders
 * are read again; what is still missing then opens an incident, which closes at the first comparison without a
 * difference. A store that allows few calls, or is slow, is listed over several readings: `interrupted` if the comparison can
 * continue immediately.
 */
export async function compareOpenOrders(
  deps: OrderSourceDeps,
  source: StoredSource,
  adapter: OrderSource,
  connection: Connection,
): Promise<'interrupted' | null> {
  const { db } = deps;
  if (!(await isComparisonDue(db, source.id, EVERY_MS))) return null;
  const listing = await openListing(deps, source.id);
  const outcome = await listRest(deps, source, adapter, connection, listing);
  if (outcome === 'too_long') await leaveOut(deps, source, listing);
  if (outcome !== 'complete') return outcome === 'interrupted' ? outcome : null;
  const { startedAt } = listing;
  const listed = [...listing.externalIds];
  const { missing, ended } = await differing(deps, source.id, listed);
  const open = new Set(listed);
  const gone = (await selectOpenHere(db, source, startedAt)).filter((id) => !open.has(id));
  await addLookUps(db, source.id, [...ended, ...gone], startedAt);
  const untried = await lookUpMissing(deps, source, adapter, connection, missing);
  if (untried === 'interrupted') {
    await keepListing(deps, source, listing);
    return untried;
  }
  await addLookUps(db, source.id, untried, startedAt);
  const { missing: left } = await differing(deps, source.id, missing);
  await noteOutcome(deps, source, left);
  await deleteComparison(db, source.id);
  return null;
}

/** Returns those that it did not look up. An order that cannot be read stays missing. */
async function lookUpMissing(
  deps: OrderSourceDeps,
  source: StoredSource,
  adapter: OrderSource,
  connection: Connection,
  missing: readonly string[],
): Promise<readonly string[] | 'interrupted'> {
  const { db, timings } = deps;
  let failures = 0;
  for (const [at, externalId] of missing.entries()) {
    if (at >= MAX_LOOK_UPS || failures >= MAX_FAILURES) return missing.slice(at);
    if (deps.isDraining() || !(await extendLease(db, source.id, timings.orderReadLeaseMs)))
      return 'interrupted';
    try {
      await lookUpOrder(deps, source, adapter, connection, externalId);
    } catch (error) {
      const problem = deps.orderSources.problemOf(error);
      if (problem?.kind === 'refused' || (problem && problem.retryAfterMs !== null)) throw error;
      failures += 1;
      deps.log.warn(
        { event: 'order_sources.order_unreadable', sourceId: source.id, externalId, err: error },
        'An order that a store lists cannot be read; will retry',
      );
    }
  }
  return [];
}

interface Listing {
  startedAt: Date;
  /** The next page; null for the first. */
  page: string | null;
  externalIds: Set<string>;
  failures: number;
}

/** Continues a list that was interrupted, or starts one. */
async function openListing({ db, clock }: OrderSourceDeps, sourceId: string): Promise<Listing> {
  const kept = await selectComparison(db, sourceId);
  if (!kept || kept.started_at < ago(clock, MAX_LISTING_MS))
    return { startedAt: clock.now(), page: null, externalIds: new Set(), failures: 0 };
  const { started_at: startedAt, page, external_ids: externalIds, failures } = kept;
  return { startedAt, page, externalIds: new Set(externalIds), failures };
}

/** Adds the pages that are left. Where the store asks us to wait, the position is kept for the next reading. */
async function listRest(
  deps: OrderSourceDeps,
  source: StoredSource,
  adapter: OrderSource,
  connection: Connection,
  listing: Listing,
): Promise<'complete' | 'interrupted' | 'limited' | 'too_long'> {
  try {
    return await listPages(deps, source, adapter, connection, listing);
  } catch (error) {
    const problem = deps.orderSources.problemOf(error);
    if (problem?.kind !== 'unavailable') {
      await deleteComparison(deps.db, source.id);
      throw error;
    }
    const isLimited = problem.retryAfterMs !== null;
    await keepListing(deps, source, { ...listing, failures: isLimited ? 0 : listing.failures + 1 });
    if (isLimited) return 'limited';
    throw error;
  }
}

async function listPages(
  deps: OrderSourceDeps,
  source: StoredSource,
  adapter: OrderSource,
  connection: Connection,
  listing: Listing,
): Promise<'complete' | 'interrupted' | 'too_long'> {
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { externalIds, next } = await adapter.listOpen(connection, listing.page);
    for (const externalId of externalIds) listing.externalIds.add(listedId(externalId));
    if (listing.externalIds.size > MAX_OPEN) return 'too_long';
    if (next === null) return 'complete';
    if (next === listing.page) throw new Error('The store returned the same page as its next page');
    // Another process has taken over, or the client has paused or disconnected the source.
    if (!(await extendLease(deps.db, source.id, deps.timings.orderReadLeaseMs))) return 'interrupted';
    listing.page = next;
    listing.failures = 0;
    if (deps.isDraining()) {
      await keepListing(deps, source, listing);
      return 'interrupted';
    }
  }
  return 'too_long';
}

/**
 * A copy, because a part of a text keeps the whole answer of the store in memory. An order whose ID is too long is refused
 * when it is read, so it is missing, and the start of its ID names it.
 */
function listedId(externalId: string): string {
  const id = externalId.length > MAX_ID ? `${externalId.slice(0, MAX_NAME)}…` : externalId;
  return Buffer.from(id).toString();
}

/** Until the next day, because such a list takes long to read. */
async function leaveOut(
  { db, log }: OrderSourceDeps,
  { id }: StoredSource,
  { externalIds }: Listing,
): Promise<void> {
  log.warn(
    { event: 'order_sources.not_compared', sourceId: id, orders: externalIds.size },
    'The open orders of a store are not compared because it lists too many',
  );
  await deleteComparison(db, id);
  await markCompared(db, id, 0);
}

async function keepListing(
  { db }: OrderSourceDeps,
  { id }: StoredSource,
  { startedAt, page, externalIds, failures }: Listing,
): Promise<void> {
  if (page === null || failures >= RESTART_AFTER) return deleteComparison(db, id);
  await keepComparison(db, {
    source_id: id,
    started_at: startedAt,
    page,
    external_ids: [...externalIds],
    failures,
  });
}

async function differing({ db }: OrderSourceDeps, sourceId: string, externalIds: readonly string[]) {
  const missing: string[] = [];
  const ended: string[] = [];
  for (let from = 0; from < externalIds.length; from += CHUNK) {
    const found = await selectDiffering(db, sourceId, externalIds.slice(from, from + CHUNK));
    missing.push(...found.missing);
    ended.push(...found.ended);
  }
  return { missing, ended };
}

async function noteOutcome(
  deps: OrderSourceDeps,
  { id }: StoredSource,
  missing: readonly string[],
): Promise<void> {
  const { db, clock } = deps;
  if (missing.length === 0) {
    await transaction(db, (trx) => closeIncident(trx, clock, 'orders_missing', id));
    return markCompared(db, id, 0);
  }
  const detail = `${missing.length} missing: ${listNames(missing, MAX_NAMED)}`;
  await reportIncident(deps, 'orders_missing', id, detail);
  await markCompared(db, id, EVERY_MS - AGAIN_AFTER_MS);
}
