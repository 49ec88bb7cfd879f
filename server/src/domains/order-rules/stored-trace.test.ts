import type { RuleTrace } from '@lading/contract/orders/rule-trace.ts';
import { expect, it } from 'vitest';
import { storedTrace } from './stored-trace.ts';

type Value = RuleTrace[number]['actions'][number]['value'];

const trace = (
  rules: number,
  { reasons, text, value = { field: 'tag', tag: 'y' } }: { reasons: number; text: number; value?: Value },
): RuleTrace =>
  Array.from({ length: rules }, (_, index) => ({
    ruleId: `rule-${index}`,
    name: 'Rule',
    phase: 'facts',
    matched: Array.from({ length: reasons }, () => ({
      field: 'sku',
      op: 'is',
      wanted: 'x'.repeat(text),
      actual: 'x'.repeat(text),
    })),
    actions: [{ value, outcome: 'applied' }],
    stopped: false,
  }));

it('a trace of usual length is stored as it is', () => {
  const usual = trace(50, { reasons: 2, text: 20 });
  expect(storedTrace(usual)).toBe(usual);
});

it('a long trace is stored with one reason for each rule', () => {
  const long = trace(50, { reasons: 20, text: 50 });
  expect(storedTrace(long)).toEqual(long.map((rule) => ({ ...rule, matched: rule.matched.slice(0, 1) })));
});

it('a trace that is still too long is stored without its last rules', () => {
  const long = trace(500, { reasons: 20, text: 200 });
  const stored = storedTrace(long);
  expect(stored).toEqual(
    long.slice(0, stored.length).map((rule) => ({ ...rule, matched: rule.matched.slice(0, 1) })),
  );
  expect(stored.length).toBeGreaterThan(20);
  expect(JSON.stringify(stored).length).toBeLessThan(34_000);
});

it('rules that hold the order are always stored, so that releasing it finds them', () => {
  const value: Value = { field: 'hold', reason: 'y'.repeat(200), days: null };
  const long = [...trace(500, { reasons: 20, text: 200 }), ...trace(3, { reasons: 20, text: 200, value })];
  expect(storedTrace(long).slice(-3)).toMatchObject(trace(3, { reasons: 1, text: 200, value }));
});
