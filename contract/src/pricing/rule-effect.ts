/** What a price rule does to the cost of a label. Whole cents and basis points, no fractions. */

/** A price is rounded up until it ends like this. `none` keeps it. */
export const PRICE_ENDINGS = ['none', '00', '05', '09', '99'] as const;
export type PriceEnding = (typeof PRICE_ENDINGS)[number];

export interface RuleEffect {
  /** May be negative, but not below -100 %. */
  basisPoints: number;
  /** May be negative. */
  flatCents: number;
  minMarginCents: number | null;
  /** Applies before the price is rounded up. */
  maxMarginCents: number | null;
  /** Without it, the price is never below the cost. */
  belowCost: boolean;
  ending: PriceEnding;
}

/** Prices end in `rest` when divided by `step`: .05 and .09 fix the last digit, .00 and .99 the last two. */
const STEPS: Record<Exclude<PriceEnding, 'none'>, { step: number; rest: number }> = {
  '00': { step: 100, rest: 0 },
  '05': { step: 10, rest: 5 },
  '09': { step: 10, rest: 9 },
  '99': { step: 100, rest: 99 },
};

/** What decided the margin, if percentage and flat amount did not. */
type MarginLimit = 'minimum' | 'maximum' | 'cost';

export interface RulePrice {
  /** Cost plus percentage plus flat amount. */
  plainCents: number;
  limit: MarginLimit | null;
  /** After the limit, before rounding. */
  limitedCents: number;
  /** What the client pays. */
  cents: number;
}

const MIN_PRICE_CENTS = 1;

/** Half a cent rounds up. The sum stays positive, because a rule takes off at most the whole cost. */
const withPercent = (cents: number, basisPoints: number): number =>
  Number((BigInt(cents) * BigInt(10_000 + basisPoints) + 5_000n) / 10_000n);

/** The database function `rule_price` computes the same. */
export function priceByRule(effect: RuleEffect, costCents: number): RulePrice {
  const plainCents = withPercent(costCents, effect.basisPoints) + effect.flatCents;
  const { margin, limit } = limitedMargin(effect, plainCents - costCents);
  const limitedCents = Math.max(MIN_PRICE_CENTS, costCents + margin);
  return { plainCents, limit, limitedCents, cents: roundUp(limitedCents, effect.ending) };
}

function limitedMargin(
  { minMarginCents, maxMarginCents, belowCost }: RuleEffect,
  plain: number,
): { margin: number; limit: MarginLimit | null } {
  if (maxMarginCents !== null && plain > maxMarginCents) return { margin: maxMarginCents, limit: 'maximum' };
  if (minMarginCents !== null && plain < minMarginCents) return { margin: minMarginCents, limit: 'minimum' };
  if (!belowCost && plain < 0) return { margin: 0, limit: 'cost' };
  return { margin: plain, limit: null };
}

function roundUp(cents: number, ending: PriceEnding): number {
  if (ending === 'none') return cents;
  const { step, rest } = STEPS[ending];
  return cents + ((((rest - cents) % step) + step) % step);
}

/**
 * The part of the price that an extra causes. The percentage applies to it, the flat amount and the rounding only to
 * the label as a whole. If a limit or a negative flat amount lowers the price, extras have at most their share of it
 * in proportion to the cost, so that they never add up to more than the price.
 */
export function extraByRule(
  effect: RuleEffect,
  price: RulePrice,
  costCents: number,
  extraCents: number,
): number {
  if (costCents === 0) return extraCents;
  const share = Number((BigInt(price.limitedCents) * BigInt(extraCents)) / BigInt(costCents));
  if (price.limit === 'maximum' || price.limit === 'cost') return share;
  const own = withPercent(extraCents, effect.basisPoints);
  return effect.flatCents < 0 ? Math.min(own, share) : own;
}
