import { createHash } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { assignPaymentToBatch } from '../payments/unspent-payments.ts';
import { API_SOURCE, type BulkDeps } from './bulk.deps.ts';
import { insertBatch } from './bulk-batches.store.ts';
import { wakeWorkers } from './bulk-notifications.store.ts';
import { insertPaidRows } from './bulk-rows.store.ts';

/** The same list of rates, in any order, always has the same key. */
export const keyOfRates = (rateIds: readonly string[]): Buffer =>
  createHash('sha256').update(rateIds.toSorted().join()).digest();

interface PaidBatch {
  userId: string;
  paymentId: string;
  key: Buffer;
  rows: Parameters<typeof insertPaidRows>[3];
}

/** Makes a batch of priced and paid shipments. The workers buy its labels. */
export async function insertPaidBatch(
  { db, clock }: BulkDeps,
  { userId, paymentId, key, rows }: PaidBatch,
): Promise<string> {
  const id = newId();
  const now = clock.now();
  await transaction(db, async (trx) => {
    await insertBatch(trx, {
      id,
      user_id: userId,
      file_name: 'bulk-labels',
      file_hash: key,
      source: API_SOURCE,
      columns: JSON.stringify(['id']),
      decimal_comma: false,
      row_count: rows.length,
      step: 'generation_summary',
      work_total: rows.length,
      work_started_at: now,
      paused_at: null,
      created_at: now,
      updated_at: now,
      discarded_at: null,
    });
    if (!(await assignPaymentToBatch(trx, paymentId, id))) throw new AppError('PAYMENT_REQUIRED');
    await insertPaidRows(trx, id, paymentId, rows);
    await wakeWorkers(trx, 'labels');
  });
  return id;
}
