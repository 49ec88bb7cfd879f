import { formatMoney } from '@lading/contract/money.ts';
import { explainRule } from '@lading/contract/pricing/explain-price.ts';
import { PriceRulesSchema, storedRuleOf, writtenRuleOf } from '@lading/contract/pricing/price-rules.ts';
import { firstMatch } from '@lading/contract/pricing/rule-conditions.ts';
import { extraByRule, priceByRule } from '@lading/contract/pricing/rule-effect.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aCost, aLabel, anEffect, aRuleSet } from '../../../test/price-rule-samples.ts';
import { referencePrice, referenceQuote } from '../../../test/reference-pricing.ts';

const RULE_SETS = 1_000;

describe(`${RULE_SETS} random lists of rules`, () => {
  it('choose the same rule and the same price as the reference, and explain it', () => {
    let matched = 0;
    fc.assert(
      fc.property(
        aRuleSet,
        fc.array(fc.tuple(aLabel, aCost), { minLength: 5, maxLength: 5 }),
        (rules, labels) => {
          for (const [label, cost] of labels) {
            const expected = referenceQuote(rules, label, cost);
            const position = firstMatch(rules, label);
            expect(position).toBe(expected?.position ?? null);
            const rule = rules[(position ?? 0) - 1];
            if (!rule || !expected || position === null) continue;
            matched += 1;
            expect(priceByRule(rule.effect, cost).cents).toBe(expected.cents);
            const text = explainRule({ position, ...rule }, cost);
            expect(text.startsWith(`Rule ${position} “${rule.name}”: cost ${formatMoney(cost)} `)).toBe(true);
            expect(isExplained(text, expected.cents), text).toBe(true);
          }
        },
      ),
      { numRuns: RULE_SETS },
    );
    expect(matched).toBeGreaterThan(RULE_SETS);
  });
});

/** The last amount of the sentence is the price. */
function isExplained(text: string, cents: number): boolean {
  const amounts = text.replace(/ by the m\w+ margin of \$[\d,.]+/g, '').match(/-?\$[\d,]+\.\d\d/g) ?? [];
  return amounts.at(-1) === formatMoney(cents);
}

describe('a price', () => {
  it('follows the reference for any effect', () => {
    fc.assert(
      fc.property(anEffect, aCost, (effect, cost) => {
        const price = priceByRule(effect, cost);
        expect(price.cents).toBe(referencePrice(effect, cost));
        expect(price.cents).toBeGreaterThanOrEqual(effect.belowCost ? 1 : cost);
        expect(price.cents - price.limitedCents).toBeLessThan(100);
      }),
      { numRuns: 5_000 },
    );
  });

  it('does not fall when the cost rises, unless the percentage is negative', () => {
    fc.assert(
      fc.property(anEffect, aCost, (effect, cost) => {
        const up = { ...effect, basisPoints: Math.abs(effect.basisPoints) };
        expect(priceByRule(up, cost + 1).cents).toBeGreaterThanOrEqual(priceByRule(up, cost).cents);
      }),
    );
  });

  it('includes its extras', () => {
    fc.assert(
      fc.property(anEffect, aCost, fc.double({ min: 0, max: 1, noNaN: true }), (effect, cost, part) => {
        const price = priceByRule(effect, cost);
        const extra = Math.floor(cost * part);
        const isLowered = price.plainCents > price.limitedCents || effect.flatCents < 0;
        const shown = extraByRule(effect, price, cost, extra);
        expect(shown).toBeLessThanOrEqual(price.cents);
        const rest = extraByRule(effect, price, cost, cost - extra);
        if (isLowered) expect(shown + rest).toBeLessThanOrEqual(price.cents);
        if (!effect.belowCost && effect.basisPoints >= 0) expect(shown).toBeGreaterThanOrEqual(extra);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a rule', () => {
  it('keeps every amount when it is written and read again', () => {
    fc.assert(
      fc.property(aRuleSet, (rules) => {
        const read = z.parse(PriceRulesSchema, JSON.parse(JSON.stringify(rules.map(writtenRuleOf))));
        expect(read.map(storedRuleOf)).toEqual(rules);
      }),
    );
  });
});
