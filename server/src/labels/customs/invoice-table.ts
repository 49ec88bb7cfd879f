import type { Canvas } from '../layout/canvas.ts';
import { LEADING } from '../layout/type-setting.ts';
import type { ItemTexts } from './customs-content.ts';
import { kilograms, poundsAndOunces } from './customs-figures.ts';
import { CELL_PADDING, type Column, cellsOf, drawCell, setCell } from './fields.ts';
import { LEFT, WIDTH } from './letter-page.ts';

export const HEADS_HEIGHT = 56;
const TEXT_SIZE = 25;
const PADDING = 14;

const COLUMNS: readonly Column[] = [
  { caption: 'No.', width: 60, align: 'center' },
  { caption: 'Full description of goods', width: 440 },
  { caption: 'HS code', width: 194, align: 'center' },
  { caption: 'Country of manufacture', width: 184, align: 'center' },
  { caption: 'Quantity', width: 120, align: 'center' },
  { caption: 'Net weight', width: 188, align: 'center' },
  { caption: 'Unit value USD', width: 158, align: 'right' },
  { caption: 'Total value USD', width: 176, align: 'right' },
];

export function drawHeads(canvas: Canvas, y: number) {
  canvas.box(LEFT, y, WIDTH, 4);
  canvas.box(LEFT, y + HEADS_HEIGHT - 3, WIDTH, 3);
  cellsOf(COLUMNS, { x: LEFT, y, width: WIDTH, height: HEADS_HEIGHT }).forEach((cell, index) => {
    drawCell(canvas, cell, [COLUMNS[index]?.caption ?? ''], { size: 21, bold: true, align: cell.align });
  });
}

const textsOf = (item: ItemTexts, number: number): string[][] => [
  [String(number)],
  [item.description, item.sku && `SKU: ${item.sku}`],
  [item.hsCode],
  [item.originName],
  [item.quantity === '1' ? '1 pc' : `${item.quantity} pcs`],
  [poundsAndOunces(item.weightOz), kilograms(item.weightOz)],
  [item.unitValue],
  [item.value],
];

/** As high as its highest cell. */
export function rowHeight(item: ItemTexts): number {
  const heights = textsOf(item, 1).map((lines, index) => {
    const width = (COLUMNS[index]?.width ?? 0) - 2 * CELL_PADDING;
    const set = setCell(lines, { width, height: Number.MAX_SAFE_INTEGER, size: TEXT_SIZE });
    return set.lines.length * set.size * LEADING;
  });
  return Math.ceil(Math.max(...heights)) + PADDING;
}

export function drawRow(
  canvas: Canvas,
  item: ItemTexts,
  { number, y, height }: { number: number; y: number; height: number },
) {
  const texts = textsOf(item, number);
  cellsOf(COLUMNS, { x: LEFT, y, width: WIDTH, height }).forEach((cell, index) => {
    drawCell(canvas, cell, texts[index] ?? [], { size: TEXT_SIZE, align: cell.align });
  });
  canvas.box(LEFT, y + height - 2, WIDTH, 1);
}
