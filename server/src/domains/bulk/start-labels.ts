import type { Batch } from '@lading/contract/bulk.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findOwnPayment } from '../payments/spend-payment.ts';
import type { BulkDeps } from './bulk.deps.ts';
import type { StoredBatch } from './bulk-batches.store.ts';
import { queueLabels } from './bulk-row-work.store.ts';
import { changeOwnBatch } from './change-batch.ts';
import { findBatch } from './find-batch.ts';
import { startWork } from './start-work.ts';

/**
 * Starts the labels that a payment covers, after confirming the payment with the payment provider. Calling it
 * again changes nothing, and the sweep starts the labels if the browser never calls.
 */
export async function startLabels(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { paymentIntentId }: { paymentIntentId: string },
): Promise<Batch> {
  const batch = await findBatch(deps, actor, id);
  const payment = await findOwnPayment(deps, actor.userId, paymentIntentId);
  if (payment.batch_id !== batch.id) throw new AppError('PAYMENT_NOT_FOUND');
  // A payment that names no quotes, or was refunded in full, buys nothing.
  if (payment.status !== 'succeeded' || payment.quotes_key === null) throw new AppError('PAYMENT_REQUIRED');
  return changeOwnBatch(deps, actor, id, async (trx, locked) => {
    await startPaidLabels(trx, deps.clock, locked, payment.id);
  });
}

/** Queues the rows that a payment covers, and returns how many. */
export async function startPaidLabels(
  trx: Trx,
  clock: Clock,
  batch: StoredBatch,
  paymentId: string,
): Promise<number> {
  const { id, version, discarded_at } = batch;
  if (discarded_at !== null) return 0;
  const queued = await queueLabels(trx, id, version, paymentId);
  if (queued > 0) await startWork(trx, clock, batch, { work: 'labels', step: 'generation_summary' });
  return queued;
}
