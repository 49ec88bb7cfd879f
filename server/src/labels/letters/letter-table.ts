import { CELL_PADDING, type Column, cellsOf, drawCell, setCell } from '../customs/fields.ts';
import { LEFT, RIGHT, WIDTH } from '../customs/letter-page.ts';
import { plain } from '../drawing/readable-text.ts';
import { LEADING } from '../layout/type-setting.ts';
import type { LetterTable } from '../port.ts';
import type { Block } from './letter-blocks.ts';

const TEXT = 25;
const TITLE_HEIGHT = 62;
const HEADS_HEIGHT = 48;
const ROW_PADDING = 14;
const AFTER = 26;

/** A table as blocks: one per row, each with the title and the captions as its head. Nothing for a table without rows. */
export function* tableBlocks({ title, columns: given, rows, sum }: LetterTable): Generator<Block> {
  const share = WIDTH / given.reduce((total, { width }) => total + width, 0);
  const columns = given.map(({ width, ...column }) => ({ ...column, width: width * share }));
  const head = headOf(title, columns);
  let isEmpty = true;
  for (const texts of rows) {
    isEmpty = false;
    // Transliterated here, row by row, because a table can have thousands of rows.
    yield rowBlock(columns, texts.map(plain), head);
  }
  if (isEmpty) return;
  if (sum !== undefined) yield sumBlock(sum, head);
  yield { height: AFTER, draw: () => {} };
}

const headOf = (title: string, columns: readonly Column[]): NonNullable<Block['head']> => ({
  height: TITLE_HEIGHT + HEADS_HEIGHT,
  draw: (canvas, y, isContinued) => {
    canvas.line(isContinued ? `${title} (continued)` : title, LEFT, y + 42, WIDTH, {
      size: 30,
      bold: true,
      smallest: 12,
    });
    const top = y + TITLE_HEIGHT;
    canvas.box(LEFT, top, WIDTH, 3);
    canvas.box(LEFT, top + HEADS_HEIGHT - 2, WIDTH, 2);
    for (const [index, cell] of cellsOf(columns, {
      x: LEFT,
      y: top,
      width: WIDTH,
      height: HEADS_HEIGHT,
    }).entries())
      drawCell(canvas, cell, [columns[index]?.caption ?? ''], { size: 22, bold: true, align: cell.align });
  },
});

function rowBlock(columns: readonly Column[], texts: readonly string[], head: Block['head']): Block {
  const heights = columns.map(({ width }, index) => {
    const room = { width: width - 2 * CELL_PADDING, height: Number.MAX_SAFE_INTEGER, size: TEXT };
    const set = setCell([texts[index] ?? ''], room);
    return set.lines.length * set.size * LEADING;
  });
  const height = Math.ceil(Math.max(TEXT, ...heights)) + ROW_PADDING;
  return {
    height,
    ...(head ? { head } : {}),
    draw: (canvas, y) => {
      for (const [index, cell] of cellsOf(columns, { x: LEFT, y, width: WIDTH, height }).entries())
        drawCell(canvas, cell, [texts[index] ?? ''], { size: TEXT, align: cell.align });
      canvas.box(LEFT, y + height - 1, WIDTH, 1);
    },
  };
}

const sumBlock = (sum: string, head: Block['head']): Block => ({
  height: 46,
  ...(head ? { head } : {}),
  draw: (canvas, y) =>
    canvas.line(sum, RIGHT - CELL_PADDING, y + 34, WIDTH / 2, {
      size: TEXT,
      bold: true,
      align: 'right',
      smallest: 12,
    }),
});
