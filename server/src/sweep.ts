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
import { deleteExpiredKeys } from './platform/idempotency/idempotency.ts';
import type { Log } from './platform/log.ts';
import { inSpan } from './platform/tracing/span.ts';

export interface SweepDeps extends BulkDeps {
  log: Log;
  /** News that the card provider has not brought yet. */
  deliverPaymentEvents: () => Promise<unknown>;
}

/** Drives everything that is between two states one step on, wherever it was left. */
export async function sweep(deps: SweepDeps): Promise<void> {
  await attempt(deps, 'payment events', deps.deliverPaymentEvents);
  await attempt(deps, 'payments', () => sweepPayments(deps));
  await attempt(deps, 'shipments', () => sweepShipments(deps));
  await attempt(deps, 'voids', () => sweepVoids(deps));
  await attempt(deps, 'batches', () => sweepBatches(deps));
  await attempt(deps, 'tracking', () => trackShipments(deps));
  await attempt(deps, 'old quotes', () => cleanUpQuotes(deps));
  await attempt(deps, 'idempotency keys', () => deleteExpiredKeys(deps));
  await attempt(deps, 'old counts of requests', () => forgetOldCounts(deps.db));
  await attempt(deps, 'totals', () => foldTotals(deps));
  await attempt(deps, 'seals', () => sealRecords(deps));
}

/** A part that fails leaves the others alone. */
async function attempt({ log }: SweepDeps, part: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await inSpan(`sweep ${part}`, {}, work);
  } catch (error) {
    log.error({ err: error, part }, 'a part of the sweep failed; it is tried again');
  }
}
