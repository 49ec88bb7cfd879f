import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { explainCommission, explainRule } from './explain-price.ts';
import { PriceRulesSchema, RULE_TEXTS, writtenRuleOf } from './price-rules.ts';
import { firstMatch, matchesRule, type RuleConditions } from './rule-conditions.ts';
import { extraByRule, priceByRule, type RuleEffect } from './rule-effect.ts';

const ANY: RuleConditions = {
  clients: [],
  groups: [],
  carriers: [],
  services: [],
  zones: [],
  countries: [],
  minWeight: null,
  maxWeight: null,
  channels: [],
};
const PLAIN: RuleEffect = {
  basisPoints: 0,
  flatCents: 0,
  minMarginCents: null,
  maxMarginCents: null,
  belowCost: false,
  ending: 'none',
};
const LABEL = {
  clientId: 'a',
  groupIds: ['g'],
  carrier: 'USPS',
  service: 'usps_priority',
  area: 'US',
  weightLb: 2,
  channel: 'label',
} as const;

describe('a price', () => {
  it.each([
    ['none', 901, 901],
    ['00', 901, 1000],
    ['00', 900, 900],
    ['05', 901, 905],
    ['05', 906, 915],
    ['05', 905, 905],
    ['09', 901, 909],
    ['09', 910, 919],
    ['99', 901, 999],
    ['99', 1000, 1099],
    ['99', 999, 999],
  ] as const)('that ends in %s: %i becomes %i', (ending, cost, cents) => {
    expect(priceByRule({ ...PLAIN, ending }, cost).cents).toBe(cents);
  });
});

describe('the price of an extra', () => {
  const extra = (effect: Partial<RuleEffect>) => {
    const whole = { ...PLAIN, ...effect };
    return extraByRule(whole, priceByRule(whole, 1000), 1000, 250);
  };

  it('includes the percentage, but neither the flat amount nor rounding', () => {
    expect(extra({ basisPoints: 1000, flatCents: 300, ending: '99' })).toBe(275);
    expect(extra({ basisPoints: 100, minMarginCents: 500 })).toBe(253);
  });

  it('has its share of a margin that is limited', () => {
    expect(extra({ basisPoints: 5000, maxMarginCents: 100 })).toBe(275);
    expect(extra({ basisPoints: -2000 })).toBe(250);
  });

  it('has its share of a flat amount that lowers the price', () => {
    expect(extra({ flatCents: -500, belowCost: true })).toBe(125);
    expect(extra({ flatCents: -5_000, belowCost: true })).toBe(0);
    expect(extra({ basisPoints: 5_000, flatCents: -600, minMarginCents: 0 })).toBe(250);
  });
});

