import { lineThrough, sumNeighbors } from './plot-scale.ts';

const WIDTH = 100;
const HEIGHT = 32;
const MAX_POINTS = 60;

/** A trend line without axis or values, hidden from screen readers. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const sums = sumNeighbors(values, MAX_POINTS);
  const largest = Math.max(...sums, 0);
  const step = WIDTH / Math.max(sums.length - 1, 1);
  const points = sums.map(
    (value, index) =>
      [index * step, largest === 0 ? HEIGHT - 1 : HEIGHT - 1 - (value / largest) * (HEIGHT - 3)] as const,
  );
  const line = lineThrough(points);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-auto block h-8 w-full"
    >
      {points.length > 1 && (
        <>
          <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className="fill-primary-soft" />
          <path
            d={line}
            fill="none"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
            className="stroke-primary"
          />
        </>
      )}
    </svg>
  );
}
