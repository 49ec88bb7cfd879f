import { MAXICODE_COLUMNS } from '../barcodes/maxicode.ts';
import {
  type Box,
  type Drawing,
  type Hexagons,
  type Linear,
  leftOf,
  type Mark,
  type Stacked,
  type Text,
} from '../drawing/drawing.ts';
import { maxiCodeShape } from '../drawing/maxicode-shape.ts';
import { widthOfText, winAnsiByte } from '../drawing/win-ansi.ts';
import { type Fragment, fragmentOf, phraseOf } from './deflate-fragments.ts';
import { DeflatedPage, type PageStart } from './deflated-page.ts';
import { FONT_NAMES, SHAPE_NAMES } from './shared-resources.ts';

/** Pages are written one at a time, so one writer serves them all. */
const page = new DeflatedPage();

const RECTANGLE = phraseOf('re\nf\n');
const REGULAR = phraseOf(`BT /${FONT_NAMES.regular} `);
const BOLD = phraseOf(`BT /${FONT_NAMES.bold} `);
const FONT = fragmentOf('Tf ');
const SHOW = phraseOf('Td (');
const END_TEXT = phraseOf(') Tj ET\n');
const WHITE = fragmentOf('1 g ');
const BLACK = fragmentOf('0 g\n');

const starts = new WeakMap<readonly Mark[], PageStart>();

/**
 * The compressed content of one page. One unit is one dot of the drawing's resolution, so bar edges are integers
 * here and whole dots on a printer of that resolution.
 */
export function pageStream(drawing: Drawing): Uint8Array {
  const { marks, template } = drawing;
  if (template) page.begin(startOf(template, drawing));
  else beginPage(drawing);
  for (let at = template?.length ?? 0; at < marks.length; at++) {
    const mark = marks[at];
    if (mark) write(mark, drawing);
  }
  return page.finish();
}

function startOf(template: readonly Mark[], drawing: Drawing): PageStart {
  const known = starts.get(template);
  if (known) return known;
  beginPage(drawing);
  for (const mark of template) write(mark, drawing);
  const start = page.start();
  starts.set(template, start);
  return start;
}

function beginPage({ resolution }: Drawing) {
  const scale = (72 / resolution).toFixed(8);
  page.begin();
  page.text(`${scale} 0 0 ${scale} 0 0 cm\n`);
}

function write(mark: Mark, drawing: Drawing) {
  switch (mark.kind) {
    case 'box':
      return writeBox(mark, drawing.height);
    case 'text':
      return writeText(mark, drawing.height);
    case 'linear':
      return writeBars(mark, drawing.height);
    case 'stacked':
      return writeStackedBars(mark, drawing.height);
    case 'hexagons':
      return writeHexagons(mark, drawing);
  }
}

function writeBox(mark: Box, height: number) {
  page.number(mark.x);
  page.number(height - mark.y - mark.height);
  page.number(mark.width);
  page.number(mark.height);
  page.phrase(RECTANGLE);
}

