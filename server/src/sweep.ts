import { sweepAdjustments } from './domains/adjustments/sweep-adjustments.ts';
import { foldTotals } from './domains/analytics/fold-totals.ts';
import { sealRecords } from './domains/audit/seal-records.ts';
import type { BillingDeps } from './domains/billing/billing.deps.ts';
import { sweepBilling } from './domains/billing/sweep-billing.ts';
import type { BulkDeps } from './domains/bulk/bulk.deps.ts';
import { buyInBackground } from './domains/bulk/paid-batch.ts';
import { sweepBatches } from './domains/bulk/sweep-batches.ts';
import { foldMoney } from './domains/money/fold-money.ts';
import { eraseOldOrders } from './domains/orders/erase-orders.ts';
import { sweepParcels } from './domains/orders/sweep-parcels.ts';
import { sweepPayments } from './domains/payments/sweep-payments.ts';
import { cleanUpQuotes } from './domains/pricing/clean-up-quotes.ts';
import type { ProcessorTimings } from './domains/processor-balance/processor-balance.timings.ts';
import { sweepProcessorBalance } from './domains/processor-balance/sweep-processor-balance.ts';
import { eraseOldAddresses, type OldAddressDeps } from './domains/shipments/erase-old-addresses.ts';
import { sweepVoids } from './domains/shipments/operator/sweep-voids.ts';
import { sweepShipments } from './domains/shipments/sweep-shipments.ts';
import { trackShipments } from './domains/shipments/track-shipments.ts';
import { sweepTopUps } from './domains/top-ups/sweep-top-ups.ts';
import { forEachIsolated } from './platform/for-each-isolated.ts';
import { deleteExpiredCounts } from './platform/http/request-counts.store.ts';
import { deleteExpiredKeys } from './platform/idempotency/idempotency.ts';
import { logFailure } from './platform/jobs/log-failure.ts';
import { type Log, RepeatedProblems } from './platform/log.ts';
import { inSpan } from './platform/tracing/span.ts';
import type { Retention } from './retention-config.ts';

export interface SweepDeps extends BulkDeps, BillingDeps {
  timings: BulkDeps['timings'] & ProcessorTimings;
  retention: Retention;
  eraseCopies: OldAddressDeps['eraseCopies'];
  log: Log;
  /** Delivers the test gateway's events that a crash held up. Other payment providers send webhooks. */
  deliverPaymentEvents: () => Promise<unknown>;
}

const FAILURES = new RepeatedProblems();

/** Advances everything that is in progress by one step. */
export const sweep = (deps: SweepDeps): Promise<void> =>
  runParts(deps, 'sweep', {
    'payment events': deps.deliverPaymentEvents,
    payments: () => sweepPayments(deps),
    'top-ups': () => sweepTopUps(deps),
    adjustments: () => sweepAdjustments(deps),
    'processor balance': () => sweepProcessorBalance(deps),
    shipments: () => sweepShipments(deps, (payment, quoteIds) => buyInBackground(deps, payment, quoteIds)),
    voids: () => sweepVoids(deps),
    batches: () => sweepBatches(deps),
    'order parcels': () => sweepParcels(deps),
    'billing documents': () => sweepBilling(deps),
    tracking: () => trackShipments(deps),
  });

/** Deletes what has expired, adds changes to the totals, and seals audit records. No purchase waits for it. */
export const cleanUp = (deps: SweepDeps): Promise<void> =>
  runParts(deps, 'clean-up', {
    'old orders': () => eraseOldOrders(deps),
    'old quotes': () => cleanUpQuotes(deps),
    'old addresses': () => eraseOldAddresses(deps),
    'idempotency keys': () => deleteExpiredKeys(deps),
    'old request counts': () => deleteExpiredCounts(deps.db),
    totals: () => foldTotals(deps),
    money: () => foldMoney(deps),
    seals: () => sealRecords(deps),
  });

/** A part that fails does not stop the others. */
const runParts = (
  deps: SweepDeps,
  round: 'sweep' | 'clean-up',
  parts: Record<string, () => Promise<unknown>>,
): Promise<void> =>
  forEachIsolated(
    Object.entries(parts),
    {
      onError: (error, [part]) =>
        logFailure(deps.log, FAILURES, error, {
          event: 'sweep.part_failed',
          text: 'Background work failed; will retry',
          part,
        }),
    },
    ([part, work]) => inSpan(`${round} ${part}`, {}, work),
  );
