import { EVERY_LABEL, type PriceRule } from '@lading/contract/pricing/price-rules.ts';

/** A list of rules that makes pricing expensive. `conditions` are those of the rule at an index. */
export const makeRules = (
  count: number,
  conditions: (index: number) => Partial<PriceRule['conditions']>,
): PriceRule[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Rule ${index}`,
    conditions: { ...EVERY_LABEL, ...conditions(index) },
    effect: { percent: 12, flat: 0.5, minMargin: 1, maxMargin: null, belowCost: false, ending: '05' },
  }));
