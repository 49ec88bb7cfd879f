import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import {
  claimReports,
  delayReports,
  releaseLostReports,
  returnReports,
  type StoredReport,
} from './order-reports.store.ts';
import { adapterOf, type OrderSourceDeps } from './order-sources.deps.ts';
import { selectSource } from './order-sources.store.ts';
import { type ConnectedStore, sendReports } from './report-shipments.ts';
import { openConnection } from './source-connection.ts';

const LIMIT = 400;
const PER_SOURCE = 100;
const CONCURRENCY = 8;
/** Ends the sweep even if new labels keep arriving. */
const MAX_ROUNDS = 40;

/** Sends shipped and voided parcels to the stores. */
export async function sweepReports(deps: OrderSourceDeps): Promise<void> {
  const { db, timings } = deps;
  await releaseLostReports(db);
  for (let round = 0; round < MAX_ROUNDS && !deps.isDraining(); round += 1) {
    const reports = await claimReports(db, {
      limit: LIMIT,
      perSource: PER_SOURCE,
      leaseMs: 2 * timings.reportLeaseMs,
    });
    if (reports.length === 0) return;
    await forEachIsolated(
      Map.groupBy(reports, ({ source_id }) => source_id),
      {
        concurrency: CONCURRENCY,
        onError: (err, [sourceId]) => logFailed(deps, err, sourceId),
      },
      ([sourceId, ofSource]) => sendReportsOf(deps, sourceId, ofSource),
    );
  }
}

/** Sends the parcels of an order in turn. After a failure, further parcels of the same orders wait; if the store asks for it, all reports do. */
async function sendReportsOf(
  deps: OrderSourceDeps,
  sourceId: string,
  reports: readonly StoredReport[],
): Promise<void> {
  const groups = onePerOrder(reports);
  let askedMs = 0;
  try {
    const store = await openStore(deps, sourceId);
    while (groups.length > 0 && !deps.isDraining()) {
      const stop = await sendReports(deps, store, groups.shift() ?? []);
      if (!stop) continue;
      askedMs = stop.askedMs;
      break;
    }
  } finally {
    await returnReports(deps.db, groups.flat(), {
      now: deps.clock.now(),
      waitMs: deps.timings.orderRetryMs,
    });
    if (askedMs > 0) await delayReports(deps.db, sourceId, askedMs);
  }
}

/** The first parcels of all orders, then the second parcels, and so on. */
function onePerOrder(reports: readonly StoredReport[]): StoredReport[][] {
  const parcels = [...Map.groupBy(reports, ({ order_id }) => order_id).values()];
  const rounds = Math.max(...parcels.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => parcels.flatMap((ofOrder) => ofOrder[round] ?? []));
}

const logFailed = ({ log }: OrderSourceDeps, err: unknown, sourceId: string) =>
  log.warn({ event: 'order_reports.failed', err, sourceId }, 'Reporting shipments failed; will retry');

async function openStore(deps: OrderSourceDeps, sourceId: string): Promise<ConnectedStore> {
  const source = await selectSource(deps.db, sourceId);
  const adapter = source && adapterOf(deps.orderSources, source.kind);
  if (!source || !adapter) throw new Error('The source of a report does not exist or has no adapter');
  return { source, adapter, connection: await openConnection(deps, source) };
}
