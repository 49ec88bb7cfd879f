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

export interface DashboardView {
  /** A period, or chosen days. */
  period: DashboardPeriod | DashboardDay | DateRange;
  /** The unit of one trend point. */
  by: 'month' | 'day';
}

const date = (text: string | null) => (text !== null && isCalendarDate(text) ? text : '');

/** Reads the view from the URL and ignores invalid values. */
export function readView(search: URLSearchParams): DashboardView {
  const startDate = date(search.get('from'));
  const endDate = date(search.get('to'));
  const isRange = startDate !== '' && endDate !== '' && startDate <= endDate;
  return {
    period: isRange
      ? { startDate, endDate }
      : (PERIODS.find((period) => period === search.get('period')) ?? DEFAULT_DASHBOARD_PERIOD),
    by: search.get('by') === 'day' ? 'day' : 'month',
  };
}

/** Writes the view to the URL without default values. */
export function writeView({ period, by }: DashboardView): URLSearchParams {
  const search = new URLSearchParams();
  if (typeof period === 'object') {
    search.set('from', period.startDate);
    search.set('to', period.endDate);
  } else if (period !== DEFAULT_DASHBOARD_PERIOD) search.set('period', period);
  if (by === 'day') search.set('by', by);
  return search;
}

/** The query of every call for figures. */
export const queryOf = ({ period }: DashboardView): Record<string, string> =>
  typeof period === 'object' ? { ...period } : { period };
