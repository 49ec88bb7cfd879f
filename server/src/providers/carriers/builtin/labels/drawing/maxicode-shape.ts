import { MAXICODE_COLUMNS, MAXICODE_ROWS } from '../barcodes/maxicode.ts';
import type { Resolution } from './drawing.ts';

/** Sizes of ISO/IEC 16023 in millimetres: distance of hexagons in a row, distance of rows, and the edges of the three rings. */
const HEXAGON_MM = 0.88;
const ROW_MM = 0.762;
export const RING_EDGES_MM = [
  [3.87, 3.2],
  [2.53, 1.86],
  [1.18, 0.51],
] as const;
/** A hexagon is drawn a little smaller than its place, for ink and heat spread. */
const HEXAGON_FILL = 0.92;

export interface MaxiCodeShape {
  /** Of the hexagon at a place of the grid, from the corner of the symbol, in dots. */
  centerOf(place: number): { x: number; y: number };
  /** Corners around a centre, from the top clockwise. */
  corners: { x: number; y: number }[];
  bullseye: { x: number; y: number };
  rings: { outer: number; inner: number }[];
  width: number;
  height: number;
}

export function maxiCodeShape(resolution: Resolution): MaxiCodeShape {
  const dots = (millimetres: number) => (millimetres * resolution) / 25.4;
  const pitch = dots(HEXAGON_MM);
  const rowPitch = dots(ROW_MM);
  const half = pitch / 2;
  const tip = pitch / Math.sqrt(3);
  const centerOf = (place: number) => {
    const row = Math.floor(place / MAXICODE_COLUMNS);
    const column = place % MAXICODE_COLUMNS;
    return { x: half + column * pitch + (row % 2) * half, y: tip + row * rowPitch };
  };
  const corner = (x: number, y: number) => ({ x: x * HEXAGON_FILL, y: y * HEXAGON_FILL });
  return {
    centerOf,
    corners: [
      corner(0, -tip),
      corner(half, -tip / 2),
      corner(half, tip / 2),
      corner(0, tip),
      corner(-half, tip / 2),
      corner(-half, -tip / 2),
    ],
    bullseye: { x: half + 14 * pitch, y: tip + 16 * rowPitch },
    rings: RING_EDGES_MM.map(([outer, inner]) => ({ outer: dots(outer), inner: dots(inner) })),
    width: MAXICODE_COLUMNS * pitch + half,
    height: (MAXICODE_ROWS - 1) * rowPitch + 2 * tip,
  };
}
