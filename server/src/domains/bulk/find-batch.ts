import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { type StoredBatch, selectBatch } from './bulk-batches.store.ts';

/** Another client's batch is reported as not found. */
export async function findBatch(
  { db }: Pick<BulkDeps, 'db'>,
  actor: Pick<Actor, 'userId'>,
  id: string,
): Promise<StoredBatch> {
  const batch = await selectBatch(db, actor.userId, id);
  if (!batch) throw new AppError('BATCH_NOT_FOUND');
  return batch;
}
