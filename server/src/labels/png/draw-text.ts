import type { Text } from '../drawing/drawing.ts';
import { widthOfText } from '../drawing/win-ansi.ts';
import type { Bitmap } from './bitmap.ts';
import { STROKES } from './stroke-font.ts';

/** The capital height of Helvetica, and of the stroke font in its units. */
const CAPITALS = 0.718;
const TOP = 1;
const BASELINE = 22;
/** Added to every coordinate of the data, so that none is negative. */
const ADDED = 4;
const PEN = { regular: 0.085, bold: 0.12 } as const;
/**
 * The space on either side of a letter, as a share of its width. With less, scanners mistake thick letters above
 * a bar code for its start and miss the real one.
 */
const AIR = 0.09;

type Point = readonly [x: number, y: number];

interface Glyph {
  width: number;
  strokes: Point[][];
}

const glyphs = new Map<string, Glyph>();
for (const [character, [width, strokes]] of Object.entries(STROKES)) {
  glyphs.set(character, { width: digit(width), strokes: strokes.split(' ').map(points) });
}

function digit(text: string): number {
  return Number.parseInt(text, 36);
}

function points(stroke: string): Point[] {
  return (stroke.match(/../g) ?? []).map((pair) => [
    digit(pair.charAt(0)) - ADDED,
    digit(pair.charAt(1)) - ADDED,
  ]);
}

/** Accents above and below the center of a letter, in units of the stroke font; y is from the top of the letter. */
const ACCENTS: Record<string, Point[][]> = {
  '\u0300': [
    [
      [-3, -6],
      [1, -2],
    ],
  ],
  '\u0301': [
    [
      [3, -6],
      [-1, -2],
    ],
  ],
  '\u0302': [
    [
      [-4, -2],
      [0, -6],
      [4, -2],
    ],
  ],
  '\u0303': [
    [
      [-5, -3],
      [-2, -5],
      [2, -3],
      [5, -5],
    ],
  ],
  '\u0308': [
    [
      [-4, -4],
      [-4, -3],
    ],
    [
      [4, -4],
      [4, -3],
    ],
  ],
  '\u030a': [
    [
      [0, -7],
      [-2, -5],
      [0, -3],
      [2, -5],
      [0, -7],
    ],
  ],
  '\u030c': [
    [
      [-4, -6],
      [0, -2],
      [4, -6],
    ],
  ],
};
const CEDILLA = '\u0327';

/** Non-ASCII characters that do not decompose into a letter and an accent. */
const STAND_INS: Record<string, string> = {
  '—': '-',
  '–': '-',
  '…': '...',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Œ: 'OE',
  œ: 'oe',
  '·': '.',
  '•': '.',
  '„': '"',
  '‚': ',',
  '«': '<<',
  '»': '>>',
  '‹': '<',
  '›': '>',
  Ð: 'D',
  ð: 'd',
  Þ: 'P',
  þ: 'p',
  '×': 'x',
  '€': 'E',
  '£': 'L',
  '¥': 'Y',
  '¢': 'c',
  '¿': '?',
  '¡': '!',
};

/** Superscript characters. */
const RAISED: Record<string, string> = {
  '™': 'TM',
  '®': 'R',
  '©': 'C',
  '°': 'o',
  º: 'o',
  ª: 'a',
  '¹': '1',
  '²': '2',
  '³': '3',
};
/** Their size and height above the line, as shares of the font size. */
const RAISE = { size: 0.5, height: 0.36 } as const;

/** Stroke letters as wide as in Helvetica, so that a line is as long as in the PDF. */
export function drawText(bitmap: Bitmap, mark: Text) {
  const { text, size, bold } = mark;
  const wide = mark.align === 'left' ? 0 : widthOfText(text, size, bold);
  let x = mark.x - (mark.align === 'right' ? wide : wide / 2);
  for (const character of text) {
    const advance = widthOfText(character, size, bold);
    const raised = RAISED[character];
    const parts = [...(raised ?? STAND_INS[character] ?? character)];
    const style = raised
      ? { ...mark, size: size * RAISE.size, baseline: mark.baseline - size * RAISE.height }
      : mark;
    parts.forEach((part, index) => {
      drawCharacter(bitmap, part, style, x + (index * advance) / parts.length, advance / parts.length);
    });
    if (character === '—') drawCharacter(bitmap, '-', mark, x, advance);
    x += advance;
  }
}

function drawCharacter(bitmap: Bitmap, character: string, mark: Text, left: number, advance: number) {
  const [letter = '', accent = ''] = [...character.normalize('NFD')];
  const glyph = glyphs.get(letter) ?? (letter.trim() === '' ? undefined : glyphs.get('?'));
  if (!glyph) return;
  const unit = (mark.size * CAPITALS) / (BASELINE - TOP);
  const inset = AIR * advance;
  const across = (advance - 2 * inset) / glyph.width;
  const pen = mark.size * (mark.bold ? PEN.bold : PEN.regular);
  const draw = (stroke: Point[]) => drawStroke(bitmap, stroke, pen / 2, mark.white);
  const down = (y: number) => mark.baseline + (y - BASELINE) * unit;
  for (const stroke of glyph.strokes) draw(stroke.map(([x, y]) => [left + inset + x * across, down(y)]));
  const lowercase = letter !== letter.toUpperCase();
  for (const stroke of ACCENTS[accent] ?? []) {
    const shift = lowercase ? 8 : TOP;
    draw(stroke.map(([x, y]) => [left + advance / 2 + x * unit, down(y + shift)]));
  }
  if (accent === CEDILLA)
    draw(
      [
        [0, 22],
        [1, 25],
        [-2, 27],
      ].map(([x = 0, y = 0]) => [left + advance / 2 + x * unit, down(y)]),
    );
}

/** Draws a line with a round pen: for every row of dots, fills the part within the radius of a segment. */
function drawStroke(bitmap: Bitmap, stroke: Point[], radius: number, white: boolean) {
  for (let at = 0; at + 1 < stroke.length; at++) {
    const [from, to] = [stroke[at], stroke[at + 1]];
    if (from && to) drawSegment(bitmap, from, to, radius, white);
  }
}

function drawSegment(bitmap: Bitmap, [ax, ay]: Point, [bx, by]: Point, radius: number, white: boolean) {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy || 1;
  for (let y = Math.floor(Math.min(ay, by) - radius); y <= Math.max(ay, by) + radius; y++) {
    let first = Number.NaN;
    let last = Number.NaN;
    for (let x = Math.floor(Math.min(ax, bx) - radius); x <= Math.max(ax, bx) + radius; x++) {
      const [px, py] = [x + 0.5 - ax, y + 0.5 - ay];
      const along = Math.min(1, Math.max(0, (px * dx + py * dy) / length));
      const near = (px - along * dx) ** 2 + (py - along * dy) ** 2 <= radius * radius;
      if (near && Number.isNaN(first)) first = x;
      if (near) last = x;
    }
    if (!Number.isNaN(first)) bitmap.span(first, last + 1, y, white);
  }
}
