import type { DateRange } from '@lading/contract/date-range.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

export const formatDollars = (dollars: number): string => formatMoney(centsOf(dollars));

/** Short form for axes and columns: 348, 1.2K */
export const formatShort = (value: number): string => short.format(value < 1000 ? Math.round(value) : value);

/** 16.7 */
export const formatRate = (value: number): string => oneDecimal.format(value);

/** Takes a percentage: 12.25 → 12.3% */
export const formatPercent = (percent: number): string => `${oneDecimal.format(percent)}%`;

/** In percent; zero if the total is zero. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

const dayOf = (date: string) => new Date(`${date}T00:00:00Z`);

/** Oct 15 – Nov 14, 2026 */
export const formatRange = ({ startDate, endDate }: DateRange): string =>
  days.formatRange(dayOf(startDate), dayOf(endDate)).replaceAll('\u2009', ' ');

/** '2026-11' → Nov 2026 */
export const formatShortMonth = (month: string): string => months.format(dayOf(`${month}-01`));
