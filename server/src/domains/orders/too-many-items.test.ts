import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import { makeSource, readyOrder } from '../../../test/shop-orders.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
});
afterAll(() => test.close());

const printSlips = async (orderIds: string[]) => {
  const printed = await call(test, shop, 'POST', API.ordersPrint, { orderIds, content: 'slips' });
  return [printed.statusCode, printed.json().message];
};
const setItems = (id: string, count: number) =>
  sql`
    UPDATE orders SET items = (
      SELECT jsonb_agg(item) FROM (SELECT orders.items -> 0 AS item FROM generate_series(1, ${count}::int)) repeated)
    WHERE id = ${id}`.execute(test.deps.db);
const tooMany = (items: string) => `These orders have more than ${items} items. Please select fewer orders.`;

it('orders with more items than fit into memory are neither shipped nor printed together', async () => {
  const source = await makeSource(test, shop.userId);
  const { id } = await readyOrder(test, source);
  await setItems(id, 100_001);
  const shipped = await call(test, shop, 'POST', API.ordersShip, { orderIds: [id] });
  expect([shipped.statusCode, shipped.json().message]).toEqual([400, tooMany('100,000')]);
  expect(await printSlips([id])).toEqual([400, tooMany('20,000')]);
});

it('the items of orders in the same package count, too', async () => {
  const source = await makeSource(test, shop.userId, 'shopify');
  const [small, large] = [await readyOrder(test, source), await readyOrder(test, source)];
  const combined = await call(test, shop, 'POST', API.ordersCombine, { orderIds: [small.id, large.id] });
  expect(combined.statusCode, combined.body).toBe(200);
  await setItems(large.id, 20_001);
  expect(await printSlips([small.id])).toEqual([400, tooMany('20,000')]);
});
