import { later } from '../../platform/clock.ts';
import { findBatchesWithIdleMoney } from '../payments/paid-money.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { selectPausedBefore } from './bulk-batches.store.ts';
import { cancelUnstartedLabels } from './cancel-labels.ts';
import { settleBatch } from './settle-batch.ts';
import { MAX_PAUSE_MS } from './show-batch.ts';

const PAGE_SIZE = 50;

/** Settles the money of batches whose browser left, and of batches that stayed paused too long. */
export async function sweepBatches(deps: BulkDeps): Promise<void> {
  const expired = await selectPausedBefore(deps.db, later(deps.clock.now(), -MAX_PAUSE_MS), PAGE_SIZE);
  for (const { id } of expired)
    await isolated(deps, id, () =>
      cancelUnstartedLabels(deps, id, { reason: 'The labels were paused for too long.' }),
    );
  for (const id of await findBatchesWithIdleMoney(deps, PAGE_SIZE))
    await isolated(deps, id, () => settleBatch(deps, id));
}

/** One failing batch must not hold up the others. */
async function isolated(deps: BulkDeps, batchId: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.warn(
      { event: 'bulk.batch_sweep_failed', err: error, batchId },
      'Batch sweep failed; it will be retried',
    );
  }
}
