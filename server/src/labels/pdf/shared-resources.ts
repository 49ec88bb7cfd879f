import { MAXICODE_UNITS } from '../drawing/maxicode-shape.ts';
import { short } from './matrix.ts';

/** Resources that a document defines once: two fonts and the two shapes of MaxiCode. */
export const FONT_NAMES = { regular: 'R', bold: 'B' } as const;
export const SHAPE_NAMES = { hexagon: 'H', bullseye: 'E' } as const;

export interface Shape {
  /** Left, bottom, right and top. */
  bounds: string;
  content: string;
}

/** The handle length with which four Bézier curves approximate a circle. */
const HANDLE = 0.5523;

/** Around the origin; one unit is half the hexagon spacing horizontally and the row spacing vertically. */
export const HEXAGON: Shape = {
  bounds: '-1 -1 1 1',
  content: `${MAXICODE_UNITS.corners
    .map(({ x, y }, index) => `${short(x)} ${short(y)} ${index === 0 ? 'm' : 'l'}`)
    .join(' ')} h f`,
};

/** Around the origin, in millimeters. */
export const BULLSEYE: Shape = {
  bounds: '-4 -4 4 4',
  content: `${MAXICODE_UNITS.rings.flat().map(circle).join(' ')} f*`,
};

function circle(radius: number): string {
  const [r, h] = [radius, radius * HANDLE];
  const curve = (...points: number[]) => `${points.map(short).join(' ')} c`;
  return [
    `${short(r)} 0 m`,
    curve(r, h, h, r, 0, r),
    curve(-h, r, -r, h, -r, 0),
    curve(-r, -h, -h, -r, 0, -r),
    curve(h, -r, r, -h, r, 0),
    'h',
  ].join(' ');
}
