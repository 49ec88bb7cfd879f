import { createHash } from 'node:crypto';
import { BULK_LIMITS, type BulkCells } from '@lading/contract/bulk/columns.ts';
import type { CreateBatchBody, UploadRow } from '@lading/contract/bulk.ts';
import type { ServiceWish } from '@lading/contract/orders/service-choice.ts';
import { AppError } from '../../platform/app-error.ts';
import { days, later } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { SealingKeys } from '../../platform/sealed-secrets.ts';
import type { BulkDeps } from './bulk.deps.ts';
import {
  insertBatch,
  lockNextVersion,
  type StoredBatch,
  selectDrafts,
  updateBatch,
} from './bulk-batches.store.ts';
import { notifyBatchChanged, wakeWorkers } from './bulk-notifications.store.ts';
import { insertRows, markDuplicates } from './bulk-rows.store.ts';
import { type RowKeys, sealOriginal } from './stored-row.ts';
import { sealRow } from './validate-row.ts';
import { validateRows } from './validate-rows.ts';

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

export async function insertEmptyBatch(
  trx: Trx,
  now: Date,
  { id, userId, body }: { id: string; userId: string; body: CreateBatchBody },
): Promise<void> {
  await makeRoom(trx, userId, now);
  await insertBatch(trx, {
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
}

/** Validates and stores rows. Those that exist stay as they are. */
export async function insertChecked(
  deps: BulkDeps,
  trx: Trx,
  { batch, by }: { batch: StoredBatch; by: RowKeys },
  rows: readonly (UploadRow & { wish?: ServiceWish | null | undefined })[],
): Promise<void> {
  const validated = await validateRows(deps, trx, batch, rows);
  const stored = rows.map(({ line, originalRowData, filled, wish = null }, index) => {
    const row = validated[index] as (typeof validated)[number];
    return {
      ...sealRow(by, row),
      line,
      original: sealOriginal(by, row.cells, originalRowData),
      filled: [...filled, ...row.filled],
      wish,
    };
  });
  await insertRows(trx, batch.id, batch.version, stored);
}

interface WholeBatch {
  id: string;
  userId: string;
  name: string;
  source: string;
  /** The header of `original`. */
  columns: string[];
  /** Row numbers follow from the order. */
  rows: readonly { cells: BulkCells; original: string[]; wish?: ServiceWish | null }[];
}

/** Creates a batch with all of its rows in the caller's transaction, so that other records can refer to the rows. */
export async function makeBatch(
  deps: BulkDeps,
  trx: Trx,
  keys: SealingKeys,
  whole: WholeBatch,
): Promise<void> {
  const { id, userId, rows } = whole;
  const now = deps.clock.now();
  await insertEmptyBatch(trx, now, {
    id,
    userId,
    body: {
      fileName: whole.name,
      // No file, so it equals no other upload.
      fileHash: createHash('sha256').update(id).digest('hex'),
      source: whole.source,
      columns: whole.columns,
      decimalComma: false,
      rowCount: rows.length,
    },
  });
  const batch = await lockNextVersion(trx, id, now);
  if (!batch) throw new Error(`batch ${id} is missing`);
  const { rowsPerCall } = BULK_LIMITS;
  for (let first = 0; first < rows.length; first += rowsPerCall) {
    const chunk = rows.slice(first, first + rowsPerCall).map(({ cells, original, wish }, index) => {
      const number = first + index + 1;
      return { number, line: number, cells, originalRowData: original, filled: [], wish };
    });
    await insertChecked(deps, trx, { batch, by: { keys, userId } }, chunk);
  }
  await markDuplicates(trx, id, batch.version);
  await wakeWorkers(trx, 'addresses');
  await notifyBatchChanged(trx, id);
}
