import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { updateBatch } from './bulk-batches.store.ts';
import { hasLabelWork } from './bulk-row-work.store.ts';
import { changeOwnLocked } from './change-batch.ts';

export async function discardBatch(deps: BulkDeps, actor: Pick<Actor, 'userId'>, id: string): Promise<void> {
  await changeOwnLocked(deps, actor, id, async (trx) => {
    if (await hasLabelWork(trx, id)) throw new AppError('BATCH_BUSY');
    await updateBatch(trx, id, { discarded_at: deps.clock.now() });
  });
  await deps.rowsEnded(id);
}
