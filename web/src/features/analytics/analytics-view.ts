import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import {
  ANALYTICS_RANGES,
  type AnalyticsRange,
  analyticsRange,
  type DateRange,
  DEFAULT_ANALYTICS_RANGE,
} from '@lading/contract/date-range.ts';

/** One of the ranges, or days of one's own. */
export type AnalyticsView = AnalyticsRange | DateRange;

const date = (text: string | null) => (text !== null && isCalendarDate(text) ? text : '');

/** What the address says; anything that cannot be meant is left out, as if it had not been written. */
export function readView(search: URLSearchParams): AnalyticsView {
  const startDate = date(search.get('from'));
  const endDate = date(search.get('to'));
  if (startDate && endDate && startDate <= endDate) return { startDate, endDate };
  return ANALYTICS_RANGES.find((range) => range === search.get('range')) ?? DEFAULT_ANALYTICS_RANGE;
}

/** The shortest address for this view. */
export function writeView(view: AnalyticsView): URLSearchParams {
  if (typeof view === 'object') return new URLSearchParams({ from: view.startDate, to: view.endDate });
  return new URLSearchParams(view === DEFAULT_ANALYTICS_RANGE ? {} : { range: view });
}

export const rangeOf = (view: AnalyticsView, today: string): DateRange =>
  typeof view === 'object' ? view : analyticsRange(view, today);
