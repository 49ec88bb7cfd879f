import type { MoneyData, MoneyRow } from '@lading/contract/admin-money.ts';
import { dollarsOf, formatMoney } from '@lading/contract/money.ts';
import { formatDay } from '../../lib/format-day.ts';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { ChartPanel } from '../../ui/charts/chart-panel.tsx';
import { formatShort } from '../../ui/charts/format-figures.ts';
import { type PlotArea, ticksBetween } from '../../ui/charts/plot-scale.ts';
import { Gridlines, Line, LineSample, PointHints, PointNames } from '../../ui/charts/plots.tsx';
import { useWidth } from '../../ui/charts/use-width.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { COPY } from './copy.ts';
import { rowLink, rowName } from './money-links.ts';
import type { MoneyView } from './money-view.ts';

const MAX_BARS = 8;
const LEFT = 56;
/** Half the width of the last axis label. */
const RIGHT = 16;
const PLOT = { top: 20, height: 180 };
const HEIGHT = PLOT.top + PLOT.height + 8;
const AXIS = 20;
const ROOM_FOR_NAME = 58;

const shortDollars = (value: number) => (value < 0 ? `-$${formatShort(-value)}` : `$${formatShort(value)}`);

/** Revenue and net margin of each day. */
function DayPlot({ rows }: { rows: readonly MoneyRow[] }) {
  const [box, width] = useWidth();
  const revenue = rows.map((row) => dollarsOf(row.revenue));
  const margin = rows.map((row) => dollarsOf(row.netMargin));
  const area: PlotArea = {
    ...PLOT,
    left: LEFT,
    width: width - LEFT - RIGHT,
    count: rows.length,
    ticks: ticksBetween(Math.min(...margin, 0), Math.max(...revenue, ...margin, 0)),
  };
  const hints = rows.map((row) =>
    COPY.chart.point(rowName('day', row), formatMoney(row.revenue), formatMoney(row.netMargin)),
  );
  const names = rows.map(({ key }) => formatDay(key ?? ''));
  return (
    <div ref={box} aria-hidden="true" className="grid gap-1">
      <p className="text-micro flex flex-wrap items-center gap-x-4 gap-y-1 text-text-2">
        <span className="flex items-center gap-1.5">
          <LineSample look="solid" /> {COPY.figures.revenue.name}
        </span>
        <span className="flex items-center gap-1.5">
          <LineSample look="dashed" /> {COPY.figures.netMargin.name}
        </span>
      </p>
      <svg aria-hidden="true" width={width} height={HEIGHT + AXIS} className="block">
        {width > LEFT + RIGHT && (
          <>
            <Gridlines area={area} format={shortDollars} />
            <Line area={area} values={revenue} look="solid" />
            <Line area={area} values={margin} look="dashed" />
            <PointNames area={area} y={HEIGHT + 8} names={names} room={ROOM_FOR_NAME} />
            <PointHints area={area} height={HEIGHT} hints={hints} />
          </>
        )}
      </svg>
    </div>
  );
}

const GroupBars = ({ view, rows }: { view: MoneyView; rows: readonly MoneyRow[] }) => (
  <BarList
    items={rows.slice(0, MAX_BARS).map((row) => ({
      key: `${row.carrier} ${row.key}`,
      name: rowName(view.by, row),
      value: Math.max(0, row.revenue),
      facts: [formatMoney(row.revenue), COPY.chart.fact(formatMoney(row.netMargin))],
      to: rowLink(view, row, 'netMargin'),
    }))}
  />
);

function readingOf({ by }: MoneyView, { rows, totals }: MoneyData): string {
  const [most] = rows;
  return by === 'day' || !most
    ? COPY.chart.days(formatMoney(totals.revenue), formatMoney(totals.netMargin))
    : COPY.chart.most(rowName(by, most), formatMoney(most.revenue));
}

const columnsOf = ({ by }: MoneyView): readonly DataColumn<MoneyRow>[] => [
  { key: 'group', header: COPY.groups[by], primary: true, cell: (row) => rowName(by, row) },
  {
    key: 'revenue',
    header: COPY.figures.revenue.name,
    align: 'right',
    cell: ({ revenue }) => formatMoney(revenue),
  },
  {
    key: 'margin',
    header: COPY.figures.netMargin.name,
    align: 'right',
    cell: ({ netMargin }) => formatMoney(netMargin),
  },
];

interface MoneyChartProps {
  view: MoneyView;
  money: MoneyData | undefined;
  busy: boolean;
  waiting: boolean;
}

export function MoneyChart({ view, money, ...panel }: MoneyChartProps) {
  const isEmpty = money?.rows.every(({ revenue, netMargin }) => revenue === 0 && netMargin === 0);
  return (
    <ChartPanel
      {...panel}
      title={COPY.chart.title}
      chart={
        money
          ? {
              reading: readingOf(view, money),
              plot:
                view.by === 'day' ? (
                  <DayPlot rows={money.rows} />
                ) : (
                  <GroupBars view={view} rows={money.rows} />
                ),
              table: {
                columns: columnsOf(view),
                rows: money.rows,
                rowKey: ({ key, carrier }) => `${carrier} ${key}`,
              },
            }
          : null
      }
      empty={isEmpty ? COPY.empty : null}
      skeleton="h-64"
    />
  );
}
