import { MAXICODE_COLUMNS, MAXICODE_ROWS } from '../barcodes/maxicode.ts';
import type { Resolution } from './drawing.ts';

/** Sizes of ISO/IEC 16023 in millimeters: hexagon spacing in a row, row spacing, and the edges of the three rings. */
const HEXAGON_MM = 0.88;
const ROW_MM = 0.762;
const RING_EDGES_MM = [
  [3.87, 3.2],
  [2.53, 1.86],
  [1.18, 0.51],
] as const;
/** Hexagons are drawn slightly smaller, because ink and heat spread. */
const HEXAGON_FILL = 0.92;

/** Resolution-independent shapes: a hexagon in units of half the hexagon spacing and of the row spacing, the rings in millimeters. */
export const MAXICODE_UNITS = {
  corners: [
    [0, 2],
    [1, 1],
    [1, -1],
    [0, -2],
    [-1, -1],
    [-1, 1],
  ].map(([x = 0, thirds = 0]) => ({ x: x * HEXAGON_FILL, y: (thirds / 3) * HEXAGON_FILL })),
  rings: RING_EDGES_MM,
} as const;

interface MaxiCodeShape {
  /** The center of a hexagon, in dots from the corner of the symbol. */
  centerOf(place: number): { x: number; y: number };
  /** Distance of the corners from the center. */
  reach: { x: number; y: number };
  /** Hexagon spacing and row spacing. */
  pitch: { x: number; y: number };
  /** Dots per millimeter. */
  millimetre: number;
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
  return {
    centerOf,
    reach: { x: half * HEXAGON_FILL, y: tip * HEXAGON_FILL },
    pitch: { x: pitch, y: rowPitch },
    millimetre: dots(1),
    bullseye: { x: half + 14 * pitch, y: tip + 16 * rowPitch },
    rings: RING_EDGES_MM.map(([outer, inner]) => ({ outer: dots(outer), inner: dots(inner) })),
    width: MAXICODE_COLUMNS * pitch + half,
    height: (MAXICODE_ROWS - 1) * rowPitch + 2 * tip,
  };
}
