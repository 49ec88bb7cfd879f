import { isCalendarDate } from '@lading/contract/calendar-date.ts';

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const withWeekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const withYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Nov 20 */
export const formatDay = (date: string): string =>
  isCalendarDate(date) ? short.format(new Date(`${date}T00:00:00Z`)) : '';

/** Fri, Nov 20 */
export const formatWeekday = (date: string): string =>
  isCalendarDate(date) ? withWeekday.format(new Date(`${date}T00:00:00Z`)) : '';

/** Nov 20, 2026 */
export const formatFullDay = (date: string): string =>
  isCalendarDate(date) ? withYear.format(new Date(`${date}T00:00:00Z`)) : '';
