import { foldTotals } from './domains/analytics/fold-totals.ts';
import { sealRecords } from './domains/audit/seal-records.ts';
import type { BulkDeps } from './domains/bulk/bulk.deps.ts';
import { sweepBatches } from './domains/bulk/sweep-batches.ts';
import { sweepPayments } from './domains/payments/sweep-payments.ts';
import { cleanUpQuotes } from './domains/pricing/clean-up-quotes.ts';
import { sweepVoids } from './domains/shipments/operator/sweep-voids.ts';
import { sweepShipments } from './domains/shipments/sweep-shipments.ts';
import { trackShipments } from './domains/shipments/track-shipments.ts';
import { forgetOldCounts } from './platform/http/request-counts.ts';
import type { Log } from './platform/log.ts';
import { inSpan } from './platform/tracing/span.ts';

export interface SweepDeps extends BulkDeps {
  log: Log;
  /** Delivers payment events that the card provider has not delivered yet. */
  deliverPaymentEvents: () => Promise<unknown>;
}

/** Advances everything that is in progress by one step. */
export async function sweep(deps: SweepDeps): Promise<void> {
  await attempt(deps, 'payment events', deps.deliverPaymentEvents);
  await attempt(deps, 'payments', () => sweepPayments(deps));
  await attempt(deps, 'shipments', () => sweepShipments(deps));
  await attempt(deps, 'voids', () => sweepVoids(deps));
  await attempt(deps, 'batches', () => sweepBatches(deps));
  await attempt(deps, 'tracking', () => trackShipments(deps));
  await attempt(deps, 'old quotes', () => cleanUpQuotes(deps));
  await attempt(deps, 'old request counts', () => forgetOldCounts(deps.db));
  await attempt(deps, 'totals', () => foldTotals(deps));
  await attempt(deps, 'seals', () => sealRecords(deps));
}

/** A task that fails must not stop the others. */
async function attempt({ log }: SweepDeps, task: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await inSpan(`sweep ${task}`, {}, work);
  } catch (error) {
    log.error({ event: 'sweep.task_failed', err: error, task }, 'Sweep task failed and will be retried');
  }
}
