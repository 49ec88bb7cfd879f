import { counted } from '@lading/contract/format-count.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { Parcel } from '@lading/contract/parcel.ts';

/** `amountCents` is the client's price. */
interface RankedRate {
  amountCents: number;
  estimatedDays: number | null;
  billedWeightLb: number;
}

interface RankContext {
  parcel: Pick<Parcel, 'type' | 'weightLb'>;
  /** For example `Austin, TX`. */
  destination: string;
}

interface Choice<T> {
  rate: T;
  /** One line for the client. */
  reason: string;
}

interface Ranking<T> {
  cheapest: Choice<T> | null;
  fastest: Choice<T> | null;
  bestValue: Choice<T> | null;
}

/** The weight of delivery time against price in the best-value score. */
const DAY_WEIGHT = 0.35;

const daysOf = (rate: RankedRate) => rate.estimatedDays ?? Infinity;
const byAmount = (a: RankedRate, b: RankedRate) => a.amountCents - b.amountCents || compareDays(a, b);
const byDays = (a: RankedRate, b: RankedRate) => compareDays(a, b) || a.amountCents - b.amountCents;
// Infinity minus Infinity is NaN, so equal days need their own case.
const compareDays = (a: RankedRate, b: RankedRate) => (daysOf(a) === daysOf(b) ? 0 : daysOf(a) - daysOf(b));

/** Picks the cheapest rate, the fastest, and the best compromise among the others. */
export function rankRates<T extends RankedRate>(rates: readonly T[], context: RankContext): Ranking<T> {
  const cheapest = rates.toSorted(byAmount)[0];
  if (!cheapest) return { cheapest: null, fastest: null, bestValue: null };
  const dated = rates.filter(({ estimatedDays }) => estimatedDays !== null);
  const fastest = dated.toSorted(byDays)[0];
  const bestValue = rates.length < 3 || !fastest ? undefined : bestOf(dated, cheapest, fastest);
  return {
    cheapest: { rate: cheapest, reason: whyCheapest(cheapest, context) },
    fastest: fastest ? { rate: fastest, reason: whyFastest(fastest, cheapest, context) } : null,
    bestValue: bestValue ? { rate: bestValue, reason: whyBestValue(bestValue, cheapest, context) } : null,
  };
}

function bestOf<T extends RankedRate>(dated: readonly T[], cheapest: T, fastest: T): T | undefined {
  const leastCents = Math.max(1, cheapest.amountCents);
  const leastDays = Math.max(1, daysOf(fastest));
  const score = (rate: T) => rate.amountCents / leastCents + (DAY_WEIGHT * daysOf(rate)) / leastDays;
  return (
    dated
      // A compromise must arrive before the cheapest.
      .filter((rate) => rate !== fastest && compareDays(rate, cheapest) < 0)
      .toSorted((a, b) => score(a) - score(b) || byAmount(a, b))[0]
  );
}

function whyCheapest(rate: RankedRate, { parcel, destination }: RankContext): string {
  const bySize = rate.billedWeightLb > Math.max(1, Math.ceil(parcel.weightLb));
  const billed = bySize ? `; billed as ${pounds(rate.billedWeightLb)} because of its size` : '';
  return `Lowest price for your ${goods(parcel)} to ${destination}${billed}.`;
}

function whyFastest(rate: RankedRate, cheapest: RankedRate, { destination }: RankContext): string {
  const sooner = daysSooner(rate, cheapest);
  const against = sooner ? `, ${sooner} sooner than the cheapest rate` : '';
  const alsoCheapest = rate === cheapest ? ', at the lowest price too' : '';
  return `Reaches ${destination} in ${businessDays(rate)}${against}${alsoCheapest}.`;
}

function whyBestValue(rate: RankedRate, cheapest: RankedRate, { parcel, destination }: RankContext): string {
  const sooner = daysSooner(rate, cheapest);
  const when = sooner ? `${sooner} sooner than the cheapest rate,` : `in ${businessDays(rate)}`;
  const more = formatMoney(rate.amountCents - cheapest.amountCents);
  return `Your ${goods(parcel)} reaches ${destination} ${when} for ${more} more${sooner ? '' : ' than the cheapest rate'}.`;
}

function daysSooner(rate: RankedRate, other: RankedRate): string | null {
  const days = daysOf(other) - daysOf(rate);
  return Number.isFinite(days) && days > 0 ? counted(days, 'day') : null;
}

const goods = ({ type, weightLb }: RankContext['parcel']) =>
  type === 'envelope' ? 'envelope' : `${pounds(weightLb)} ${type}`;
const pounds = (weightLb: number) => `${Math.max(0.01, Number(weightLb.toFixed(2)))} lb`;
const businessDays = (rate: RankedRate) => counted(daysOf(rate), 'business day');
