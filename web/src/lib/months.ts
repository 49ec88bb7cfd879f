import { addDays, isCalendarDate } from '@lading/contract/calendar-date.ts';
import { formatFullDay } from './format-day.ts';

/** Months are written as YYYY-MM. */
const named = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** October 2026 */
export const formatMonth = (month: string): string =>
  isCalendarDate(`${month}-01`) ? named.format(new Date(`${month}-01T00:00:00Z`)) : month;

export const monthOf = (date: string): string => date.slice(0, 7);

export const monthBefore = (month: string): string => monthOf(addDays(`${month}-01`, -1));

/** From `first` to `last`, newest first, and at most `limit`. Empty if `last` is earlier than `first`. */
export function monthsBetween(first: string, last: string, limit: number): string[] {
  const months: string[] = [];
  for (let month = last; month >= first && months.length < limit; month = monthBefore(month))
    months.push(month);
  return months;
}

/** A whole month by its name, anything else by its first and last day. */
export function formatPeriod(start: string, end: string): string {
  const isWholeMonth = start.endsWith('-01') && monthOf(addDays(end, 1)) !== monthOf(end);
  if (isWholeMonth && monthOf(start) === monthOf(end)) return formatMonth(monthOf(start));
  return `${formatFullDay(start)} – ${formatFullDay(end)}`;
}
