import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import type { Batch, CreateBatchBody, UploadRowsBody } from '@lading/contract/bulk.ts';
import { API } from '@lading/contract/routes.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { rememberRequest } from '../../platform/idempotency/idempotency.ts';
import { requestKey } from '../../platform/idempotency/request-key.ts';
import { newId } from '../../platform/ids.ts';
import { API_SOURCE, type BulkDeps, ORDERS_SOURCE } from './bulk.deps.ts';
import { updateBatch } from './bulk-batches.store.ts';
import { wakeWorkers } from './bulk-notifications.store.ts';
import { countRows, markDuplicates } from './bulk-rows.store.ts';
import { changeOwnRows } from './change-batch.ts';
import { insertChecked, insertEmptyBatch } from './make-batch.ts';
import { getBatch } from './show-batch.ts';

/** Creates an empty batch. A retry with the same idempotency key returns the same batch. */
export async function createBatch(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  body: CreateBatchBody,
  idempotencyKey?: string,
): Promise<Batch> {
  // Such batches have different limits, so an upload must not claim to be one.
  if (body.source === API_SOURCE || body.source === ORDERS_SOURCE)
    throw new AppError('BAD_REQUEST', { message: `The source “${body.source}” is reserved.` });
  const { db, clock } = deps;
  const key = requestKey(actor.userId, API.batches, idempotencyKey, body);
  const id = await transaction(db, async (trx) => {
    const ownId = newId();
    const batchId = await rememberRequest(trx, clock, key, ownId);
    if (batchId !== ownId) return batchId;
    await insertEmptyBatch(trx, clock.now(), { id: ownId, userId: actor.userId, body });
    return batchId;
  });
  return getBatch(deps, actor, id);
}

/** Of all calls for one upload. As JSON, each row names its columns and contains its values twice, and calls may be retried. */
const MAX_BYTES = 5 * BULK_LIMITS.fileBytes;

/** Validates and saves some of the file's rows. Once all rows are stored, marks duplicates. */
export function uploadRows(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { rows }: UploadRowsBody,
): Promise<Batch> {
  return changeOwnRows(deps, actor, id, async (trx, batch, by) => {
    if (rows.some(({ number }) => number > batch.row_count))
      throw new AppError('BAD_REQUEST', { message: `This upload has only ${batch.row_count} rows.` });
    const receivedBytes = batch.received_bytes + Buffer.byteLength(JSON.stringify(rows));
    if (receivedBytes > MAX_BYTES)
      throw new AppError('BAD_REQUEST', { message: 'This upload is too large. Please split the file.' });
    await insertChecked(deps, trx, { batch, by }, rows);
    await updateBatch(trx, id, { received_bytes: receivedBytes });
    await wakeWorkers(trx, 'addresses');
    if ((await countRows(trx, id)) < batch.row_count) return;
    await markDuplicates(trx, id, batch.version);
    await updateBatch(trx, id, { work_started_at: deps.clock.now() });
  });
}
