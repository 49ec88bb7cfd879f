import { runRefund } from '../payments/refund.ts';
import { requestSurplusRefund } from '../payments/refund-surplus.ts';
import { unspentPaymentsOfBatch } from '../payments/unspent-payments.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { hasLabelWork } from './bulk-row-work.store.ts';
import { changeBatch } from './change-batch.ts';
import { startPaidLabels } from './start-labels.ts';

/**
 * Starts the labels that are paid for and refunds money that can buy nothing. Does nothing while labels are
 * in progress, because they are using the money.
 */
export async function settleBatch(deps: BulkDeps, batchId: string): Promise<void> {
  for (const { id, quotes_key } of await unspentPaymentsOfBatch(deps, batchId)) {
    if (await hasLabelWork(deps.db, batchId)) return;
    // Decided under the batch's lock: a concurrent start either runs first or finds the money refunded.
    const refundId = await changeBatch(deps, batchId, async (trx, batch) => {
      if (await hasLabelWork(trx, batchId)) return null;
      if (quotes_key !== null && (await startPaidLabels(trx, deps.clock, batch, id)) > 0) return null;
      const reason = 'The payment was not used for any label.';
      return requestSurplusRefund(trx, deps.clock, {
        paymentId: id,
        cents: Number.POSITIVE_INFINITY,
        reason,
      });
    });
    if (refundId) await runRefund(deps, refundId);
  }
}
