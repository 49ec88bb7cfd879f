import type { Trx } from '../../platform/db/database.ts';
import { queueBatchNotice } from '../notices/notices.ts';
import { runRefund } from '../payments/refund.ts';
import { requestSurplusRefund } from '../payments/refund-surplus.ts';
import { FAILURE_REASONS } from '../shipments/failure-reasons.ts';
import { type BulkDeps, ORDERS_SOURCE } from './bulk.deps.ts';
import { type ClaimedRow, hasLabelWork } from './bulk-row-work.store.ts';
import { saveLabelResults } from './bulk-rows.store.ts';
import { cancelUnstartedLabels } from './cancel-labels.ts';
import { changeBatch } from './change-batch.ts';
import type { LabelOutcome } from './label-row.ts';
import { settleBatch } from './settle-batch.ts';

interface FinishedLabel {
  row: ClaimedRow;
  result: LabelOutcome;
}

/** Saves label results of one batch and refunds each row that failed before its purchase started. */
export async function recordLabels(
  deps: BulkDeps,
  batchId: string,
  finished: readonly FinishedLabel[],
  followOrders: (rows: readonly ClaimedRow[]) => void,
): Promise<void> {
  const { refundIds, isBatchDone, source } = await changeBatch(deps, batchId, async (trx, batch) => {
    const results = finished.map(({ result }) => result);
    const saved = await saveLabelResults(trx, batchId, batch.version, results);
    const requested = await requestRefunds(
      deps,
      trx,
      finished.filter(({ row }) => saved.has(row.number)),
    );
    const isDone = !(await hasLabelWork(trx, batchId));
    if (isDone) await queueBatchNotice(deps, trx, batchId);
    return { refundIds: requested, isBatchDone: isDone, source: batch.source };
  });
  if (source === ORDERS_SOURCE) followOrders(finished.map(({ row }) => row));
  for (const refundId of refundIds) await runRefund(deps, refundId);
  if (finished.some(({ result }) => result.reason === 'account_inactive')) {
    const reason = FAILURE_REASONS.account_inactive;
    await cancelUnstartedLabels(deps, batchId, { reason, error: reason });
  }
  if (isBatchDone) await settleBatch(deps, batchId);
}

/** A row with a shipment is refunded through its shipment. */
async function requestRefunds(
  { clock }: BulkDeps,
  trx: Trx,
  finished: readonly FinishedLabel[],
): Promise<string[]> {
  const requested: string[] = [];
  for (const { row, result } of finished) {
    if (result.shipment_id !== null || !row.payment_id || !row.cents) continue;
    const reason = result.error ?? 'The label could not be created.';
    const refundId = await requestSurplusRefund(trx, clock, {
      paymentId: row.payment_id,
      cents: row.cents,
      reason,
    });
    if (refundId) requested.push(refundId);
  }
  return requested;
}
