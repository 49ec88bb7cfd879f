import { centsOf, formatMoney } from '@lading/contract/money.ts';
import type { Rate, RateBadge } from '@lading/contract/shipments.ts';
import { formatWeekday } from '../../lib/format-day.ts';
import { statusText } from '../../lib/status-text.ts';

export const RATE_SORTS = [
  { value: 'recommended', label: 'Recommended' },
  { value: 'price', label: 'Price' },
  { value: 'speed', label: 'Speed' },
] as const;
export type RateSort = (typeof RATE_SORTS)[number]['value'];

/** With fewer rates, a carrier filter does not help. */
export const FILTER_FROM = 9;

const BADGES: Partial<Record<string, string>> = {
  cheapest: 'Cheapest',
  fastest: 'Fastest',
  best_value: 'Best value',
} satisfies Record<RateBadge, string>;

export const badgeText = (badge: string): string => BADGES[badge] ?? statusText(badge);

const days = ({ estimatedDays }: Rate) => estimatedDays ?? Number.POSITIVE_INFINITY;

/** The server sorts by recommendation. */
export function sortRates(rates: readonly Rate[], by: RateSort): Rate[] {
  if (by === 'price') return rates.toSorted((a, b) => a.amount - b.amount || days(a) - days(b));
  if (by === 'speed')
    return rates.toSorted((a, b) => (days(a) === days(b) ? a.amount - b.amount : days(a) - days(b)));
  return [...rates];
}

export const carriersOf = (rates: readonly Rate[]): string[] => [
  ...new Set(rates.map(({ carrier }) => carrier)),
];

/** Formats a price identically everywhere. */
export const priceText = ({ amount }: Pick<Rate, 'amount'>): string => formatMoney(centsOf(amount));

/** Thu, Nov 19 · 3 days */
export function arrivalText(
  rate: Pick<Rate, 'deliveryDate' | 'estimatedDays'> & Partial<Pick<Rate, 'durationTerms'>>,
): string {
  const { deliveryDate, estimatedDays, durationTerms } = rate;
  const count = estimatedDays === null ? '' : `${estimatedDays} ${estimatedDays === 1 ? 'day' : 'days'}`;
  const day = deliveryDate === null ? '' : formatWeekday(deliveryDate);
  return [day, count].filter(Boolean).join(' · ') || durationTerms || 'Delivery time not available';
}

/** Savings against the carrier's retail price, if it is known. */
export function savingsText({ amount, retailAmount }: Rate): string | null {
  if (retailAmount === null || retailAmount <= amount) return null;
  const saved = centsOf(retailAmount) - centsOf(amount);
  const percent = Math.floor((saved * 100) / centsOf(retailAmount));
  return `Save ${formatMoney(saved)} (${percent}%) vs. retail`;
}
