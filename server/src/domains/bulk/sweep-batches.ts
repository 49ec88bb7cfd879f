import { later } from '../../platform/clock.ts';
import { findBatchesWithIdleMoney } from '../payments/paid-money.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { selectPausedSince } from './bulk-batches.store.ts';
import { PAUSE_LIFE_MS } from './show-batch.ts';
import { cancelRest, settleBatch } from './steer-labels.ts';

const PAGE_SIZE = 50;

/** Drives the money of batches on, wherever it was left: the browser may be gone, and a paused run may be forgotten. */
export async function sweepBatches(deps: BulkDeps): Promise<void> {
  const forgotten = await selectPausedSince(deps.db, later(deps.clock.now(), -PAUSE_LIFE_MS), PAGE_SIZE);
  for (const { id } of forgotten)
    await guarded(deps, id, () => cancelRest(deps, id, 'The labels were paused for too long.'));
  for (const id of await findBatchesWithIdleMoney(deps, PAGE_SIZE))
    await guarded(deps, id, () => settleBatch(deps, id));
}

/** One that fails keeps no other waiting. */
async function guarded(deps: BulkDeps, batchId: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.warn({ err: error, batchId }, 'a batch could not be driven on; it is tried again');
  }
}
