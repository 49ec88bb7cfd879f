import { describeMatch, describeOutcome, describeValue } from '@lading/contract/orders/rule-texts.ts';
import type { RuleTrace } from '@lading/contract/orders/rule-trace.ts';
import { RuleTraceSchema } from '@lading/contract/orders/rule-trace.ts';
import { describe, expect, it } from 'vitest';
import { OrderRuleSamples, PACKAGES } from '../../../test/order-rule-samples.ts';
import { referenceOutcome } from '../../../test/reference-order-rules.ts';
import { inTier, testSeed } from '../../../test/tier.ts';
import { compileRules } from './compile-rules.ts';
import { evaluateRules } from './evaluate-rules.ts';
import { findWarnings } from './find-warnings.ts';
import { impliesCondition } from './implied-conditions.ts';

const SETS = inTier(60, 1_000);
const ORDERS = 50;
const seed = testSeed();

describe(`${SETS} random lists of rules, seed ${seed}`, () => {
  it('prepare and explain every order like the reference', () => {
    const samples = new OrderRuleSamples(seed);
    const outcomes = new Set<string>();
    for (let set = 0; set < SETS; set += 1) {
      const rules = samples.rules(1 + samples.below(20));
      const compiled = compileRules(rules, PACKAGES);
      for (let order = 0; order < ORDERS; order += 1) {
        const facts = samples.facts();
        const outcome = evaluateRules(compiled, facts);
        const expected = referenceOutcome(rules, PACKAGES, facts);
        if (JSON.stringify(outcome) !== JSON.stringify(expected)) expect(outcome).toEqual(expected);
        for (const each of outcome.trace.flatMap(({ actions }) => actions)) outcomes.add(each.outcome);
        expectSentences(outcome.trace);
      }
    }
    expect([...outcomes].toSorted()).toEqual([
      'applied',
      'no_weight',
      'other_currency',
      'overwritten',
      'package_missing',
      'person',
      'released',
    ]);
  });

  it('call a rule unreachable only if it never runs', () => {
    const samples = new OrderRuleSamples(seed + 1);
    let found = 0;
    for (let set = 0; set < SETS * 2; set += 1) {
      const rules = samples.rules(8);
      const listed = rules.map((rule, position) => ({
        rule,
        ref: { id: rule.id, name: rule.name, position },
      }));
      const unreachable = findWarnings(listed, []).filter(({ code }) => code === 'unreachable');
      if (unreachable.length === 0) continue;
      const compiled = compileRules(rules, PACKAGES);
      const ran = new Set<string>();
      for (let order = 0; order < ORDERS; order += 1)
        for (const { ruleId } of evaluateRules(compiled, samples.facts()).trace) ran.add(ruleId);
      for (const { rule } of unreachable)
        expect(ran.has(rule.id ?? ''), `${rule.name} of set ${set}`).toBe(false);
      found += unreachable.length;
    }
    expect(found).toBeGreaterThan(SETS / 20);
  });
});

/** No sentence is empty or contains a missing value. */
function expectSentences(trace: RuleTrace): void {
  const texts = trace.flatMap(({ matched, actions }) => [
    ...matched.map(describeMatch),
    ...actions.flatMap((action) => [describeValue(action.value), describeOutcome(action) ?? 'Applied.']),
  ]);
  if (texts.some((text) => text === '' || /undefined|null|NaN/.test(text))) expect(texts).toEqual([]);
}

it('evaluated rules have explanations that the contract accepts', () => {
  const samples = new OrderRuleSamples(seed + 2);
  const compiled = compileRules(samples.rules(50), PACKAGES);
  const trace = Array.from({ length: 20 }, () => evaluateRules(compiled, samples.facts()).trace).flat();
  expect(RuleTraceSchema.parse(trace)).toEqual(trace);
});

it.each([
  [{ op: 'at_least', value: 16 }, { op: 'more_than', value: 15 }, true],
  [{ op: 'at_least', value: 16 }, { op: 'more_than', value: 16 }, false],
  [{ op: 'equals', value: 16 }, { op: 'at_most', value: 16 }, true],
  [{ op: 'less_than', value: 16 }, { op: 'at_most', value: 16 }, true],
  [{ op: 'at_most', value: 16 }, { op: 'less_than', value: 16 }, false],
] as const)('a condition knows whether a weight that %j also %j', (own, other, expected) => {
  expect(impliesCondition({ field: 'weight', ...own }, { field: 'weight', ...other })).toBe(expected);
});
