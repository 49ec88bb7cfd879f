import { formatCount } from '@lading/contract/format-count.ts';
import { formatShort } from '../../ui/charts/format-figures.ts';
import { type PlotArea, ticksUpTo } from '../../ui/charts/plot-scale.ts';
import { Columns, Gridlines, Line, LineSample, PointHints, PointNames } from '../../ui/charts/plots.tsx';
import { useWidth } from '../../ui/charts/use-width.ts';
import { hintOf, type TrendPoint } from './trend-points.ts';

const LEFT = 48;
/** Half the width of the last axis label. */
const RIGHT = 16;
const PLOT = { top: 20, height: 116 };
const HEIGHT = PLOT.top + PLOT.height + 8;
const AXIS = 20;
const ROOM_FOR_NAME = 58;
/** Closer than this, the values of two lines would overlap. */
const MIN_DISTANCE = 26;

const shortDollars = (value: number) => `$${formatShort(value)}`;

/** Two stacked plots share a time axis, because counts and money need separate scales. */
export function TrendPlots({ points }: { points: readonly TrendPoint[] }) {
  const [box, width] = useWidth();
  const drawn = width > LEFT + RIGHT;
  const areaOf = (largest: number): PlotArea => ({
    ...PLOT,
    left: LEFT,
    width: width - LEFT - RIGHT,
    count: points.length,
    ticks: ticksUpTo(largest),
  });
  const hints = points.map(hintOf);
  const shipments = points.map((point) => point.shipments);
  const gross = points.map((point) => point.gross);
  const commission = points.map((point) => point.commission);
  const counts = areaOf(Math.max(...shipments, 0));
  const money = areaOf(Math.max(...gross, 0));
  const top = money.ticks.at(-1) ?? 1;
  const apart = points.every(
    (point) => ((point.gross - point.commission) / top) * PLOT.height >= MIN_DISTANCE,
  );
  return (
    <div ref={box} aria-hidden="true" className="grid gap-1">
      <p className="text-micro text-text-2">Shipments</p>
      <svg aria-hidden="true" width={width} height={HEIGHT} className="block">
        {drawn && (
          <>
            <Gridlines area={counts} format={formatShort} />
            <Columns area={counts} values={shipments} format={formatCount} />
            <PointHints area={counts} height={HEIGHT} hints={hints} />
          </>
        )}
      </svg>
      <p className="text-micro mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-text-2">
        <span>Revenue</span>
        <span className="flex items-center gap-1.5">
          <LineSample look="solid" /> Gross
        </span>
        <span className="flex items-center gap-1.5">
          <LineSample look="dashed" /> Commission
        </span>
      </p>
      <svg aria-hidden="true" width={width} height={HEIGHT + AXIS} className="block">
        {drawn && (
          <>
            <Gridlines area={money} format={shortDollars} />
            <Line area={money} values={gross} look="solid" format={shortDollars} />
            <Line area={money} values={commission} look="dashed" {...(apart && { format: shortDollars })} />
            <PointNames
              area={money}
              y={HEIGHT + 8}
              names={points.map(({ name }) => name)}
              room={ROOM_FOR_NAME}
            />
            <PointHints area={money} height={HEIGHT} hints={hints} />
          </>
        )}
      </svg>
    </div>
  );
}
