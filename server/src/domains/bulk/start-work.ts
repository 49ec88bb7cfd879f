import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type StoredBatch, updateBatch } from './bulk-batches.store.ts';
import { wakeWorkers } from './bulk-notifications.store.ts';
import { countWork } from './bulk-row-work.store.ts';

/**
 * Resets the batch's progress for the rows that were just queued, resumes it, and wakes the workers. Refuses rates while
 * labels are paused, because resuming would buy them.
 */
export async function startWork(
  trx: Trx,
  clock: Clock,
  { id, paused_at }: Pick<StoredBatch, 'id' | 'paused_at'>,
  { work, step }: { work: 'rates' | 'labels'; step: StoredBatch['step'] },
): Promise<void> {
  const queued = await countWork(trx, id);
  if (work === 'rates' && paused_at !== null && queued.has('labels'))
    throw new AppError('BATCH_BUSY', {
      message: 'The labels of this upload are paused. Please resume or cancel them first.',
    });
  await updateBatch(trx, id, {
    step,
    work_total: queued.get(work) ?? 0,
    work_started_at: clock.now(),
    paused_at: null,
  });
  await wakeWorkers(trx, work);
}
