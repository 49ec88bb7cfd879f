import type { Text } from '../drawing/drawing.ts';
import { widthOfText } from '../drawing/win-ansi.ts';
import type { Bitmap } from './bitmap.ts';
import { STROKES } from './stroke-font.ts';

/** Height of Helvetica's capitals, and of the alphabet's in its own units. */
const CAPITALS = 0.718;
const TOP = 1;
const BASELINE = 22;
/** Added to every coordinate of the data, so that none is negative. */
const ADDED = 4;
const PEN = { regular: 0.085, bold: 0.14 } as const;

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

/** Accents over, and under, the middle of a letter, in units of the alphabet; y counts from the top of the letter. */
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

/** Characters beside ASCII that do not come apart into a letter and an accent. */
const STAND_INS: Record<string, string> = {
  '—': '-',
  '–': '-',
  '…': '...',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '™': 'TM',
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Œ: 'OE',
  œ: 'oe',
  '·': '.',
  '•': '.',
};

/** Letters of one stroke, each as wide as Helvetica's, so that a line is as long as in the PDF. */
export function drawText(bitmap: Bitmap, mark: Text) {
  const { text, size, bold } = mark;
  const wide = mark.align === 'left' ? 0 : widthOfText(text, size, bold);
  let x = mark.x - (mark.align === 'right' ? wide : wide / 2);
  for (const character of text) {
    const advance = widthOfText(character, size, bold);
    const shown = STAND_INS[character] ?? character;
    const parts = [...shown];
    parts.forEach((part, index) => {
      drawCharacter(bitmap, part, mark, x + (index * advance) / parts.length, advance / parts.length);
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
  // A thick pen needs some of the room between letters.
  const inset = mark.bold ? 0.05 * advance : 0;
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

/** A pen of the given radius along the points: for every row of dots, the stretch that lies near enough to a segment. */
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
