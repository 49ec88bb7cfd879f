import * as z from 'zod/mini';
import { addDays, CalendarDateSchema } from './calendar-date.ts';

/** Date ranges, both ends included, in the operator's time zone. */
export interface DateRange {
  startDate: string;
  endDate: string;
}

export const rangeFields = {
  startDate: z.optional(CalendarDateSchema),
  endDate: z.optional(CalendarDateSchema),
};

export const inOrder = z.refine<{ startDate?: string | undefined; endDate?: string | undefined }>(
  ({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate,
  { error: 'The start date is after the end date.', path: ['startDate'] },
);

export const DateRangeQuerySchema = z.object(rangeFields).check(inOrder);
export type DateRangeQuery = z.output<typeof DateRangeQuerySchema>;

/** Analytics screen. */
export const ANALYTICS_RANGES = ['7d', '30d', '3m', '1y'] as const;
export type AnalyticsRange = (typeof ANALYTICS_RANGES)[number];
export const DEFAULT_ANALYTICS_RANGE: AnalyticsRange = '30d';

/**
 * Seven days means today and the six before. Longer ranges subtract whole months, clamped to the month's last
 * day.
 */
export function analyticsRange(range: AnalyticsRange, today: string): DateRange {
  const back = {
    '7d': addDays(today, -6),
    '30d': addDays(today, -30),
    '3m': monthsBack(today, 3),
    '1y': monthsBack(today, 12),
  };
  return { startDate: back[range], endDate: today };
}

function monthsBack(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const moment = new Date(Date.UTC(year, month - 1 - months, Math.min(day, lastDay)));
  return moment.toISOString().slice(0, 10);
}

/** Dashboard: this many days, ending today. */
export const DASHBOARD_PERIODS = ['7d', '30d', '90d', '365d'] as const;
export type DashboardPeriod = (typeof DASHBOARD_PERIODS)[number];
export const DEFAULT_DASHBOARD_PERIOD: DashboardPeriod = '30d';

/** Single days, not in the specification. */
export const DASHBOARD_DAYS = ['today', 'yesterday'] as const;
export type DashboardDay = (typeof DASHBOARD_DAYS)[number];

export function dashboardRange(period: DashboardPeriod | DashboardDay, today: string): DateRange {
  if (period === 'today') return { startDate: today, endDate: today };
  const yesterday = addDays(today, -1);
  if (period === 'yesterday') return { startDate: yesterday, endDate: yesterday };
  return { startDate: addDays(today, 1 - Number.parseInt(period, 10)), endDate: today };
}

export const daysIn = ({ startDate, endDate }: DateRange): number =>
  Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000) + 1;

/** The preceding range of equal length. */
export const rangeBefore = (range: DateRange): DateRange => ({
  startDate: addDays(range.startDate, -daysIn(range)),
  endDate: addDays(range.startDate, -1),
});
