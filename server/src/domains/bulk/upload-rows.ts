import type { Batch, CreateBatchBody, UploadRowsBody } from '@lading/contract/bulk.ts';
import { API } from '@lading/contract/routes.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { days, later } from '../../platform/clock.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { rememberRequest } from '../../platform/idempotency/idempotency.ts';
import { requestKey } from '../../platform/idempotency/request-key.ts';
import { newId } from '../../platform/ids.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { insertBatch, selectDrafts, updateBatch } from './bulk-batches.store.ts';
import { wakeWorkers } from './bulk-notifications.store.ts';
import { countRows, insertRows, markDuplicates } from './bulk-rows.store.ts';
import { changeOwnRows } from './change-batch.ts';
import { getBatch } from './show-batch.ts';
import { sealOriginal } from './stored-row.ts';
import { sealRow } from './validate-row.ts';
import { validateRows } from './validate-rows.ts';

/** Creates an empty batch. A retry with the same idempotency key returns the same batch. */
export async function createBatch(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  body: CreateBatchBody,
  idempotencyKey?: string,
): Promise<Batch> {
  const { db, clock } = deps;
  const key = requestKey(actor.userId, API.batches, idempotencyKey, body);
  const id = await transaction(db, async (trx) => {
    const ownId = newId();
    const batchId = await rememberRequest(trx, clock, key, ownId);
    if (batchId !== ownId) return batchId;
    await makeRoom(trx, actor.userId, clock.now());
    await insertBatch(trx, newBatch(actor.userId, ownId, clock.now(), body));
    return batchId;
  });
  return getBatch(deps, actor, id);
}

/** More than anyone works on at a time. */
const MAX_DRAFTS = 50;
const RECENT_MS = days(1);

/** Discards the oldest unpaid upload when there are too many, unless even that one was changed recently. */
async function makeRoom(trx: Trx, userId: string, now: Date): Promise<void> {
  for (const { id, updated_at } of await selectDrafts(trx, userId, MAX_DRAFTS - 1)) {
    if (updated_at > later(now, -RECENT_MS))
      throw new AppError('LIMIT_REACHED', {
        message: `You have ${MAX_DRAFTS} unfinished uploads. Please finish or discard one first.`,
      });
    await updateBatch(trx, id, { discarded_at: now });
  }
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
    const validated = await validateRows(deps, trx, batch, rows);
    const stored = rows.map(({ line, originalRowData, filled }, index) => {
      const row = validated[index] as (typeof validated)[number];
      return {
        ...sealRow(by, row),
        line,
        original: sealOriginal(by, row.cells, originalRowData),
        filled: [...filled, ...row.filled],
      };
    });
    await insertRows(trx, id, batch.version, stored);
    await wakeWorkers(trx, 'addresses');
    if ((await countRows(trx, id)) < batch.row_count) return;
    await markDuplicates(trx, id, batch.version);
    await updateBatch(trx, id, { work_started_at: deps.clock.now() });
  });
}
