import type { DashboardData, RevenueAnswer } from '@lading/contract/dashboard.ts';
import { formatDay } from '../../lib/format-day.ts';
import {
  formatAmountOf,
  formatCount,
  formatDate,
  formatDollars,
  formatMonth,
} from '../../ui/charts/format-figures.ts';

/** A month or a day of the trends. */
export interface TrendPoint {
  key: string;
  /** Under the axis. */
  name: string;
  title: string;
  shipments: number;
  gross: number;
  commission: number;
  /** Not known day by day. */
  clients: number | null;
}

export const pointsOfMonths = (months: DashboardData['monthlyTrends']): TrendPoint[] =>
  months.map(({ month, shipments, uniqueClients, grossRevenue, commissionRevenue }) => ({
    key: month,
    name: formatMonth(month),
    title: formatMonth(month),
    shipments,
    gross: grossRevenue,
    commission: commissionRevenue,
    clients: uniqueClients,
  }));

export const pointsOfDays = (days: RevenueAnswer['data']['days']): TrendPoint[] =>
  days.map(({ date, shipments, gross, commission }) => ({
    key: date,
    name: formatDay(date),
    title: formatDate(date),
    shipments,
    gross,
    commission,
    clients: null,
  }));

export const hintOf = ({ title, shipments, gross, commission }: TrendPoint): string =>
  `${title}: ${formatAmountOf(shipments, 'shipment')}, ${formatDollars(gross)} gross, ${formatDollars(commission)} commission`;

/** The one thing to take from the plots. */
export function trendReading(points: readonly TrendPoint[]): string {
  const [first, ...others] = points;
  if (!first) return 'No shipments.';
  if (others.length === 0) return `${hintOf(first)}.`;
  const most = others.reduce((best, point) => (point.shipments > best.shipments ? point : best), first);
  const total = points.reduce((sum, { shipments }) => sum + shipments, 0);
  return `Most shipments in one ${most.clients === null ? 'day' : 'month'}: ${formatCount(most.shipments)} of ${formatCount(total)}, ${most.title}.`;
}
