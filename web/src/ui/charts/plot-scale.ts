const STEPS = [1, 2, 5, 10];
const MAX_STEPS = 4;

/** Round numbers from zero up to or above the largest value, few enough to be read. Nothing is measured in less than ones. */
export function ticksUpTo(largest: number): number[] {
  const least = Math.max(largest / MAX_STEPS, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((factor) => factor * power >= least) ?? 10) * power;
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Where plots have room for their points; those above each other have the same, and so share one axis. */
export interface PlotArea {
  left: number;
  width: number;
  top: number;
  height: number;
  count: number;
  ticks: readonly number[];
}

/** Width of the place of one point. */
export const bandOf = ({ width, count }: PlotArea): number => width / Math.max(count, 1);

/** The middle of the place of a point. */
export const xOf = (area: PlotArea, index: number): number => area.left + (index + 0.5) * bandOf(area);

export const yOf = ({ top, height, ticks }: PlotArea, value: number): number =>
  top + height * (1 - value / (ticks.at(-1) ?? 1));

/** Which points get a label when each needs that much room; the last one always does. */
export function labelledPoints(count: number, band: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(room / Math.max(band, 0.1)));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  );
}

/** Sums of neighbours, so that at most so many are left; the last one is whole, since it is the one that is looked at. */
export function gather(values: readonly number[], most: number): number[] {
  const size = Math.ceil(values.length / most);
  const sums: number[] = [];
  for (let end = values.length; end > 0; end -= size)
    sums.unshift(values.slice(Math.max(0, end - size), end).reduce((sum, value) => sum + value, 0));
  return sums;
}

/** A line through points, for the `d` of a path. */
export const lineThrough = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
