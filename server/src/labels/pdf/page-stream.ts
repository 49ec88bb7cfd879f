import { deflateSync } from 'node:zlib';
import { MAXICODE_COLUMNS } from '../barcodes/maxicode.ts';
import {
  type Drawing,
  type Hexagons,
  type Linear,
  leftOf,
  type Stacked,
  type Text,
} from '../drawing/drawing.ts';
import { maxiCodeShape } from '../drawing/maxicode-shape.ts';
import { widthOfText, winAnsiByte } from '../drawing/win-ansi.ts';
import { OperatorWriter } from './operator-writer.ts';
import { FONT_NAMES, SHAPE_NAMES } from './shared-resources.ts';

/**
 * The fastest level: pages are 5 % larger than with level 3 and take two thirds of the time. Pages are small, so
 * zlib needs only small tables.
 */
const COMPRESSION = { level: 1, memLevel: 6, windowBits: 13, chunkSize: 4096 };

/** Pages are written one at a time, so one writer serves them all. */
const page = new OperatorWriter();

/**
 * The compressed content of one page. One unit is one dot of the drawing's resolution, so bar edges are integers
 * here and whole dots on a printer of that resolution.
 */
export function pageStream(drawing: Drawing): Uint8Array {
  const { height, marks } = drawing;
  const scale = (72 / drawing.resolution).toFixed(8);
  page.clear();
  page.text(`${scale} 0 0 ${scale} 0 0 cm\n`);
  for (const mark of marks) {
    if (mark.kind === 'box') {
      page.rectangle(mark.x, height - mark.y - mark.height, mark.width, mark.height);
      page.text('f\n');
    } else if (mark.kind === 'text') writeText(mark, height);
    else if (mark.kind === 'linear') writeBars(mark, height);
    else if (mark.kind === 'stacked') writeStackedBars(mark, height);
    else writeHexagons(mark, drawing);
  }
  return deflateSync(page.written(), COMPRESSION);
}

function writeText(mark: Text, height: number) {
  const wide = mark.align === 'left' ? 0 : widthOfText(mark.text, mark.size, mark.bold);
  const x = Math.round(mark.x - (mark.align === 'right' ? wide : wide / 2));
  if (mark.white) page.text('1 g ');
  page.text(mark.bold ? `BT /${FONT_NAMES.bold} ` : `BT /${FONT_NAMES.regular} `);
  page.operator('Tf ', mark.size);
  page.operator('Td (', x, height - mark.baseline);
  page.text(literal(mark.text));
  page.text(mark.white ? ') Tj ET 0 g\n' : ') Tj ET\n');
}

const SIMPLE = /^[\x20-\x27\x2a-\x5b\x5d-\x7e\xa0-\xff]*$/;

function literal(value: string): string {
  if (SIMPLE.test(value)) return value;
  let shown = '';
  for (const character of value) {
    if (character === '(' || character === ')' || character === '\\') shown += '\\';
    shown += String.fromCharCode(winAnsiByte(character) ?? 63);
  }
  return shown;
}

/** In a bar code, one unit is a module wide and a row high, so numbers are short and compress well. */
function beginBars(mark: Linear | Stacked, height: number, rows: number, rowHeight: number) {
  page.text('q ');
  page.operator('cm\n', mark.module, 0, 0, rowHeight, leftOf(mark), height - mark.y - rows * rowHeight);
}

function writeBars(mark: Linear, height: number) {
  const { widths } = mark.symbol;
  beginBars(mark, height, 1, mark.height);
  let x = 0;
  for (let at = 0; at < widths.length; at++) {
    const wide = widths[at] ?? 0;
    if (at % 2 === 0) page.rectangle(x, 0, wide, 1);
    x += wide;
  }
  page.text('f Q\n');
}

function writeStackedBars(mark: Stacked, height: number) {
  const { matrix, modules, rows } = mark.symbol;
  beginBars(mark, height, rows, mark.rowHeight);
  for (let row = 0; row < rows; row++) {
    const first = row * modules;
    for (let at = 0; at < modules; ) {
      const from = at;
      while (at < modules && matrix[first + at] === 1) at++;
      if (at === from) at++;
      else page.rectangle(from, rows - 1 - row, at - from, 1);
    }
  }
  page.text('f Q\n');
}

const NEXT_HEXAGON = `cm/${SHAPE_NAMES.hexagon} Do\n`;

/** Moves from each dark hexagon to the next, in units of half the hexagon spacing and of rows. */
function writeHexagons(mark: Hexagons, { height, resolution }: Drawing) {
  const { grid } = mark.symbol;
  const shape = maxiCodeShape(resolution);
  const place = (scaleX: number, scaleY: number, { x, y }: { x: number; y: number }) =>
    page.text(
      `q ${[scaleX, 0, 0, scaleY, mark.x + x, height - mark.y - y].map((value) => value.toFixed(4)).join(' ')} cm\n`,
    );
  place(shape.pitch.x / 2, shape.pitch.y, shape.centerOf(0));
  let lastX = 0;
  let lastRow = 0;
  for (let spot = 0; spot < grid.length; spot++) {
    if (grid[spot] !== 1) continue;
    const row = Math.trunc(spot / MAXICODE_COLUMNS);
    const x = 2 * (spot % MAXICODE_COLUMNS) + (row % 2);
    page.text('1 0 0 1 ');
    page.operator(NEXT_HEXAGON, x - lastX, lastRow - row);
    lastX = x;
    lastRow = row;
  }
  page.text('Q\n');
  place(shape.millimetre, shape.millimetre, shape.bullseye);
  page.text(`/${SHAPE_NAMES.bullseye} Do Q\n`);
}
