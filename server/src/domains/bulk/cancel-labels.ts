import type { Batch } from '@lading/contract/bulk.ts';
import type { Actor } from '../../platform/actor.ts';
import { runRefund } from '../payments/refund.ts';
import { requestSurplusRefund } from '../payments/refund-surplus.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { updateBatch } from './bulk-batches.store.ts';
import { dequeueLabels } from './bulk-row-work.store.ts';
import { changeBatch } from './change-batch.ts';
import { findBatch } from './find-batch.ts';
import { getBatch } from './show-batch.ts';

/** A client cancels the labels whose purchase has not started. */
export async function cancelLabels(deps: BulkDeps, actor: Pick<Actor, 'userId'>, id: string): Promise<Batch> {
  await findBatch(deps, actor, id);
  await cancelUnstartedLabels(deps, id, { reason: 'The client canceled the remaining labels.' });
  return getBatch(deps, actor, id);
}

/**
 * Refunds the rows whose purchase has not started. By default the client can pay for them again; with `error`
 * they fail with that message.
 */
export async function cancelUnstartedLabels(
  deps: BulkDeps,
  id: string,
  { reason, error = null }: { reason: string; error?: string | null },
): Promise<void> {
  const status = error === null ? 'rate_selected' : 'label_failed';
  const refundIds = await changeBatch(deps, id, async (trx, { version }) => {
    const canceled = await dequeueLabels(trx, id, version, { status, error });
    await updateBatch(trx, id, { paused_at: null });
    const requested: string[] = [];
    for (const { payment_id: paymentId, cents } of canceled) {
      const refundId = await requestSurplusRefund(trx, deps.clock, { paymentId, cents, reason });
      if (refundId) requested.push(refundId);
    }
    return requested;
  });
  for (const refundId of refundIds) await runRefund(deps, refundId);
}
