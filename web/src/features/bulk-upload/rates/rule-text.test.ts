import { expect, it } from 'vitest';
import { effectText, NO_RULE, ruleName, ruleOf } from './rule-text.ts';

it('builds a rule once it is complete', () => {
  expect(ruleOf(NO_RULE)).toBeNull();
  expect(ruleOf({ ...NO_RULE, kind: 'fastest' })).toEqual({ kind: 'fastest' });
  expect(ruleOf({ ...NO_RULE, kind: 'carrier', carrier: 'UPS' })).toEqual({
    kind: 'carrier',
    carrier: 'UPS',
  });
  expect(ruleOf({ ...NO_RULE, kind: 'cheapest_within' })).toEqual({ kind: 'cheapest_within', days: 3 });
});

it.each(['', '0', '31', '2.5', '-1', 'two'])('rejects “%s” as a number of days', (days) => {
  expect(ruleOf({ ...NO_RULE, kind: 'cheapest_within', days })).toBeNull();
});

it('names a rule', () => {
  expect(ruleName({ kind: 'best_value' })).toBe('Best value');
  expect(ruleName({ kind: 'cheapest_within', days: 1 })).toBe('Cheapest within 1 day');
  expect(ruleName({ kind: 'carrier', carrier: 'FedEx' })).toBe('FedEx only');
});

it('describes the effect of a rule before it is applied', () => {
  const effect = { changes: 143, unmatched: 0, totalBefore: 1204.18, totalAfter: 1011.9 };
  expect(effectText(effect)).toBe('Changes 143 shipments · total $1,204.18 → $1,011.90');
  expect(effectText({ ...effect, changes: 1, unmatched: 1 })).toBe(
    'Changes 1 shipment · total $1,204.18 → $1,011.90 · 1 has no matching rate',
  );
  expect(effectText({ ...effect, changes: 0, unmatched: 2 })).toBe(
    'No changes · total $1,011.90 · 2 have no matching rate',
  );
});
