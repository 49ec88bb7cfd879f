import type { OrderRuleBody } from '@lading/contract/orders/order-rules.ts';
import type { PackageBody } from '@lading/contract/orders/packages.ts';
import type { RuleCondition } from '@lading/contract/orders/rule-conditions.ts';
import { addPackage } from '../domains/order-rules/manage-packages.ts';
import { addRule } from '../domains/order-rules/manage-rules.ts';
import type { OrderRuleDeps } from '../domains/order-rules/order-rules.deps.ts';

const PACKAGES: readonly PackageBody[] = [
  {
    name: 'Small box',
    kind: 'box',
    lengthIn: 8,
    widthIn: 6,
    heightIn: 4,
    emptyWeightOz: 4,
    isDefault: false,
  },
  {
    name: 'Padded mailer',
    kind: 'soft_pack',
    lengthIn: 12,
    widthIn: 9,
    heightIn: 1,
    emptyWeightOz: 1,
    isDefault: false,
  },
];

const rule = (name: string, condition: RuleCondition, actions: OrderRuleBody['actions']): OrderRuleBody => ({
  name,
  enabled: true,
  match: 'all',
  groups: [{ match: 'all', conditions: [condition] }],
  actions,
  stop: false,
});

const RULES: readonly OrderRuleBody[] = [
  rule(
    'Express orders arrive in two days',
    { field: 'shipping_method', op: 'contains', values: ['express'] },
    [{ kind: 'service', choice: { kind: 'cheapest_within', days: 2, maxCents: 6_000 } }],
  ),
  rule('Gifts are wrapped', { field: 'tag', op: 'is', values: ['gift'] }, [
    { kind: 'tag', tag: 'gift wrap' },
    { kind: 'add_weight', ounces: 2 },
  ]),
  rule('Valuable orders are insured', { field: 'total', op: 'at_least', value: 10_000 }, [
    { kind: 'signature', signature: 'standard' },
    { kind: 'insurance', insure: 'order_value' },
  ]),
];

/** Three rules and two of the client's own packages. The sweep applies the rules to the open orders. */
export async function addDemoOrderRules(deps: OrderRuleDeps, client: { userId: string }): Promise<void> {
  for (const each of PACKAGES) await addPackage(deps, client, each);
  for (const each of RULES) await addRule(deps, client, { rule: each });
}
