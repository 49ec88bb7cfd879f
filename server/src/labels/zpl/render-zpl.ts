import {
  type Align,
  type Box,
  type Drawing,
  type Hexagons,
  type Linear,
  leftOf,
  type Mark,
  type Stacked,
  type Text,
} from '../drawing/drawing.ts';
import { code128Field } from './code128-field.ts';
import { blockData, fieldData } from './field-data.ts';

/** ZPL II with the printer's own bar codes and font 0. */
export function renderZpl(drawing: Drawing): string {
  const fields = drawing.marks.map((mark) => field(mark, drawing.width));
  return [
    '^XA',
    // Set UTF-8, origin and label size explicitly, because the printer keeps the settings of the previous job.
    '^CI28^LH0,0',
    `^PW${drawing.width}^LL${drawing.height}`,
    ...fields,
    '^PQ1',
    '^XZ',
    '',
  ].join('\n');
}

function field(mark: Mark, width: number): string {
  switch (mark.kind) {
    case 'box':
      return box(mark);
    case 'text':
      return text(mark, width);
    case 'linear':
      return bars(mark);
    case 'stacked':
      return stacked(mark);
    case 'hexagons':
      return hexagons(mark);
  }
}

const box = ({ x, y, width, height }: Box) =>
  `^FO${x},${y}^GB${width},${height},${Math.min(width, height)},B,0^FS`;

const JUSTIFIED: Record<Align, string> = { left: 'L', center: 'C', right: 'R' };

/** The field spans from the anchor to the label edge, so the printer aligns by its own font widths. */
function text(mark: Text, width: number): string {
  const reach = mark.align === 'center' ? 2 * Math.min(mark.x, width - mark.x) : mark.x;
  const wide = mark.align === 'left' ? width - mark.x : reach;
  const left = mark.align === 'left' ? mark.x : mark.align === 'right' ? 0 : mark.x - reach / 2;
  const reversed = mark.white ? '^FR' : '';
  const place = `^FT${Math.round(left)},${mark.baseline}^A0N,${mark.size},${mark.size}`;
  return `${place}^FB${Math.round(wide)},1,0,${JUSTIFIED[mark.align]}${reversed}${blockData(mark.text)}`;
}

const bars = (mark: Linear) =>
  `^FO${leftOf(mark)},${mark.y}^BY${mark.module}^BCN,${mark.height},N,N,N,N^FD${code128Field(mark.symbol)}^FS`;

/** The row height is in modules; the printer chooses the rows, because it may compact differently. */
function stacked(mark: Stacked): string {
  const { columns, level } = mark.symbol;
  const rowModules = Math.floor(mark.rowHeight / mark.module);
  const size = `^BY${mark.module}^B7N,${rowModules},${level},${columns},,N`;
  return `^FO${leftOf(mark)},${mark.y}${size}${blockData(mark.text)}`;
}

/** Zebra expects nine digits in mode 2 and six characters in mode 3. */
function hexagons(mark: Hexagons): string {
  const { mode } = mark.symbol;
  const primary = mode === 2 ? mark.primary.padEnd(15, '0') : mark.primary.padEnd(12, ' ');
  return `^FO${mark.x},${mark.y}^BD${mode},1,1${fieldData(primary + mark.text)}`;
}
