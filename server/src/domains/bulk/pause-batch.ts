import type { Batch } from '@lading/contract/bulk.ts';
import type { Actor } from '../../platform/actor.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { updateBatch } from './bulk-batches.store.ts';
import { changeOwnBatch } from './change-batch.ts';

/** Stops starting rates and labels. Rows in progress finish. */
export const pauseBatch = (deps: BulkDeps, actor: Pick<Actor, 'userId'>, id: string): Promise<Batch> =>
  changeOwnBatch(deps, actor, id, async (trx, { paused_at }) => {
    // Pausing twice must not extend the time limit of the first pause.
    if (paused_at === null) await updateBatch(trx, id, { paused_at: deps.clock.now() });
  });
