import type { PricingImpact } from '@lading/contract/global-pricing.ts';
import { storedRuleOf } from '@lading/contract/pricing/price-rules.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { whileWorking } from '../../../test/bulk.ts';
import { makeOperator } from '../../../test/operator.ts';
import { aRule, publish } from '../../../test/price-rules.ts';
import {
  boughtLabel,
  call,
  centsOfRate,
  expectConsistentLedger,
  makeShop,
  pay,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';
import { selectPreview } from './price-preview.store.ts';

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

it('the preview counts labels that a program bought together as single labels, as they were priced', async () => {
  const shop = await makeShop(test);
  const [rate] = await ratesFor(test, shop);
  const rateId = rate?.objectId ?? '';
  const { paymentIntentId } = await pay(test, shop, centsOfRate(rate), [rateId]);
  const body = { shipments: [{ rateId }], paymentIntentId };
  const bought = await whileWorking(test, () => call(test, shop, 'POST', API.bulkLabels, body));
  expect(bought.json(), bought.body).toMatchObject({ successful: 1 });
  const after = [storedRuleOf(aRule({ conditions: { clients: [shop.userId] }, effect: { flat: 90 } }))];
  const { biggest } = await selectPreview(test.deps.db, { since: new Date(0), now: [], after }, 10);
  expect(biggest).toMatchObject([{ channel: 'label' }]);
});
