import { BULK_LIMITS, type BulkCells, type BulkColumn } from '@lading/contract/bulk/columns.ts';
import type { RowEdit } from './edit-queue.ts';

/** Text as the server takes it: a longer or broken one would be refused together with its neighbours. */
const keepableText = (text: string) => text.slice(0, BULK_LIMITS.cellLength).replace(/[\0\p{Cs}]/gu, '');

/** What an edit changes of a row, and what takes it back; null where nothing would change. */
export function changeOf(
  { number, cells }: RowEdit,
  known: BulkCells,
  waiting: BulkCells | undefined,
): { after: RowEdit; before: RowEdit } | null {
  const after: BulkCells = {};
  const before: BulkCells = {};
  let changed = false;
  for (const [name, text] of Object.entries(cells)) {
    const column = name as BulkColumn;
    const old = waiting?.[column] ?? known[column] ?? '';
    const fresh = keepableText(text);
    if (fresh === old) continue;
    changed = true;
    after[column] = fresh;
    before[column] = old;
  }
  return changed ? { after: { number, cells: after }, before: { number, cells: before } } : null;
}
