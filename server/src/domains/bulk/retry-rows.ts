import type { Batch } from '@lading/contract/bulk.ts';
import type { Actor } from '../../platform/actor.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { requeueFailedRows } from './bulk-row-work.store.ts';
import { changeOwnBatch } from './change-batch.ts';
import { startWork } from './start-work.ts';

/** Gets new rates for failed rows. They need a new payment, because the first one was refunded. */
export const retryRows = (
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { numbers }: { numbers: number[] },
): Promise<Batch> =>
  changeOwnBatch(deps, actor, id, async (trx, batch) => {
    await deps.reclaimRows(trx, id, numbers);
    if ((await requeueFailedRows(trx, id, batch.version, numbers)) > 0)
      await startWork(trx, deps.clock, batch, { work: 'rates', step: 'rate_selection' });
  });
