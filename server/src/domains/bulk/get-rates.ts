import type { Batch } from '@lading/contract/bulk.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { queueRates } from './bulk-row-work.store.ts';
import { changeOwnBatch } from './change-batch.ts';
import { startWork } from './start-work.ts';

/** Starts rating the given rows, or every row that has no rates yet. */
export const getRates = (
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { numbers }: { numbers?: number[] | undefined },
): Promise<Batch> =>
  changeOwnBatch(deps, actor, id, async (trx, batch) => {
    const { version, step } = batch;
    const queued = await queueRates(trx, id, version, numbers ?? null);
    if (queued > 0)
      await startWork(trx, deps.clock, batch, {
        work: 'rates',
        step: step === 'upload' ? 'rate_selection' : step,
      });
    else if (numbers === undefined && step === 'upload')
      throw new AppError('NOTHING_READY', { message: 'No shipments are ready for rates yet.' });
  });
