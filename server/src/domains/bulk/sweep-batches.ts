import { ago, hours } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import { findBatchesWithUnspentMoney } from '../payments/unspent-payments.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { MAX_PAUSE_MS } from './bulk.timings.ts';
import { deleteBatch, selectDiscardedBefore, selectPausedBefore } from './bulk-batches.store.ts';
import { cancelUnstartedLabels } from './cancel-labels.ts';
import { sealPlainRows } from './seal-plain-rows.ts';
import { settleBatch } from './settle-batch.ts';

const PAGE_SIZE = 50;
const DELETES_PER_SWEEP = 20;
/** Work that began before the batch was discarded has ended by then. */
const KEEP_DISCARDED_MS = hours(1);

/**
 * Settles the money of batches whose client closed the browser, and of batches that were paused too long.
 * Deletes discarded batches. Encrypts tax IDs that are still in plain text.
 */
export async function sweepBatches(deps: BulkDeps): Promise<void> {
  const { db, clock, log } = deps;
  const onError = (error: unknown, batchId: string) =>
    log.warn({ event: 'bulk.batch_sweep_failed', err: error, batchId }, 'Batch sweep failed; will retry');
  const expired = await selectPausedBefore(db, ago(clock, MAX_PAUSE_MS), PAGE_SIZE);
  await forEachIsolated(
    expired.map(({ id }) => id),
    { onError },
    (id) => cancelUnstartedLabels(deps, id, { reason: 'The labels were paused for too long.' }),
  );
  const discarded = await selectDiscardedBefore(db, ago(clock, KEEP_DISCARDED_MS), DELETES_PER_SWEEP);
  await forEachIsolated(
    discarded.map(({ id }) => id),
    { onError },
    (id) => transaction(db, (trx) => deleteBatch(trx, id)),
  );
  await sealPlainRows(deps).catch((error: unknown) =>
    log.warn(
      { event: 'bulk.tax_ids_not_sealed', err: error },
      'Could not encrypt tax IDs that an earlier version stored; will retry',
    ),
  );
  const unsettled = await findBatchesWithUnspentMoney(deps, PAGE_SIZE);
  await forEachIsolated(unsettled, { onError }, (id) => settleBatch(deps, id));
}
