import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import {
  claimReports,
  postponeReports,
  releaseLostReports,
  type StoredReport,
} from './order-reports.store.ts';
import { adapterOf, type OrderSourceDeps } from './order-sources.deps.ts';
import { selectSource } from './order-sources.store.ts';
import { type Shop, sendReport } from './report-shipments.ts';
import { openConnection } from './source-connection.ts';

const LIMIT = 200;
const PER_SOURCE = 25;
const CONCURRENCY = 8;
/** So that a sweep ends even if labels are bought meanwhile. */
const MAX_ROUNDS = 40;

/** Sends shipped and voided parcels to the shops. */
export async function sweepReports(deps: OrderSourceDeps): Promise<void> {
  const { db, log, timings } = deps;
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
        onError: (err, [sourceId]) =>
          log.warn(
            { event: 'order_reports.failed', err, sourceId },
            'Reporting shipments failed; will retry',
          ),
      },
      ([sourceId, ofSource]) => sendReportsOf(deps, sourceId, ofSource),
    );
  }
}

/** One after the other: most shops limit the pace, and parcels of one order keep their order. */
async function sendReportsOf(
  deps: OrderSourceDeps,
  sourceId: string,
  reports: readonly StoredReport[],
): Promise<void> {
  let sent = 0;
  try {
    const shop = await openShop(deps, sourceId);
    for (const report of reports) {
      if (deps.isDraining()) return;
      sent += 1;
      if ((await sendReport(deps, shop, report)) === 'stop') return;
    }
  } finally {
    const left = reports.slice(sent);
    if (left.length > 0)
      await postponeReports(deps.db, left, {
        now: deps.clock.now(),
        waitMs: deps.timings.orderRetryMs,
        isUntried: true,
      });
  }
}

async function openShop(deps: OrderSourceDeps, sourceId: string): Promise<Shop> {
  const source = await selectSource(deps.db, sourceId);
  const adapter = source && adapterOf(deps.orderSources, source.kind);
  if (!source || !adapter) throw new Error('The source of a report is not a shop');
  return { source, adapter, connection: await openConnection(deps, source) };
}
