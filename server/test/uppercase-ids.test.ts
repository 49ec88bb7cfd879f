import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSourceTree } from './architecture/source-tree.ts';
import { path, whileWorking } from './bulk.ts';
import {
  buildFaultyApp,
  call,
  centsOfRate,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  pay,
  ratesFor,
  type Shop,
  startPayment,
} from './shipping.ts';
import { makeSource, readyOrder, saveSender } from './shop-orders.ts';

let test: FaultyApp['test'];
let shop: Shop;
beforeAll(async () => {
  test = (await buildFaultyApp({ requestWaitMs: 20_000 })).test;
  shop = await makeShop(test);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

it('a rate in uppercase is paid once and gets its label', async () => {
  const [rate] = await ratesFor(test, shop);
  const id = rate?.objectId ?? expect.fail('no rate');
  const payment = await pay(test, shop, centsOfRate(rate), [id.toUpperCase()]);
  const again = await startPayment(test, shop, centsOfRate(rate), [id]);
  expect(again.paymentIntentId).toBe(payment.paymentIntentId);
  const shipments = [{ rateId: id.toUpperCase() }];
  const answer = await whileWorking(test, () => call(test, shop, 'POST', API.bulkLabels, { shipments }));
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toMatchObject({ successful: 1, failed: 0, results: [{ rateId: id }] });
});

it('an order in uppercase is found and shipped', async () => {
  await saveSender(test, shop.userId);
  const { id } = await readyOrder(test, await makeSource(test, shop.userId, 'shopify'));
  const found = await call(test, shop, 'GET', path(API.order, id.toUpperCase()));
  expect(found.json()).toMatchObject({ order: { id } });
  const answer = await call(test, shop, 'POST', API.ordersShip, { orderIds: [id.toUpperCase()] });
  expect(answer.json()).toMatchObject({ shipped: 1, leftOut: [] });
});

it('a package in uppercase is found', async () => {
  const { id } = await readyOrder(test, await makeSource(test, shop.userId, 'shopify'));
  const box = { name: 'Box', kind: 'box', lengthIn: 8, widthIn: 6, heightIn: 4, emptyWeightOz: 2 };
  const own = (await call(test, shop, 'POST', API.packages, box)).json().package;
  const packageId = own.id.toUpperCase();
  const changed = await call(test, shop, 'PATCH', path(API.order, id), { packageId });
  expect(changed.json(), changed.body).toMatchObject({ order: { preparation: { packageId: own.id } } });
  const rule = { name: 'Boxes', actions: [{ kind: 'package', packageId }] };
  const added = await call(test, shop, 'POST', API.orderRules, { rule });
  expect(added.json(), added.body).toMatchObject({ rules: [{ actions: [{ packageId: own.id }] }] });
});

it('the API description still has the format of ids', async () => {
  const { paths } = (await test.inject({ url: API.openapi })).json();
  const { schema } = paths[API.ordersShip].post.requestBody.content['application/json'];
  expect(schema.properties.orderIds.items).toMatchObject({ type: 'string', format: 'uuid' });
});

it('every request schema uses the lowercase id', () => {
  const files = readSourceTree().filter(
    ({ path, text }) =>
      /^contract\/src\/|\.routes\.ts$|^server\/src\/platform\/http\//.test(path) &&
      /\bz\.g?uu?id\(|\bpackageId: .*z\.string\(\)\.check\(/.test(text),
  );
  expect(files.map(({ path }) => path)).toEqual(['contract/src/uuid.ts']);
});
