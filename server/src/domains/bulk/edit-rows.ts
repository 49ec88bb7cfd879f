import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import type { Batch, EditRowsBody } from '@lading/contract/bulk.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Trx } from '../../platform/db/database.ts';
import { API_SOURCE, type BulkDeps } from './bulk.deps.ts';
import { type StoredBatch, updateBatch } from './bulk-batches.store.ts';
import { wakeWorkers } from './bulk-notifications.store.ts';
import {
  markDuplicates,
  replaceCells,
  type StoredRow,
  selectRowsByNumber,
  setRemoved,
} from './bulk-rows.store.ts';
import { changeOwnBatch, changeOwnRows } from './change-batch.ts';
import { openCells, type RowKeys, withKeptTaxIds } from './stored-row.ts';
import { sealRow } from './validate-row.ts';
import { validateRows } from './validate-rows.ts';

/** Replaces cells and validates their rows again. */
export function editRows(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { edits }: EditRowsBody,
): Promise<Batch> {
  return changeOwnRows(deps, actor, id, async (trx, batch, by) => {
    const rows = await findUnpaidRows(
      trx,
      id,
      edits.map(({ number }) => number),
    );
    await reclaimFailed(deps, trx, rows);
    const stored = new Map(rows.map((row) => [row.number, row]));
    const cells = new Map(rows.map((row) => [row.number, openCells(by, row.cells)]));
    for (const edit of edits) {
      const row = stored.get(edit.number);
      const changes = row ? withKeptTaxIds(by, row, edit.cells) : edit.cells;
      cells.set(edit.number, { ...cells.get(edit.number), ...changes });
    }
    await replaceAndCheck(
      deps,
      trx,
      { batch, by },
      [...cells].map(([number, changed]) => ({ number, cells: changed })),
    );
  });
}

/** An edited row gets a new label. Its order was released when the first label failed; removed rows get theirs when restored. */
async function reclaimFailed(deps: BulkDeps, trx: Trx, rows: readonly StoredRow[]): Promise<void> {
  const failed = rows.filter(({ status, removed }) => status === 'label_failed' && !removed);
  const [first] = failed;
  if (!first) return;
  await deps.reclaimRows(
    trx,
    first.batch_id,
    failed.map(({ number }) => number),
  );
}

export async function replaceAndCheck(
  deps: BulkDeps,
  trx: Trx,
  { batch, by }: { batch: StoredBatch; by: RowKeys },
  rows: readonly { number: number; cells: BulkCells }[],
): Promise<void> {
  if (rows.length === 0) return;
  // Its rows have no cells to complete, and a repeated call must find each rate in its row.
  if (batch.source === API_SOURCE)
    throw new AppError('ROW_PAID', {
      message: 'Shipments bought through the API cannot be edited. Please get a new rate instead.',
    });
  const validated = await validateRows(deps, trx, batch, rows);
  await replaceCells(
    trx,
    batch.id,
    batch.version,
    validated.map((row) => sealRow(by, row)),
  );
  await wakeWorkers(trx, 'addresses');
  await markDuplicates(trx, batch.id, batch.version);
  await updateBatch(trx, batch.id, { work_total: validated.length, work_started_at: deps.clock.now() });
}

/** Paid rows can be neither edited nor removed. */
async function findUnpaidRows(trx: Trx, id: string, numbers: readonly number[]): Promise<StoredRow[]> {
  const rows = await selectRowsByNumber(trx, id, numbers);
  if (rows.length < new Set(numbers).size) throw new AppError('NOT_FOUND');
  if (rows.some((row) => row.payment_id !== null || row.status === 'label_generated'))
    throw new AppError('ROW_PAID');
  return rows;
}

/** Removes rows from the batch, or restores them. */
export async function removeRows(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  id: string,
  { numbers, removed }: { numbers: number[]; removed: boolean },
): Promise<Batch> {
  const changed = await changeOwnBatch(deps, actor, id, async (trx, batch) => {
    await findUnpaidRows(trx, id, numbers);
    if (!removed) await deps.reclaimRows(trx, id, numbers);
    await setRemoved(trx, id, batch.version, numbers, removed);
    await markDuplicates(trx, id, batch.version);
  });
  if (removed) await deps.rowsEnded(id, numbers);
  return changed;
}
