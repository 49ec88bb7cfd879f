import type { TrialDifference } from '@lading/contract/orders/order-rules.ts';
import type { RuleField, RuleValue } from '@lading/contract/orders/rule-trace.ts';
import type { RuleOutcome } from './evaluate-rules.ts';
import { type RuleFacts, wholeWeight } from './rule-facts.ts';

const FIELDS: readonly RuleField[] = [
  'package',
  'weight',
  'tag',
  'hold',
  'service',
  'signature',
  'insurance',
];

/** What an order would be shipped with. A person's values are the same on both sides. */
function valuesOf({ weight, package: before }: RuleFacts, outcome: RuleOutcome): RuleValue[] {
  const chosen = outcome.package ?? before;
  const ounces = wholeWeight(outcome.weight ?? weight, chosen);
  const { tags, hold, service, signature, insuranceCents } = outcome;
  return [
    ...(chosen ? [{ field: 'package' as const, name: chosen.name }] : []),
    ...(ounces === undefined ? [] : [{ field: 'weight' as const, ounces }]),
    ...tags.map((tag) => ({ field: 'tag' as const, tag })),
    ...(hold ? [{ field: 'hold' as const, reason: hold.reason, days: hold.days }] : []),
    ...(service ? [{ field: 'service' as const, choice: service }] : []),
    ...(signature ? [{ field: 'signature' as const, signature }] : []),
    ...(insuranceCents === null ? [] : [{ field: 'insurance' as const, cents: insuranceCents }]),
  ];
}

export function compareOutcomes(
  facts: RuleFacts,
  before: RuleOutcome,
  after: RuleOutcome,
): TrialDifference['changes'] {
  const [old, draft] = [valuesOf(facts, before), valuesOf(facts, after)];
  return FIELDS.flatMap((field) => {
    const ofField = (values: readonly RuleValue[]) => values.filter((value) => value.field === field);
    const change = { field, before: ofField(old), after: ofField(draft) };
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change];
  });
}