function writeText(mark: Text, height: number) {
  const wide = mark.align === 'left' ? 0 : widthOfText(mark.text, mark.size, mark.bold);
  const x = Math.round(mark.x - (mark.align === 'right' ? wide : wide / 2));
  if (mark.white) page.fragment(WHITE);
  page.phrase(mark.bold ? BOLD : REGULAR);
  page.number(mark.size);
  page.fragment(FONT);
  page.number(x);
  page.number(height - mark.baseline);
  page.phrase(SHOW);
  page.text(literal(mark.text));
  page.phrase(END_TEXT);
  if (mark.white) page.fragment(BLACK);
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

/**
 * In a bar code, one unit is a row high and a module wide, so numbers are short. The first coordinate is the row,
 * because it repeats from bar to bar.
 */
function beginBars(mark: Linear | Stacked, height: number, rows: number, rowHeight: number) {
  page.text('q 0 ');
  page.number(rowHeight);
  page.number(mark.module);
  page.text('0 ');
  page.number(leftOf(mark));
  page.number(height - mark.y - rows * rowHeight);
  page.text('cm\n');
}

/** PDF417 has at most 90 rows. */
const NEXT_BAR = Array.from({ length: 90 }, (_, row) => phraseOf(`re\n${row} `));
const END_ROW = fragmentOf('re\n');
const END_CODE = fragmentOf('f Q\n');
const WIDEST_BAR = 8;
const bars: (Fragment | undefined)[] = [];

/** Where the bar starts, one row high, and its width. */
function barOf(from: number, wide: number): Fragment {
  const key = from * (WIDEST_BAR + 1) + wide;
  const known = bars[key];
  if (known) return known;
  const bar = fragmentOf(`${from} 1 ${wide} `);
  bars[key] = bar;
  return bar;
}

function writeBars(mark: Linear, height: number) {
  const { widths } = mark.symbol;
  beginBars(mark, height, 1, mark.height);
  writeRow(widths, 0, widths.length, 0);
  page.fragment(END_CODE);
}

function writeStackedBars(mark: Stacked, height: number) {
  const { widths, elements, rows } = mark.symbol;
  beginBars(mark, height, rows, mark.rowHeight);
  for (let row = 0; row < rows; row++) writeRow(widths, row * elements, (row + 1) * elements, rows - 1 - row);
  page.fragment(END_CODE);
}

/** Refilled for each row and each MaxiCode. */
const list: Fragment[] = [];

/** A row starts and ends with a bar. */
function writeRow(widths: Uint8Array, from: number, end: number, row: number) {
  const next = NEXT_BAR[row];
  if (!next) throw new RangeError(`A bar code has no row ${row}`);
  page.number(row);
  let x = 0;
  let listed = 0;
  for (let at = from; at < end; at += 2) {
    const wide = widths[at] ?? 0;
    list[listed++] = barOf(x, wide);
    x += wide + (widths[at + 1] ?? 0);
  }
  page.list(next, list, listed);
  page.fragment(END_ROW);
}

const FIRST_HEXAGON = fragmentOf('1 0 0 1 ');
const NEXT_HEXAGON = phraseOf(`cm/${SHAPE_NAMES.hexagon} Do\n1 0 0 1 `);
const LAST_HEXAGON = fragmentOf(`cm/${SHAPE_NAMES.hexagon} Do\n`);

const steps = new Map<number, Fragment>();

/** The way from one hexagon to the next. */
function stepOf(right: number, up: number): Fragment {
  const key = 1000 * up + right;
  const known = steps.get(key);
  if (known) return known;
  const step = fragmentOf(`${right} ${up} `);
  steps.set(key, step);
  return step;
}

/** Moves from each dark hexagon to the next, in units of half the hexagon spacing and of rows. */
function writeHexagons(mark: Hexagons, { height, resolution }: Drawing) {
  const { grid } = mark.symbol;
  const shape = maxiCodeShape(resolution);
  const place = (scaleX: number, scaleY: number, { x, y }: { x: number; y: number }) =>
    page.text(
      `q ${[scaleX, 0, 0, scaleY, mark.x + x, height - mark.y - y].map((value) => value.toFixed(4)).join(' ')} cm\n`,
    );
  place(shape.pitch.x / 2, shape.pitch.y, shape.centerOf(0));
  page.fragment(FIRST_HEXAGON);
  let listed = 0;
  let lastX = 0;
  let lastRow = 0;
  for (let spot = 0; spot < grid.length; spot++) {
    if (grid[spot] !== 1) continue;
    const row = Math.trunc(spot / MAXICODE_COLUMNS);
    const x = 2 * (spot % MAXICODE_COLUMNS) + (row % 2);
    list[listed++] = stepOf(x - lastX, lastRow - row);
    lastX = x;
    lastRow = row;
  }
  page.list(NEXT_HEXAGON, list, listed);
  page.fragment(LAST_HEXAGON);
  page.text('Q\n');
  place(shape.millimetre, shape.millimetre, shape.bullseye);
  page.text(`/${SHAPE_NAMES.bullseye} Do Q\n`);
}
