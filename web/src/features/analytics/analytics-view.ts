import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import {
  ANALYTICS_RANGES,
  type AnalyticsRange,
  analyticsRange,
  type DateRange,
  DEFAULT_ANALYTICS_RANGE,
} from '@lading/contract/date-range.ts';

/** A predefined range or custom days. */
export type AnalyticsView = AnalyticsRange | DateRange;

const date = (text: string | null) => (text !== null && isCalendarDate(text) ? text : '');

/** Reads the view from the URL and ignores invalid values. */
export function readView(search: URLSearchParams): AnalyticsView {
  const startDate = date(search.get('from'));
  const endDate = date(search.get('to'));
  if (startDate && endDate && startDate <= endDate) return { startDate, endDate };
  return ANALYTICS_RANGES.find((range) => range === search.get('range')) ?? DEFAULT_ANALYTICS_RANGE;
}

/** Writes the view to the URL without default values. */
export function writeView(view: AnalyticsView): URLSearchParams {
  if (typeof view === 'object') return new URLSearchParams({ from: view.startDate, to: view.endDate });
  return new URLSearchParams(view === DEFAULT_ANALYTICS_RANGE ? {} : { range: view });
}

export const rangeOf = (view: AnalyticsView, today: string): DateRange =>
  typeof view === 'object' ? view : analyticsRange(view, today);
