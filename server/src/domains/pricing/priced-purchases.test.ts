import type { PricingImpact } from '@lading/contract/global-pricing.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeOperator } from '../../../test/operator.ts';
import { aRule, publish } from '../../../test/price-rules.ts';
import { boughtLabel, call, expectConsistentLedger, makeShop, type Shop } from '../../../test/shipping.ts';

let test: TestApp;
let operator: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  operator = await makeOperator(test);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

it('the impact of a new global commission leaves out labels that a price rule has priced', async () => {
  const shop = await makeShop(test);
  const impact = async (): Promise<PricingImpact> =>
    (
      await call(test, operator, 'GET', `${API.adminPricingImpact}?markupType=flat_rate&markupAmount=7`)
    ).json();
  await boughtLabel(test, shop);
  const before = await impact();
  await publish(test, operator, [
    aRule({ conditions: { clients: [shop.userId] }, effect: { percent: 50, ending: 'none' } }),
  ]);
  await boughtLabel(test, shop);
  expect(await impact()).toEqual(before);
});
