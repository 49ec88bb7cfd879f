import { hours } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Connection, OrderSource } from '../../providers/order-sources/port.ts';
import { closeIncident, reportIncident } from '../reconciliation/report-incident.ts';
import { lookUpOrder } from './look-up-orders.ts';
import { addLookUps, selectDiffering, selectOpenHere } from './order-look-ups.store.ts';
import { extendLease, isCountDue, markCounted } from './order-readings.store.ts';
import type { OrderSourceDeps, StoredSource } from './order-sources.deps.ts';

const EVERY_MS = hours(24);
/** How soon a comparison is repeated that found a difference. */
const AGAIN_AFTER_MS = hours(1);
/** Looked up during the comparison. Others wait for the next sweeps. */
const MAX_LOOK_UPS = 200;
const MAX_NAMED = 5;
/** More than any shop has open. Protects against a list without an end. */
const MAX_PAGES = 2_000;
const CHUNK = 1_000;

/**
 * Compares the orders that the shop still has to ship with ours, once a day and after the first import. Missing orders
 * are read again; what is still missing then opens an incident, which closes at the first comparison without a
 * difference.
 */
export async function countOpenOrders(
  deps: OrderSourceDeps,
  source: StoredSource,
  adapter: OrderSource,
  connection: Connection,
): Promise<void> {
  const { db, clock } = deps;
  if (!(await isCountDue(db, source.id, EVERY_MS))) return;
  const startedAt = clock.now();
  const listed = await listAll(deps, source, adapter, connection);
  const { missing, ended } = await differing(deps, source.id, listed);
  const open = new Set(listed);
  const gone = (await selectOpenHere(db, source, startedAt)).filter((id) => !open.has(id));
  await addLookUps(db, source.id, [...ended, ...gone, ...missing.slice(MAX_LOOK_UPS)], startedAt);
  for (const externalId of missing.slice(0, MAX_LOOK_UPS))
    await lookUpOrder(deps, source, adapter, connection, externalId);
  const { missing: left } = await differing(deps, source.id, missing);
  await noteOutcome(deps, source, left);
}

async function listAll(
  { db, timings }: OrderSourceDeps,
  { id }: StoredSource,
  adapter: OrderSource,
  connection: Connection,
): Promise<string[]> {
  const listed = new Set<string>();
  let page: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { externalIds, next }: Awaited<ReturnType<OrderSource['listOpen']>> = await adapter.listOpen(
      connection,
      page,
    );
    for (const externalId of externalIds) listed.add(externalId);
    if (next === null) return [...listed];
    if (next === page) throw new Error('The shop returned the same page as its next page');
    if (!(await extendLease(db, id, timings.orderReadLeaseMs))) throw new Error('The source was taken over');
    page = next;
  }
  throw new Error('The shop’s list of open orders does not end');
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
    return markCounted(db, id, 0);
  }
  const named = missing.slice(0, MAX_NAMED).join(', ');
  const rest = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
  await reportIncident(deps, 'orders_missing', id, `${missing.length} missing: ${named}${rest}`);
  await markCounted(db, id, EVERY_MS - AGAIN_AFTER_MS);
}
