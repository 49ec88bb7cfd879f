import type { OrderRule } from '@lading/contract/orders/order-rules.ts';
import { expect, it } from 'vitest';
import { EXAMPLES } from './examples.ts';
import { draftOf, readRule } from './rule-draft.ts';
import { type RuleNames, ruleSentence } from './rule-sentence.ts';

const NAMES: RuleNames = {
  store: (id) => (id === STORE ? 'Corner Shop' : 'a deleted store'),
  package: () => 'Medium box',
  service: () => 'Priority Mail',
};
const STORE = '00000000-0000-4000-8000-000000000900';

const RULE: OrderRule = {
  id: 'r1',
  name: 'Abroad',
  enabled: true,
  match: 'any',
  groups: [
    {
      match: 'all',
      conditions: [
        { field: 'country', op: 'is', values: ['CA', 'MX'] },
        { field: 'weight', op: 'more_than', value: 16 },
      ],
    },
    { match: 'all', conditions: [{ field: 'sku', op: 'begins_with', lines: 'all', values: ['MUG-'] }] },
  ],
  actions: [
    { kind: 'package', packageId: 'p1' },
    { kind: 'add_weight', ounces: 1.5 },
    {
      kind: 'service',
      choice: { kind: 'cheapest_within', days: 3, carriers: ['USPS', 'UPS'], maxCents: 1250 },
    },
    { kind: 'signature', signature: 'adult' },
    { kind: 'insurance', insure: 'amount', cents: 5000 },
    { kind: 'hold', reason: 'Check it', days: 2 },
    { kind: 'tag', tag: 'abroad' },
  ],
  stop: true,
};

it('a rule is one plain sentence', () => {
  expect(ruleSentence(RULE, NAMES)).toBe(
    'If (the country is Canada or Mexico and the weight is more than 16 oz) or the SKU of every item begins with “MUG-” → ' +
      'use Medium box, add 1.5 oz to the weight, ship with the cheapest service that arrives within 3 days (USPS or UPS only) ' +
      'if it costs at most $12.50, require an adult signature, insure for $50.00, hold for 2 days (Check it), add the tag “abroad”, skip later rules',
  );
  const every = { ...RULE, groups: [], stop: false };
  expect(
    ruleSentence(
      {
        ...every,
        actions: [
          { kind: 'service', choice: { kind: 'service', carrier: 'USPS', service: 'usps_priority' } },
        ],
      },
      NAMES,
    ),
  ).toBe('For every order → ship with USPS Priority Mail');
  const stores = {
    ...every,
    groups: [
      {
        match: 'any' as const,
        conditions: [
          { field: 'source' as const, op: 'is_not' as const, values: [STORE] },
          { field: 'total' as const, op: 'at_least' as const, value: 20_000 },
          { field: 'buyer_note' as const, op: 'is' as const, value: true },
        ],
      },
    ],
    actions: [{ kind: 'set_weight' as const, ounces: 8 }],
  };
  expect(ruleSentence(stores, NAMES)).toBe(
    'If the store is not Corner Shop or the order total is at least $200 or the buyer left a note → set the weight to 8 oz',
  );
});

it('a rule survives the form unchanged, and errors are named by their place', () => {
  for (const rule of [RULE, ...EXAMPLES]) {
    const { id: _, ...body } = { id: '', ...rule };
    expect(readRule(draftOf(rule))).toEqual({ body });
  }
  const draft = draftOf(RULE);
  const broken = draft.groups.map((group) => ({
    ...group,
    conditions: group.conditions.map((condition) => ({ ...condition, values: [], text: 'x' })),
  }));
  expect(readRule({ ...draft, name: ' ', groups: broken })).toEqual({
    errors: {
      name: 'Please name the rule.',
      'groups.0.conditions.0.values.0': 'This is not a country code.',
      'groups.0.conditions.1.value': 'Please enter a number.',
    },
  });
});
