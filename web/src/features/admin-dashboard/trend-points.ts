import type { DashboardData, RevenueAnswer } from '@lading/contract/dashboard.ts';
import { counted } from '@lading/contract/format-count.ts';
import { formatDay, formatFullDay } from '../../lib/format-day.ts';
import { formatDollars, formatShortMonth } from '../../ui/charts/format-figures.ts';
import { COPY } from './copy.ts';

export interface TrendPoint {
  key: string;
  /** The axis label. */
  name: string;
  title: string;
  shipments: number;
  gross: number;
  commission: number;
  /** Known per month only. */
  clients: number | null;
  /** Known per day only. */
  net?: { refunded: number; revenue: number; commission: number };
}

export const pointsOfMonths = (months: DashboardData['monthlyTrends']): TrendPoint[] =>
  months.map(({ month, shipments, uniqueClients, grossRevenue, commissionRevenue }) => ({
    key: month,
    name: formatShortMonth(month),
    title: formatShortMonth(month),
    shipments,
    gross: grossRevenue,
    commission: commissionRevenue,
    clients: uniqueClients,
  }));

export const pointsOfDays = (days: RevenueAnswer['data']['days']): TrendPoint[] =>
  days.map(({ date, shipments, gross, commission, refunded, netRevenue, netCommission }) => ({
    key: date,
    name: formatDay(date),
    title: formatFullDay(date),
    shipments,
    gross,
    commission,
    clients: null,
    net: { refunded, revenue: netRevenue, commission: netCommission },
  }));

export const hintOf = ({ title, shipments, gross, commission }: TrendPoint): string =>
  `${title}: ${counted(shipments, 'shipment')}, ${formatDollars(gross)} gross, ${formatDollars(commission)} commission`;

/** A one-sentence summary of the plots. */
export function trendReading(points: readonly TrendPoint[]): string {
  const [first, ...others] = points;
  if (!first) return COPY.noShipments;
  if (others.length === 0) return `${hintOf(first)}.`;
  const most = others.reduce((best, point) => (point.shipments > best.shipments ? point : best), first);
  const total = points.reduce((sum, { shipments }) => sum + shipments, 0);
  return COPY.busiest(most.clients === null ? 'day' : 'month', most.title, most.shipments, total);
}
