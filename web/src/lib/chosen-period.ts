import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import {
  DASHBOARD_DAYS,
  DASHBOARD_PERIODS,
  type DashboardDay,
  type DashboardPeriod,
  type DateRange,
  DEFAULT_DASHBOARD_PERIOD,
} from '@lading/contract/date-range.ts';

const PERIODS = [...DASHBOARD_PERIODS, ...DASHBOARD_DAYS] as const;

/** A period, or chosen days. */
export type ChosenPeriod = DashboardPeriod | DashboardDay | DateRange;

const date = (text: string | null) => (text !== null && isCalendarDate(text) ? text : '');

/** Reads the period from the URL and ignores invalid values. */
export function readPeriod(search: URLSearchParams): ChosenPeriod {
  const startDate = date(search.get('from'));
  const endDate = date(search.get('to'));
  if (startDate !== '' && endDate !== '' && startDate <= endDate) return { startDate, endDate };
  return PERIODS.find((period) => period === search.get('period')) ?? DEFAULT_DASHBOARD_PERIOD;
}

/** The URL parameters of a period. The default has none. */
export function periodParameters(period: ChosenPeriod): Record<string, string> {
  if (typeof period === 'object') return { from: period.startDate, to: period.endDate };
  return period === DEFAULT_DASHBOARD_PERIOD ? {} : { period };
}

/** The query of a call for figures. */
export const periodQuery = (period: ChosenPeriod): Record<string, string> =>
  typeof period === 'object' ? { ...period } : { period };
