import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import type { RowEdit } from '../batch/edit-queue.ts';
import { editPosition, GRID_COLUMNS } from './grid-columns.ts';

/** Parses cells from a spreadsheet: tab-separated; quoted cells may contain line breaks and doubled quotes. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  const marks = text.replaceAll('\r\n', '\n').split(/([\t\n\r"])/);
  marks.forEach((mark, index) => {
    if (mark === '"' && quoted && marks[index + 1] === '' && marks[index + 2] === '"') marks[index + 2] = '';
    else if (mark === '"' && (quoted || cell === '')) {
      quoted = !quoted;
      return;
    }
    if (quoted || !/^[\t\n\r]$/.test(mark)) cell += mark;
    else if (mark === '\t') endCell();
    else endRow();
  });
  // A line break after the last row does not start another one.
  if (cell !== '' || row.length > 0 || rows.length === 0) endRow();
  return rows;
}

type Block = readonly (readonly string[])[];

/**
 * The column to paste at. One value goes where typing would put it. A larger block cannot start at a combined or
 * computed cell, because its columns would shift.
 */
export function pasteColumn(block: Block, row: BulkRow, position: number): number | null {
  if (GRID_COLUMNS[position]?.column) return position;
  const isOneValue = block.length === 1 && block[0]?.length === 1;
  return isOneValue ? editPosition(row, position) : null;
}

interface PastedBlock {
  edits: RowEdit[];
  /** Rows of the block that did not fit. */
  left: number;
}

/** The edits that paste a block starting at a cell with a column. Combined and computed cells are skipped. */
export function pasteBlock(
  block: Block,
  numbers: readonly number[],
  start: { index: number; column: number },
  columnCount: number = GRID_COLUMNS.length,
): PastedBlock {
  const columns = GRID_COLUMNS.slice(start.column, columnCount).flatMap(({ column }) => column ?? []);
  const targets = numbers.slice(start.index, start.index + block.length);
  return {
    edits: targets.map((number, index) => ({
      number,
      cells: Object.fromEntries(
        columns.flatMap((column, place) => {
          const text = block[index]?.[place];
          return text === undefined ? [] : [[column, text]];
        }),
      ) as BulkCells,
    })),
    left: block.length - targets.length,
  };
}
