import type { Batch } from '@lading/contract/bulk.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { lockNextVersion, lockOwnNextVersion, type StoredBatch } from './bulk-batches.store.ts';
import { notifyBatchChanged } from './bulk-notifications.store.ts';
import { getBatch } from './show-batch.ts';
import type { RowKeys } from './stored-row.ts';

type ChangeDeps = Pick<BulkDeps, 'db' | 'clock'>;
type Change<T> = (trx: Trx, batch: StoredBatch) => Promise<T>;

/**
 * Every change that a client can see goes through here: changes run one at a time under the batch's lock,
 * each gets the next version, and all processes are notified once it commits.
 */
export const changeBatch = <T>(deps: ChangeDeps, id: string, change: Change<T>): Promise<T> =>
  changeLocked(deps, id, (trx) => lockNextVersion(trx, id, deps.clock.now()), change);

/** Like `changeBatch`, for a client, who must own the batch. Returns the changed batch. */
export async function changeOwnBatch(
  deps: ChangeDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  change: Change<void>,
): Promise<Batch> {
  await changeOwnLocked(deps, actor, id, change);
  return getBatch(deps, actor, id);
}

/** For changes that read or write tax IDs, with the keys of the batch's client. */
export const changeOwnRows = (
  deps: Pick<BulkDeps, 'db' | 'clock' | 'taxIdSecrets'>,
  actor: Pick<Actor, 'userId'>,
  id: string,
  change: (trx: Trx, batch: StoredBatch, by: RowKeys) => Promise<void>,
): Promise<Batch> =>
  deps.taxIdSecrets.withKeys((keys) =>
    changeOwnBatch(deps, actor, id, (trx, batch) => change(trx, batch, { keys, userId: batch.user_id })),
  );

/** Like `changeOwnBatch`, for a change after which the batch can no longer be shown. */
export const changeOwnLocked = (
  deps: ChangeDeps,
  { userId }: Pick<Actor, 'userId'>,
  id: string,
  change: Change<void>,
): Promise<void> =>
  changeLocked(deps, id, (trx) => lockOwnNextVersion(trx, userId, id, deps.clock.now()), change);

function changeLocked<T>(
  { db }: ChangeDeps,
  id: string,
  lock: (trx: Trx) => Promise<StoredBatch | undefined>,
  change: Change<T>,
): Promise<T> {
  return transaction(db, async (trx) => {
    const batch = await lock(trx);
    if (!batch) throw new AppError('BATCH_NOT_FOUND');
    const result = await change(trx, batch);
    await notifyBatchChanged(trx, id);
    return result;
  });
}
