import { CARRIERS } from '@lading/contract/parcel.ts';
import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import { CHANNELS, type PricedLabel, ZONES } from '@lading/contract/pricing/rule-conditions.ts';
import { PRICE_ENDINGS, type RuleEffect } from '@lading/contract/pricing/rule-effect.ts';
import fc from 'fast-check';

/** Random rules and labels with few distinct values, so that rules often match. */

export const CLIENT_IDS = [1, 2, 3, 4].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
export const GROUP_IDS = [5, 6].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
const SERVICES = ['usps_ground_advantage', 'usps_priority', 'ups_ground', 'fedex_express_saver'];
const AREAS = ['US', 'PR', 'GU', 'CA', 'DE', 'FR', 'JP'];
const WEIGHTS = [0.0625, 0.5, 1, 2, 2.5, 10, 70];

const some = <T>(values: readonly T[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant([] as T[]) },
    { weight: 1, arbitrary: fc.subarray([...values], { minLength: 1 }) },
  );
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const margins = fc
  .tuple(maybe(fc.integer({ min: 0, max: 500 })), maybe(fc.integer({ min: 0, max: 2_000 })))
  .map(([min, max]) => ({
    minMarginCents: min,
    maxMarginCents: min !== null && max !== null ? Math.max(min, max) : max,
  }));

export const anEffect: fc.Arbitrary<RuleEffect> = fc
  .record({
    basisPoints: fc.oneof(fc.integer({ min: -10_000, max: 100_000 }), fc.integer({ min: -500, max: 3_000 })),
    flatCents: fc.oneof(fc.constant(0), fc.integer({ min: -300, max: 500 })),
    margins,
    belowCost: fc.boolean(),
    ending: fc.constantFrom(...PRICE_ENDINGS),
  })
  .map(({ margins: limits, ...effect }) => ({ ...effect, ...limits }));

const conditions = fc
  .record({
    clients: some(CLIENT_IDS),
    groups: some(GROUP_IDS),
    carriers: some(CARRIERS),
    services: some(SERVICES),
    zones: some(ZONES),
    countries: some(AREAS.slice(1)),
    weights: fc.subarray(WEIGHTS, { maxLength: 2 }),
    channels: some(CHANNELS),
    isOpen: fc.boolean(),
  })
  .map(({ weights: [low = null, high = null], isOpen, ...rest }) => ({
    ...rest,
    minWeight: high === null && isOpen ? null : low,
    maxWeight: high === null && isOpen ? low : high,
  }));

export const aRuleSet: fc.Arbitrary<StoredRule[]> = fc
  .array(fc.record({ conditions, effect: anEffect }), { maxLength: 12 })
  .map((rules) => rules.map((rule, index) => ({ name: `Rule ${String.fromCharCode(65 + index)}`, ...rule })));

export const aLabel: fc.Arbitrary<PricedLabel> = fc.record({
  clientId: fc.constantFrom(...CLIENT_IDS),
  groupIds: fc.subarray(GROUP_IDS),
  carrier: fc.constantFrom(...CARRIERS),
  service: fc.constantFrom(...SERVICES),
  area: fc.constantFrom(...AREAS),
  weightLb: fc.oneof(fc.constantFrom(...WEIGHTS), fc.double({ min: 0.01, max: 100, noNaN: true })),
  channel: fc.constantFrom(...CHANNELS),
});

export const aCost = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 10_000_000 }));
