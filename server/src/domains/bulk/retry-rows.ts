import type { Batch } from '@lading/contract/bulk.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { requeueFailedRows, selectFailedRows } from './bulk-row-work.store.ts';
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
    const failed = await selectFailedRows(trx, id, numbers);
    if (failed.length === 0) return;
    const retried = failed.flatMap(({ number, has_shipment }) => (has_shipment ? number : []));
    if (retried.length === 0)
      throw new AppError('NOTHING_READY', {
        message:
          'We no longer have the addresses of these rows, so we can’t retry them. Please upload them again.',
      });
    await deps.reclaimRows(trx, id, retried);
    await requeueFailedRows(trx, id, batch.version, retried);
    await startWork(trx, deps.clock, batch, { work: 'rates', step: 'rate_selection' });
  });
