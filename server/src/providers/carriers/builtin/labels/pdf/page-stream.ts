import { deflateSync } from 'node:zlib';
import {
  type Drawing,
  type Hexagons,
  type Linear,
  leftOf,
  type Mark,
  type Resolution,
  type Stacked,
  type Text,
} from '../drawing/drawing.ts';
import { type MaxiCodeShape, maxiCodeShape } from '../drawing/maxicode-shape.ts';
import { widthOfText, winAnsiByte } from '../drawing/win-ansi.ts';

/** How the fonts of every page are called in its stream; the document defines them once. */
export const FONT_NAMES = { regular: 'R', bold: 'B' } as const;

/**
 * The fastest level: its pages are a twentieth larger than those of level 3 and take two thirds of its time. A page is small, and so are the
 * tables that zlib clears for it.
 */
const COMPRESSION = { level: 1, memLevel: 6, windowBits: 13 };

/**
 * The content of one page, compressed. One unit is one dot of the drawing's resolution, so the edges of bars are whole numbers here and whole
 * dots on a printer of that resolution.
 */
export function pageStream(drawing: Drawing): Uint8Array {
  const scale = (72 / drawing.resolution).toFixed(8);
  let content = `${scale} 0 0 ${scale} 0 0 cm\n`;
  for (const mark of drawing.marks) content += operators(mark, drawing);
  return deflateSync(Buffer.from(content, 'latin1'), COMPRESSION);
}

function operators(mark: Mark, { height, resolution }: Drawing): string {
  switch (mark.kind) {
    case 'box':
      return `${mark.x} ${height - mark.y - mark.height} ${mark.width} ${mark.height} re f\n`;
    case 'text':
      return text(mark, height);
    case 'linear':
      return bars(mark, height);
    case 'stacked':
      return stackedBars(mark, height);
    case 'hexagons':
      return hexagons(mark, height, resolution);
  }
}

function text(mark: Text, height: number): string {
  const wide = mark.align === 'left' ? 0 : widthOfText(mark.text, mark.size, mark.bold);
  const x = Math.round(mark.x - (mark.align === 'right' ? wide : wide / 2));
  const font = mark.bold ? FONT_NAMES.bold : FONT_NAMES.regular;
  const line = `BT /${font} ${mark.size} Tf ${x} ${height - mark.baseline} Td (${literal(mark.text)}) Tj ET\n`;
  return mark.white ? `1 g ${line}0 g\n` : line;
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

function bars(mark: Linear, height: number): string {
  const bottom = height - mark.y - mark.height;
  const { widths } = mark.symbol;
  let x = leftOf(mark);
  let path = '';
  for (let at = 0; at < widths.length; at++) {
    const wide = (widths[at] ?? 0) * mark.module;
    if (at % 2 === 0) path += `${x} ${bottom} ${wide} ${mark.height} re\n`;
    x += wide;
  }
  return `${path}f\n`;
}

function stackedBars(mark: Stacked, height: number): string {
  const { matrix, modules, rows } = mark.symbol;
  const left = leftOf(mark);
  let path = '';
  for (let row = 0; row < rows; row++) {
    const bottom = height - mark.y - (row + 1) * mark.rowHeight;
    const tail = ` ${mark.rowHeight} re\n`;
    const first = row * modules;
    let from = -1;
    for (let at = 0; at <= modules; at++) {
      const dark = at < modules && matrix[first + at] === 1;
      if (dark && from === -1) from = at;
      else if (!dark && from !== -1) {
        path += `${left + from * mark.module} ${bottom} ${(at - from) * mark.module}${tail}`;
        from = -1;
      }
    }
  }
  return `${path}f\n`;
}

interface HexagonPaths {
  places: string[];
  rings: string;
}
const known = new Map<string, HexagonPaths>();

/** MaxiCode stands at the same place on every label of a carrier, so the path of each of its places is written once. */
function hexagons(mark: Hexagons, height: number, resolution: Resolution): string {
  const key = `${mark.x} ${mark.y} ${height}`;
  let paths = known.get(key);
  if (!paths) {
    paths = hexagonPaths(mark.x, height - mark.y, maxiCodeShape(resolution), mark.symbol.grid.length);
    if (known.size > 16) known.clear();
    known.set(key, paths);
  }
  const { grid } = mark.symbol;
  let content = '';
  for (let place = 0; place < grid.length; place++) if (grid[place] === 1) content += paths.places[place];
  return `${content}f\n${paths.rings}`;
}

function hexagonPaths(left: number, top: number, shape: MaxiCodeShape, count: number): HexagonPaths {
  const point = (x: number, y: number) => `${short(left + x)} ${short(top - y)}`;
  const places = Array.from({ length: count }, (_, place) => {
    const center = shape.centerOf(place);
    const [first, ...others] = shape.corners.map(({ x, y }) => point(center.x + x, center.y + y));
    return `${first} m ${others.map((corner) => `${corner} l`).join(' ')} h\n`;
  });
  const { x, y } = shape.bullseye;
  const rings = shape.rings.map(
    ({ outer, inner }) => circle(point, x, y, outer) + circle(point, x, y, inner),
  );
  return { places, rings: `${rings.join('')}f*\n` };
}

/** How far the handles of four curves stand off to look like a circle. */
const HANDLE = 0.5523;

function circle(point: (x: number, y: number) => string, x: number, y: number, radius: number): string {
  const handle = radius * HANDLE;
  const curve = (...points: [number, number][]) =>
    `${points.map(([dx, dy]) => point(x + dx, y + dy)).join(' ')} c `;
  return (
    `${point(x + radius, y)} m ` +
    curve([radius, handle], [handle, radius], [0, radius]) +
    curve([-handle, radius], [-radius, handle], [-radius, 0]) +
    curve([-radius, -handle], [-handle, -radius], [0, -radius]) +
    curve([handle, -radius], [radius, -handle], [radius, 0]) +
    'h\n'
  );
}

const short = (value: number) => String(Math.round(value * 10) / 10);
