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

it('orders with more items than fit into memory are neither shipped nor printed together', async () => {
  const source = await makeSource(test, shop.userId);
  const { id } = await readyOrder(test, source);
  await sql`
    UPDATE orders SET items = (
      SELECT jsonb_agg(item) FROM (SELECT orders.items -> 0 AS item FROM generate_series(1, 100001)) repeated)
    WHERE id = ${id}`.execute(test.deps.db);
  const message = 'These orders have more than 100,000 items. Please select fewer orders.';
  const shipped = await call(test, shop, 'POST', API.ordersShip, { orderIds: [id] });
  expect([shipped.statusCode, shipped.json().message]).toEqual([400, message]);
  const printed = await call(test, shop, 'POST', API.ordersPrint, { orderIds: [id], content: 'slips' });
  const fewer = 'These orders have more than 20,000 items. Please select fewer orders.';
  expect([printed.statusCode, printed.json().message]).toEqual([400, fewer]);
});
