import type { DateRange } from '@lading/contract/date-range.ts';

/** Months since year 0, so that neighboring months differ by one. */
function monthNumber(date: string): number {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return year * 12 + month - 1;
}
const monthAt = (count: number) =>
  `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
const firstOf = (count: number) => `${monthAt(count)}-01`;
const lastOf = (count: number) =>
  `${monthAt(count)}-${new Date(Date.UTC(Math.floor(count / 12), (count % 12) + 1, 0)).getUTCDate()}`;

/** Every month that the range touches, as YYYY-MM. */
export function monthsIn({ startDate, endDate }: DateRange): string[] {
  const first = monthNumber(startDate);
  return Array.from({ length: monthNumber(endDate) - first + 1 }, (_, index) => monthAt(first + index));
}

interface SplitRange {
  /** From the first whole month to the last, each as its first day. */
  months: DateRange | null;
  /** The rest before and after, each within one month. */
  days: DateRange[];
}

/** Whole months have their own totals, so a year takes a dozen rows per client instead of hundreds. */
export function splitByMonths(range: DateRange): SplitRange {
  const { startDate, endDate } = range;
  const [start, end] = [monthNumber(startDate), monthNumber(endDate)];
  const first = startDate === firstOf(start) ? start : start + 1;
  const last = endDate === lastOf(end) ? end : end - 1;
  if (start === end && first > last) return { months: null, days: [range] };
  return {
    months: first > last ? null : { startDate: firstOf(first), endDate: firstOf(last) },
    days: [
      ...(first > start ? [{ startDate, endDate: lastOf(start) }] : []),
      ...(last < end ? [{ startDate: firstOf(end), endDate }] : []),
    ],
  };
}

/** Nothing happens in the future, so a range that ends today can use the whole last month. */
export const toMonthEnd = (range: DateRange, today: string): DateRange =>
  range.endDate < today ? range : { ...range, endDate: lastOf(monthNumber(range.endDate)) };
