import type { Batch } from '@lading/contract/bulk.ts';
import type { Actor } from '../../platform/actor.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { updateBatch } from './bulk-batches.store.ts';
import { wakeWorkers } from './bulk-notifications.store.ts';
import { changeOwnBatch } from './change-batch.ts';

export const resumeBatch = (deps: BulkDeps, actor: Pick<Actor, 'userId'>, id: string): Promise<Batch> =>
  changeOwnBatch(deps, actor, id, async (trx, { paused_at }) => {
    if (paused_at === null) return;
    await updateBatch(trx, id, { paused_at: null });
    await wakeWorkers(trx, null);
  });
