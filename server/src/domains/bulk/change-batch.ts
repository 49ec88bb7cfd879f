import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { announce, type StoredBatch, selectBatch, takeVersion } from './bulk-batches.store.ts';

export async function findBatch(
  { db }: Pick<BulkDeps, 'db'>,
  actor: { userId: string },
  id: string,
): Promise<StoredBatch> {
  const batch = await selectBatch(db, actor.userId, id);
  if (!batch) throw new AppError('BATCH_NOT_FOUND');
  return batch;
}

/**
 * Every change of a batch or its rows: one after the other under the lock on the batch, each with the next version, told to
 * everybody when it is committed.
 */
export function changeBatch<T>(
  { db, clock }: Pick<BulkDeps, 'db' | 'clock'>,
  id: string,
  work: (trx: Trx, batch: StoredBatch) => Promise<T>,
): Promise<T> {
  return transaction(db, async (trx) => {
    const batch = await takeVersion(trx, id, clock.now());
    if (!batch) throw new AppError('BATCH_NOT_FOUND');
    const result = await work(trx, batch);
    await announce(trx, id);
    return result;
  });
}

/** The same for a client, whose batch it must be. */
export async function changeOwnBatch<T>(
  deps: Pick<BulkDeps, 'db' | 'clock'>,
  actor: { userId: string },
  id: string,
  work: (trx: Trx, batch: StoredBatch) => Promise<T>,
): Promise<T> {
  await findBatch(deps, actor, id);
  return changeBatch(deps, id, work);
}
