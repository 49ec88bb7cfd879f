import type { DashboardData, RevenueAnswer } from '@lading/contract/dashboard.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { ChartPanel } from '../../ui/charts/chart-panel.tsx';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { COPY } from './copy.ts';
import type { DashboardView } from './dashboard-view.ts';
import { TrendPlots } from './trend-plots.tsx';
import { pointsOfDays, pointsOfMonths, type TrendPoint, trendReading } from './trend-points.ts';

const BY_OPTIONS = [
  { value: 'month', label: 'Months' },
  { value: 'day', label: 'Days' },
] as const;

const column = (header: string, cell: (point: TrendPoint) => string): DataColumn<TrendPoint> => ({
  key: header,
  header,
  cell,
  align: 'right',
});
const TIME: DataColumn<TrendPoint> = {
  key: 'time',
  header: 'Time',
  primary: true,
  cell: ({ title }) => title,
};
const SHIPMENTS = column('Shipments', ({ shipments }) => formatCount(shipments));
const CLIENTS = column('Clients', ({ clients }) => formatCount(clients ?? 0));
const MONEY = [
  column('Gross', ({ gross }) => formatDollars(gross)),
  column('Commission', ({ commission }) => formatDollars(commission)),
];
const NET = [
  column('Refunded', ({ net }) => formatDollars(net?.refunded ?? 0)),
  column('Net revenue', ({ net }) => formatDollars(net?.revenue ?? 0)),
  column('Net commission', ({ net }) => formatDollars(net?.commission ?? 0)),
];
const COLUMNS = {
  month: [TIME, SHIPMENTS, CLIENTS, ...MONEY],
  day: [TIME, SHIPMENTS, ...MONEY, ...NET],
} as const;

interface TrendPanelProps {
  figures: DashboardData | undefined;
  revenue: RevenueAnswer['data'] | undefined;
  by: DashboardView['by'];
  onBy: (by: DashboardView['by']) => void;
  busy: boolean;
  waiting: boolean;
  className: string;
}

export function TrendPanel({ figures, revenue, by, onBy, ...panel }: TrendPanelProps) {
  const points =
    by === 'month' ? figures && pointsOfMonths(figures.monthlyTrends) : revenue && pointsOfDays(revenue.days);
  const empty = points?.every(({ shipments }) => shipments === 0) ? COPY.emptyPeriod : null;
  return (
    <ChartPanel
      {...panel}
      title={by === 'month' ? 'Monthly trends' : 'Daily trends'}
      aside={<Segmented legend="Trends by" value={by} options={BY_OPTIONS} onChange={onBy} />}
      chart={
        points
          ? {
              reading: trendReading(points),
              plot: (
                <>
                  <TrendPlots points={points} />
                  <p className="mt-3 text-small text-text-3">{COPY.trendsNote}</p>
                </>
              ),
              table: { columns: COLUMNS[by], rows: points, rowKey: ({ key }) => key },
            }
          : null
      }
      empty={empty}
      skeleton="h-88"
    />
  );
}