describe('conditions', () => {
  const matches = (conditions: Partial<RuleConditions>, label: Partial<typeof LABEL> | object = {}) =>
    matchesRule({ ...ANY, ...conditions }, { ...LABEL, ...label });

  it('include the lower weight and exclude the upper one', () => {
    const band = { minWeight: 2, maxWeight: 5 };
    expect([1.9999, 2, 4.9999, 5].map((weightLb) => matches(band, { weightLb }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('accept a client that is listed or in a group', () => {
    expect(matches({ clients: ['a'], groups: ['other'] })).toBe(true);
    expect(matches({ clients: ['b'], groups: ['g'] })).toBe(true);
    expect(matches({ clients: ['b'], groups: ['other'] })).toBe(false);
  });

  it('accept a destination by zone or country', () => {
    const place = { zones: ['territories' as const], countries: ['DE'] };
    expect(['PR', 'DE', 'US', 'FR'].map((area) => matches(place, { area }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('apply in the order of the rules, no matter how specific they are', () => {
    const broad = { conditions: ANY };
    const narrow = { conditions: { ...ANY, clients: ['a'], carriers: ['USPS' as const] } };
    expect(firstMatch([broad, narrow], LABEL)).toBe(1);
    expect(firstMatch([narrow, broad], LABEL)).toBe(1);
    expect(firstMatch([narrow, broad], { ...LABEL, clientId: 'b' })).toBe(2);
    expect(firstMatch([], LABEL)).toBeNull();
  });
});

describe('an explanation', () => {
  const explain = (effect: Partial<RuleEffect>, cost = 760) =>
    explainRule({ position: 3, name: 'EU over 2 lb', effect: { ...PLAIN, ...effect } }, cost);

  it.each([
    [
      { basisPoints: 1200, flatCents: 50, ending: '05' },
      'cost $7.60 + 12% + $0.50 = $9.01, rounded up to $9.05',
    ],
    [{ basisPoints: 1200 }, 'cost $7.60 + 12% = $8.51'],
    [{}, 'cost $7.60 + 0% = $7.60'],
    [
      { basisPoints: 100, minMarginCents: 100 },
      'cost $7.60 + 1% = $7.68, raised to $8.60 by the minimum margin of $1.00',
    ],
    [
      { flatCents: 500, maxMarginCents: 200, ending: '99' },
      'cost $7.60 + $5.00 = $12.60, lowered to $9.60 by the maximum margin of $2.00, rounded up to $9.99',
    ],
    [{ basisPoints: -1000 }, 'cost $7.60 − 10% = $6.84, raised to the cost of $7.60'],
    [{ basisPoints: -1000, belowCost: true }, 'cost $7.60 − 10% = $6.84'],
    [
      { basisPoints: -10_000, belowCost: true },
      'cost $7.60 − 100% = $0.00, raised to $0.01, the lowest price',
    ],
  ] as const)('of %j', (effect, text) => {
    expect(explain(effect)).toBe(`Rule 3 “EU over 2 lb”: ${text}`);
  });

  it('of a commission names whose it is, if known', () => {
    const rule = { type: 'percentage', value: 800 } as const;
    expect(explainCommission('global', rule, 1000)).toBe('Global commission: cost $10.00 + 8% = $10.80');
    expect(explainCommission('client', { type: 'flat_rate', value: 75 }, 1000)).toBe(
      'Client’s own commission: cost $10.00 + $0.75 = $10.75',
    );
    expect(explainCommission(null, rule, 1000)).toBe('Commission: cost $10.00 + 8% = $10.80');
  });
});

describe('the schema', () => {
  const written = (changes: object = {}) => ({
    ...writtenRuleOf({ name: 'A', conditions: ANY, effect: PLAIN }),
    ...changes,
  });
  const problemsOf = (rules: unknown) => {
    const result = z.safeParse(PriceRulesSchema, rules);
    return result.success ? [] : result.error.issues.map(({ path, message }) => [path.join('.'), message]);
  };

  it('reports each problem at its field', () => {
    const { conditions, effect } = written();
    expect(problemsOf([written(), written({ name: ' a ' })])).toEqual([['1.name', RULE_TEXTS.nameTaken]]);
    expect(problemsOf([written({ name: '  ' })])).toEqual([['0.name', RULE_TEXTS.nameMissing]]);
    expect(problemsOf([written({ conditions: { ...conditions, minWeight: 5, maxWeight: 5 } })])).toEqual([
      ['0.conditions.maxWeight', RULE_TEXTS.weightOrder],
    ]);
    expect(problemsOf([written({ effect: { ...effect, minMargin: 2, maxMargin: 1 } })])).toEqual([
      ['0.effect.maxMargin', RULE_TEXTS.marginOrder],
    ]);
    expect(problemsOf([written({ effect: { ...effect, percent: -100.01 } })])).toEqual([
      ['0.effect.percent', RULE_TEXTS.percent],
    ]);
    expect(problemsOf([written({ effect: { ...effect, flat: 0.125 } })])).toEqual([
      ['0.effect.flat', RULE_TEXTS.decimals],
    ]);
    expect(problemsOf(Array.from({ length: 101 }, (_, at) => written({ name: `R${at}` })))).toEqual([
      ['', RULE_TEXTS.tooManyRules],
    ]);
  });
});
