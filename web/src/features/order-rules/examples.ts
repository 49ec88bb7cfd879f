import type { OrderRuleBody } from '@lading/contract/orders/order-rules.ts';

const rule = (part: Pick<OrderRuleBody, 'name' | 'actions'> & Partial<OrderRuleBody>): OrderRuleBody => ({
  enabled: true,
  match: 'all',
  groups: [],
  stop: false,
  ...part,
});

/** Example rules that need neither a store nor one of the client's own packages. */
export const EXAMPLES: readonly OrderRuleBody[] = [
  rule({
    name: 'Deliver on time',
    actions: [{ kind: 'service', choice: { kind: 'cheapest_by_promise' } }],
  }),
  rule({
    name: 'Protect valuable orders',
    groups: [{ match: 'all', conditions: [{ field: 'total', op: 'at_least', value: 20_000 }] }],
    actions: [
      { kind: 'signature', signature: 'standard' },
      { kind: 'insurance', insure: 'order_value' },
    ],
  }),
  rule({
    name: 'Read buyer notes first',
    groups: [{ match: 'all', conditions: [{ field: 'buyer_note', op: 'is', value: true }] }],
    actions: [{ kind: 'hold', reason: 'Read the buyer’s note', days: null }],
  }),
];
