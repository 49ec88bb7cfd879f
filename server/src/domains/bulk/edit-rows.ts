import type { Batch, EditRowsBody } from '@lading/contract/bulk.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { callWorkers, updateBatch } from './bulk-batches.store.ts';
import {
  markDuplicates,
  replaceCells,
  type StoredRow,
  selectRowsByNumber,
  setRemoved,
} from './bulk-rows.store.ts';
import { changeOwnBatch, findBatch } from './change-batch.ts';
import { contextOf, judgeRow } from './judge-row.ts';
import { showBatch } from './show-batch.ts';

/** New cells for some rows; each is judged anew, and what was known of its old cells is forgotten. */
export async function editRows(
  deps: BulkDeps,
  actor: { userId: string },
  id: string,
  { edits }: EditRowsBody,
): Promise<Batch> {
  await changeOwnBatch(deps, actor, id, async (trx, batch) => {
    const rows = await findUnpaidRows(
      trx,
      id,
      edits.map(({ number }) => number),
    );
    const cells = new Map(rows.map((row) => [row.number, row.cells]));
    for (const edit of edits) cells.set(edit.number, { ...cells.get(edit.number), ...edit.cells });
    const context = contextOf(deps, batch);
    const judged = [...cells].map(([number, changed]) => judgeRow(actor.userId, context, number, changed));
    await replaceCells(trx, id, batch.version, judged);
    await callWorkers(trx, 'addresses');
    await markDuplicates(trx, id, batch.version);
    await updateBatch(trx, id, { work_total: judged.length, work_started_at: deps.clock.now() });
  });
  return showBatch(deps, await findBatch(deps, actor, id));
}

/** All of the named rows; what is paid for can be neither edited nor removed. */
async function findUnpaidRows(trx: Trx, id: string, numbers: readonly number[]): Promise<StoredRow[]> {
  const rows = await selectRowsByNumber(trx, id, numbers);
  if (rows.length < new Set(numbers).size) throw new AppError('NOT_FOUND');
  if (rows.some((row) => row.payment_id !== null || row.status === 'label_generated'))
    throw new AppError('ROW_PAID');
  return rows;
}

/** Takes rows out of the batch, or puts them back. */
export async function removeRows(
  deps: BulkDeps,
  actor: { userId: string },
  id: string,
  { numbers, removed }: { numbers: number[]; removed: boolean },
): Promise<Batch> {
  await changeOwnBatch(deps, actor, id, async (trx, batch) => {
    await findUnpaidRows(trx, id, numbers);
    await setRemoved(trx, id, batch.version, numbers, removed);
    await markDuplicates(trx, id, batch.version);
  });
  return showBatch(deps, await findBatch(deps, actor, id));
}
