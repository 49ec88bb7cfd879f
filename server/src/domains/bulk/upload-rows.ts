import type { Batch, CreateBatchBody, UploadRowsBody } from '@lading/contract/bulk.ts';
import { API } from '@lading/contract/routes.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { rememberRequest, requestKey } from '../payments/idempotency.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { callWorkers, insertBatch, updateBatch } from './bulk-batches.store.ts';
import { countRows, insertRows, markDuplicates } from './bulk-rows.store.ts';
import { changeOwnBatch, findBatch } from './change-batch.ts';
import { contextOf, judgeRow } from './judge-row.ts';
import { showBatch } from './show-batch.ts';

/** A batch that waits for its rows. Asked again with the same key it is the same batch. */
export async function createBatch(
  deps: BulkDeps,
  actor: { userId: string },
  body: CreateBatchBody,
  idempotencyKey?: string,
): Promise<Batch> {
  const { db, clock } = deps;
  const key = requestKey(actor.userId, API.batches, idempotencyKey, body);
  const id = await transaction(db, async (trx) => {
    const made = newId();
    const owner = await rememberRequest(trx, clock, key, made);
    if (owner === made) await insertBatch(trx, newBatch(actor.userId, made, clock.now(), body));
    return owner;
  });
  return showBatch(deps, await findBatch(deps, actor, id));
}

const newBatch = (userId: string, id: string, now: Date, body: CreateBatchBody) => ({
  id,
  user_id: userId,
  file_name: body.fileName,
  file_hash: Buffer.from(body.fileHash, 'hex'),
  source: body.source,
  columns: JSON.stringify(body.columns),
  decimal_comma: body.decimalComma,
  row_count: body.rowCount,
  work_started_at: now,
  work_total: body.rowCount,
  paused_at: null,
  created_at: now,
  updated_at: now,
  discarded_at: null,
});

/** Judges a piece of the file and keeps it. The last piece completes the batch. */
export async function uploadRows(
  deps: BulkDeps,
  actor: { userId: string },
  id: string,
  { rows }: UploadRowsBody,
): Promise<Batch> {
  await changeOwnBatch(deps, actor, id, async (trx, batch) => {
    if (rows.some(({ number }) => number > batch.row_count))
      throw new AppError('BAD_REQUEST', { message: `This upload has only ${batch.row_count} rows.` });
    const context = contextOf(deps, batch);
    const judged = rows.map(({ number, line, cells, originalRowData, filled }) => ({
      ...judgeRow(actor.userId, context, number, cells),
      line,
      original: originalRowData,
      filled,
    }));
    await insertRows(trx, id, batch.version, judged);
    await callWorkers(trx, 'addresses');
    if ((await countRows(trx, id)) < batch.row_count) return;
    await markDuplicates(trx, id, batch.version);
    await updateBatch(trx, id, { work_started_at: deps.clock.now() });
  });
  return showBatch(deps, await findBatch(deps, actor, id));
}
