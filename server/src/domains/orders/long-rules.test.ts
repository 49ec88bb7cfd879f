import {
  MAX_COMPARISONS,
  ORDER_RULE_TEXTS,
  type OrderRuleBody,
} from '@lading/contract/orders/order-rules.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { path } from '../../../test/bulk.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  shop = await makeShop(test);
});
afterAll(() => test.close());

const VALUES_OF_A_CONDITION = 100;
/** A rule with this many lists of SKUs of 100 values each. */
const aRule = (name: string, op: 'is' | 'contains', lists: number): OrderRuleBody => ({
  name,
  enabled: true,
  match: 'any',
  stop: false,
  actions: [{ kind: 'tag', tag: 'list' }],
  groups: [
    {
      match: 'any',
      conditions: Array.from({ length: lists }, (_, list) => ({
        field: 'sku',
        op,
        lines: 'any',
        values: Array.from({ length: VALUES_OF_A_CONDITION }, (_, at) => `SKU-${name}-${list}-${at}`),
      })),
    },
  ],
});
const add = (rule: OrderRuleBody) => call(test, shop, 'POST', API.orderRules, { rule });
const tooMany = { fields: [{ path: 'rule.groups', message: ORDER_RULE_TEXTS.tooManyComparisons }] };

describe('rules with long lists', () => {
  it('are limited together', async () => {
    const listsOfOne = 20;
    const fitting = MAX_COMPARISONS / VALUES_OF_A_CONDITION / listsOfOne;
    for (let rule = 0; rule < Math.floor(fitting); rule += 1)
      expect((await add(aRule(`${rule}`, 'is', listsOfOne))).statusCode).toBe(201);
    const refused = await add(aRule('too long', 'is', listsOfOne));
    expect([refused.statusCode, refused.json()]).toMatchObject([400, tooMany]);
    expect((await add(aRule('short', 'is', 1))).statusCode).toBe(201);
  });

  it('count more if each item is searched for each value', async () => {
    expect((await add(aRule('parts', 'contains', 11))).json()).toMatchObject(tooMany);
    const added = await add(aRule('parts', 'contains', 10));
    expect(added.statusCode).toBe(201);
    expect((await add(aRule('another', 'is', 1))).json()).toMatchObject(tooMany);
    const { id, version } = added.json();
    const { groups } = aRule('parts', 'contains', 9);
    const shortened = await call(test, shop, 'PATCH', path(API.orderRule, id), {
      version,
      change: { groups },
    });
    expect(shortened.statusCode).toBe(200);
    expect((await add(aRule('another', 'is', 1))).statusCode).toBe(201);
  });

  it('are not tried either', async () => {
    const refused = await call(test, shop, 'POST', API.orderRuleTrial, {
      rule: aRule('parts', 'contains', 11),
    });
    expect([refused.statusCode, refused.json()]).toMatchObject([400, tooMany]);
  });
});
