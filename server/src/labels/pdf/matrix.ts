/** A PDF transformation: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies the first, then the second. */
export function followedBy(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

export const moved = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

/** A quarter turn with the corner moved back to the origin. */
export const turnedLeft = (height: number): Matrix => [0, 1, -1, 0, height, 0];

export const turnedRight = (width: number): Matrix => [0, -1, 1, 0, 0, width];

/** PDF does not allow exponents. */
export const short = (value: number) => String(Math.round(value * 10_000) / 10_000);

export const writtenMatrix = (matrix: Matrix) => matrix.map(short).join(' ');
