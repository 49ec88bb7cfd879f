import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { buyLabels } from '../../../test/ship-orders.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import {
  anItem,
  anOrder,
  makeSource,
  orderRow,
  readyOrder,
  save,
  saveSender,
  type TestSource,
} from '../../../test/shop-orders.ts';

let test: TestApp;
let shop: Shop;
let source: TestSource;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  shop = await makeShop(test);
  await saveSender(test, shop.userId);
  source = await makeSource(test, shop.userId, 'woocommerce');
});
afterAll(() => test.close());

const ship = (...orders: { id: string }[]) =>
  call(test, shop, 'POST', API.ordersShip, { orderIds: orders.map(({ id }) => id) });

describe('an order that the store reduced after a label', () => {
  it('can be shipped in part, and does not block the other selected orders', async () => {
    const [mug, tea] = [anItem(), anItem({ externalId: 'item-2', sku: 'TEA-1', title: 'Tea' })];
    const reduced = await readyOrder(test, source, { items: [mug] });
    const other = await readyOrder(test, source);
    await buyLabels(test, shop, (await ship(reduced)).json().batchId);
    await save(
      test,
      source,
      anOrder({ ...reduced, items: [tea], updatedAt: new Date('2026-11-16T12:00:00Z') }),
    );
    const answer = await ship(reduced, other);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json()).toMatchObject({ shipped: 2, leftOut: [] });
    expect(await orderRow(test, source, reduced.externalId)).toMatchObject({ status: 'attention' });
  });
});
