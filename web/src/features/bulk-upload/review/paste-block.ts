import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import type { RowEdit } from '../batch/edit-queue.ts';
import { GRID_COLUMNS } from './grid-columns.ts';

/** Cells as a spreadsheet puts them on the clipboard: tabs between, a quoted cell may hold line ends and doubled quotes. */
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
  // The line end behind the last row begins no other.
  if (cell !== '' || row.length > 0 || rows.length === 0) endRow();
  return rows;
}

export interface PastedBlock {
  edits: RowEdit[];
  /** Rows of the block for which there was no room. */
  left: number;
}

/** The edits that fill a range from a cell on; cells that hold no column of the file are passed over. */
export function pasteBlock(
  block: readonly (readonly string[])[],
  numbers: readonly number[],
  start: { index: number; column: number },
): PastedBlock {
  const columns = GRID_COLUMNS.slice(start.column).flatMap(({ column }) => column ?? []);
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
