import { createHash } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { assignPaymentToBatch, type UnspentPayment } from '../payments/unspent-payments.ts';
import { findQuotes } from '../pricing/quotes.ts';
import { API_SOURCE, type BulkDeps } from './bulk.deps.ts';
import { insertBatch, releaseKey, selectBatchByKey } from './bulk-batches.store.ts';
import { wakeWorkers } from './bulk-notifications.store.ts';
import { insertPaidRows } from './bulk-rows.store.ts';
import { rowId } from './show-rows.ts';

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
    await releaseKey(trx, userId, key);
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

/**
 * Buys many quotes that a payment was made for, although no call asked for them yet. A later call with these rates finds
 * this batch.
 */
export async function buyInBackground(
  deps: BulkDeps,
  { id: paymentId, user_id: userId }: UnspentPayment,
  quoteIds: readonly string[],
): Promise<void> {
  const key = keyOfRates(quoteIds);
  const isTaken = (await selectBatchByKey(deps.db, userId, key)) !== undefined;
  const quotes = await findQuotes(deps.db, userId, quoteIds);
  await insertPaidBatch(deps, {
    userId,
    paymentId,
    // An earlier batch of these rates failed before it bought them, and they were paid again.
    key: isTaken ? keyOfRates([paymentId]) : key,
    rows: quotes.map(({ id, total_cents }, index) => ({
      number: index + 1,
      original: [rowId(index + 1)],
      selected: id,
      cents: total_cents,
    })),
  });
}
