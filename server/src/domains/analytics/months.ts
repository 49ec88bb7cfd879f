import type { DateRange } from '@lading/contract/date-range.ts';

/** Months are counted, so that the one before and the one after are a step away. */
function countOf(date: string): number {
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
  const first = countOf(startDate);
  return Array.from({ length: countOf(endDate) - first + 1 }, (_, index) => monthAt(first + index));
}

export interface SplitRange {
  /** From the first of the whole months to the last of them, each by its first day. */
  months: DateRange | null;
  /** What is left before and after, each within one month. */
  days: DateRange[];
}

/** Whole months have totals of their own, so that a year costs a dozen sums for each client and not hundreds. */
export function splitByMonths(range: DateRange): SplitRange {
  const { startDate, endDate } = range;
  const [start, end] = [countOf(startDate), countOf(endDate)];
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

/** Nothing lies in the future: a range that reaches to today holds all that its last month has. */
export const toMonthEnd = (range: DateRange, today: string): DateRange =>
  range.endDate < today ? range : { ...range, endDate: lastOf(countOf(range.endDate)) };
