import { dollarsOf } from '@lading/contract/money.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOperator, refund } from '../../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  call,
  type FaultyApp,
  makeShop,
  type Shop,
} from '../../../../test/shipping.ts';

let faulty: FaultyApp;
let operator: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  operator = await makeOperator(faulty.test);
});
afterAll(() => faulty.test.close());

it.each([
  ['the full amount', (cents: number) => cents],
  ['a partial amount', () => 125],
])('a client sees a voided label with %s refunded', async (_, amountOf) => {
  const shop = await makeShop(faulty.test);
  const { transactionId: id, cents } = await boughtLabel(faulty.test, shop);
  await refund(faulty.test, operator, id, amountOf(cents), { voidLabel: true });
  const answer = await call(faulty.test, shop, 'GET', path(API.transaction, { id }));
  expect(answer.json().transaction).toMatchObject({
    labelStatus: 'voided',
    cost: dollarsOf(cents),
    refunded: dollarsOf(amountOf(cents)),
  });
});
