import type { Align } from '../drawing/drawing.ts';
import { widthOfText } from '../drawing/win-ansi.ts';
import type { Area, Canvas } from '../layout/canvas.ts';
import { LEADING, setBlock } from '../layout/type-setting.ts';

/** Text of a document shrinks until it fits, so that nothing is cut off. */
const SMALLEST = 7;

interface FieldStyle {
  caption: number;
  /** Largest size of the text. */
  size: number;
  bold?: boolean;
}

/** A framed field with a small caption above its text. */
export function drawField(
  canvas: Canvas,
  { x, y, width, height }: Area,
  caption: string,
  text: string | string[],
  { caption: captionSize, size, bold = false }: FieldStyle,
) {
  canvas.frame(x, y, width, height, 2);
  const inset = Math.round(captionSize * 0.6);
  const top = Math.round(captionSize * 1.75);
  canvas.line(caption, x + inset, y + Math.round(captionSize * 1.25), width - 2 * inset, {
    size: captionSize,
    smallest: SMALLEST,
  });
  const lines = (typeof text === 'string' ? [text] : text).filter((line) => line !== '');
  canvas.block(lines, {
    x: x + inset,
    y: y + top,
    width: width - 2 * inset,
    height: height - top - 3,
    size,
    smallest: SMALLEST,
    bold,
  });
}

interface CellStyle {
  size: number;
  bold?: boolean;
  align?: Align;
}

/** A cell shrinks to this share of its size for a long word; an even longer word is broken. */
const SMALLEST_SHARE = 0.6;

/** Shrinks for the longest word, wraps, and shrinks for the height. */
export function setCell(
  lines: readonly string[],
  { width, height, size, bold = false }: { width: number; height: number; size: number; bold?: boolean },
) {
  const shown = lines.filter((line) => line !== '');
  const widest = Math.max(
    0,
    ...shown
      .join(' ')
      .split(' ')
      .map((word) => widthOfText(word, size, bold)),
  );
  const share = Math.min(1, width / widest);
  const wanted = share < SMALLEST_SHARE ? size : Math.floor(size * share);
  return setBlock(shown, { width, height, size: wanted, smallest: SMALLEST, bold });
}

/** Space on both sides of a cell's text. */
export const CELL_PADDING = 8;

/** Lines in the middle of a table cell. */
export function drawCell(canvas: Canvas, area: Area, lines: string[], style: CellStyle) {
  const { size, bold = false, align = 'left' } = style;
  const width = area.width - 2 * CELL_PADDING;
  const set = setCell(lines, { width, height: area.height - 4, size, bold });
  const pitch = set.size * LEADING;
  const top = area.y + (area.height - set.lines.length * pitch) / 2;
  const x =
    align === 'left'
      ? area.x + CELL_PADDING
      : align === 'right'
        ? area.x + area.width - CELL_PADDING
        : area.x + area.width / 2;
  set.lines.forEach((line, index) => {
    const baseline = Math.round(top + index * pitch + set.size * 0.88);
    canvas.text(line, Math.round(x), baseline, { size: set.size, bold, align });
  });
}

/** A box with a cross if it is chosen, and its name. */
export function drawTick(
  canvas: Canvas,
  { x, y, width, height }: Area,
  name: string,
  { chosen, size }: { chosen: boolean; size: number },
) {
  const side = Math.round(size * 1.05);
  const top = y + Math.round((height - side) / 2);
  canvas.frame(x, top, side, side, 2);
  if (chosen)
    canvas.text('X', x + Math.round(side / 2), top + side - Math.round(side * 0.16), {
      size: Math.round(size * 1.1),
      bold: true,
      align: 'center',
    });
  canvas.line(name, x + side + 8, top + side - 3, width - side - 12, {
    size,
    bold: chosen,
    smallest: SMALLEST,
  });
}

export interface Column {
  caption: string;
  width: number;
  align?: Align;
}

/** The areas of a row's cells, next to each other. */
export function cellsOf(columns: readonly Column[], row: Area): (Area & { align: Align })[] {
  let x = row.x;
  return columns.map(({ width, align = 'left' }) => {
    const cell = { x, y: row.y, width, height: row.height, align };
    x += width;
    return cell;
  });
}
