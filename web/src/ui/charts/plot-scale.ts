const STEPS = [1, 2, 5, 10];
const MAX_STEPS = 4;

/** At most five round numbers from zero to at least the largest value. The smallest step is one. */
export function ticksUpTo(largest: number): number[] {
  const minStep = Math.max(largest / MAX_STEPS, 1);
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = (STEPS.find((factor) => factor * power >= minStep) ?? 10) * power;
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The same from below zero, if the smallest value is negative. */
export function ticksBetween(smallest: number, largest: number): number[] {
  if (smallest >= 0) return ticksUpTo(largest);
  const [, step = 1] = ticksUpTo(Math.max(largest, -smallest));
  const [below, above] = [Math.ceil(-smallest / step), Math.ceil(largest / step)];
  return Array.from({ length: below + above + 1 }, (_, index) => (index - below) * step);
}

/** The plot area. Stacked plots use the same one, so that they share an axis. */
export interface PlotArea {
  left: number;
  width: number;
  top: number;
  height: number;
  count: number;
  ticks: readonly number[];
}

/** Width of one point's band. */
export const bandOf = ({ width, count }: PlotArea): number => width / Math.max(count, 1);

/** The center of a point's band. */
export const xOf = (area: PlotArea, index: number): number => area.left + (index + 0.5) * bandOf(area);

export function yOf({ top, height, ticks }: PlotArea, value: number): number {
  const [first, last] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  return top + height * (1 - (value - first) / (last - first));
}

/** Chooses the points that get a label of the given width; always includes the last one. */
export function labeledPoints(count: number, band: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(room / Math.max(band, 0.1)));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  );
}

/**
 * Sums neighbors until at most `maxCount` values are left. The last group is complete, because readers look
 * there first.
 */
export function sumNeighbors(values: readonly number[], maxCount: number): number[] {
  const size = Math.ceil(values.length / maxCount);
  const sums: number[] = [];
  for (let end = values.length; end > 0; end -= size)
    sums.unshift(values.slice(Math.max(0, end - size), end).reduce((sum, value) => sum + value, 0));
  return sums;
}

/** SVG path data for a line through the points. */
export const lineThrough = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
