import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type StoredBatch, updateBatch } from './bulk-batches.store.ts';
import { wakeWorkers } from './bulk-notifications.store.ts';
import { countWork } from './bulk-row-work.store.ts';

/** Resets the batch's progress for the rows that were just queued, resumes it, and wakes the workers. */
export async function startWork(
  trx: Trx,
  clock: Clock,
  batchId: string,
  { work, step }: { work: 'rates' | 'labels'; step: StoredBatch['step'] },
): Promise<void> {
  const queued = (await countWork(trx, batchId)).get(work) ?? 0;
  await updateBatch(trx, batchId, {
    step,
    work_total: queued,
    work_started_at: clock.now(),
    paused_at: null,
  });
  await wakeWorkers(trx, work);
}
