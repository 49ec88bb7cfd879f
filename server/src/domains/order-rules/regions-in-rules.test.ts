import type { OrderRule } from '@lading/contract/orders/order-rules.ts';
import type { RuleCondition } from '@lading/contract/orders/rule-conditions.ts';
import { describe, expect, it } from 'vitest';
import { OrderRuleSamples, PACKAGES } from '../../../test/order-rule-samples.ts';
import { compileRules } from './compile-rules.ts';
import { evaluateRules } from './evaluate-rules.ts';
import { findWarnings } from './find-warnings.ts';

const region = (...values: string[]) => ({ field: 'region', op: 'is', values }) as const;
const country = (...values: string[]) => ({ field: 'country', op: 'is', values }) as const;
const group = (match: 'all' | 'any', ...conditions: RuleCondition[]) => ({ match, conditions });
const aRule = (id: string, match: 'all' | 'any', ...groups: OrderRule['groups']): OrderRule => ({
  id,
  name: id,
  enabled: true,
  match,
  groups,
  actions: [{ kind: 'tag', tag: 'found' }],
  stop: true,
});
const matches = (rule: OrderRule, [to, state]: readonly [string, string]) => {
  const facts = { ...new OrderRuleSamples(1).facts(), country: to, region: state };
  return evaluateRules(compileRules([rule], PACKAGES), facts).trace.length > 0;
};

const CAGLIARI = ['IT', 'CA'] as const;
const CALIFORNIA = ['US', 'California'] as const;
const PERTH = ['AU', 'WA'] as const;

describe('a condition about the region', () => {
  it.each([
    ['finds a state', aRule('r', 'all', group('all', region('CA'))), CALIFORNIA, true],
    ['finds a province', aRule('r', 'all', group('all', region('Quebec'))), ['CA', 'QC'], true],
    ['finds a territory', aRule('r', 'all', group('all', region('PR'))), ['PR', 'Puerto Rico'], true],
    [
      'finds the region of another country by its name',
      aRule('r', 'all', group('all', region('BAVARIA'))),
      ['DE', 'Bavaria'],
      true,
    ],
    ['takes no foreign region for a state', aRule('r', 'all', group('all', region('CA'))), CAGLIARI, false],
    ['takes no state for a province', aRule('r', 'all', group('all', region('NL'))), ['US', 'NL'], false],
    [
      'leaves out a state only',
      aRule('r', 'all', group('all', { ...region('CA'), op: 'is_not' })),
      CAGLIARI,
      true,
    ],
    [
      'finds a foreign region with its country',
      aRule('r', 'all', group('all', country('AU'), region('WA'))),
      PERTH,
      true,
    ],
    [
      'finds a foreign region with its country in another group',
      aRule('r', 'all', group('any', country('AU', 'NZ')), group('any', region('WA'))),
      PERTH,
      true,
    ],
    [
      'takes no foreign region for a state if the country may differ',
      aRule('r', 'all', group('any', country('MX'), region('CA'))),
      CAGLIARI,
      false,
    ],
    [
      'takes no foreign region for a state if the other group may match without its country',
      aRule(
        'r',
        'all',
        group('all', region('CA')),
        group('any', country('MX'), { field: 'international', op: 'is', value: true }),
      ),
      CAGLIARI,
      false,
    ],
    [
      'takes no foreign region for a state if a condition only excludes a country',
      aRule('r', 'all', group('all', { ...country('MX'), op: 'is_not' }, region('CA'))),
      CAGLIARI,
      false,
    ],
    [
      'takes no foreign region for a state if another group may match instead',
      aRule('r', 'any', group('all', country('MX')), group('all', region('CA'))),
      CAGLIARI,
      false,
    ],
  ] as const)('%s', (_name, rule, place, isMatch) => {
    expect(matches(rule, place)).toBe(isMatch);
  });

  it('does not prove that one with a country never runs', () => {
    const warnings = (...rules: OrderRule[]) =>
      findWarnings(
        rules.map((rule, position) => ({ rule, ref: { id: rule.id, name: rule.name, position } })),
        [],
      );
    const anywhere = aRule('anywhere', 'all', group('all', region('WA')));
    const abroad = aRule('abroad', 'all', group('all', country('AU'), region('WA')));
    expect(warnings(anywhere, abroad)).toEqual([]);
    expect(warnings(anywhere, { ...anywhere, id: 'again', name: 'again' })).toMatchObject([
      { code: 'unreachable' },
    ]);
  });
});
