import { type BulkCells, type BulkColumn, maxCellLength } from '@lading/contract/bulk/columns.ts';
import type { RowEdit } from './edit-queue.ts';

/** The server would reject the whole call for one cell that is too long or malformed. */
const storableText = (column: BulkColumn, text: string) =>
  text.slice(0, maxCellLength(column)).replace(/[\0\p{Cs}]/gu, '');

/** The cells that an edit changes and the edit that undoes it; null if nothing changes. */
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
    const fresh = storableText(column, text);
    if (fresh === old) continue;
    changed = true;
    after[column] = fresh;
    before[column] = old;
  }
  return changed ? { after: { number, cells: after }, before: { number, cells: before } } : null;
}
