import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { buyLabels } from '../../../test/ship-orders.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import { makeSource, readyOrder, saveSender } from '../../../test/shop-orders.ts';
import { anonymizeOldOrders, deleteOrdersOf } from './erased-orders.store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

async function shopWithOrder(): Promise<{ shop: Shop; orderId: string }> {
  const shop = await makeShop(test);
  await saveSender(test, shop.userId);
  const order = await readyOrder(test, await makeSource(test, shop.userId), { number: 'Tea 1' });
  return { shop, orderId: order.id };
}

/** With the place of each row in the table, which changes when the row is written. */
async function textsOf(orderId: string) {
  const { rows } = await sql<{ part: string; search_text: string; place: string }>`
    SELECT part, search_text, ctid::text AS place FROM order_search_texts WHERE order_id = ${orderId} ORDER BY part`.execute(
    test.deps.db,
  );
  return rows;
}

async function ship(shop: Shop, orderId: string): Promise<string> {
  const answer = await call(test, shop, 'POST', API.ordersShip, { orderIds: [orderId] });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().batchId;
}

it('are written when they change, not with every change of an order', async () => {
  const { shop, orderId } = await shopWithOrder();
  const before = await textsOf(orderId);
  expect(before).toMatchObject([{ part: 'order', search_text: expect.stringMatching(/^tea 1 dana reyes /) }]);
  const batchId = await ship(shop, orderId);
  expect(await textsOf(orderId)).toEqual(before);
  await buyLabels(test, shop, batchId);
  const after = await textsOf(orderId);
  expect(after).toEqual([
    ...before,
    { part: 'tracking', search_text: expect.stringMatching(/^\S{10,}$/), place: expect.any(String) },
  ]);
});

it('find only the number of an order whose personal data was erased, and are deleted with the account', async () => {
  const { shop, orderId } = await shopWithOrder();
  await buyLabels(test, shop, await ship(shop, orderId));
  const { db, clock } = test.deps;
  const now = clock.now();
  const erased = await db
    .transaction()
    .execute((trx) =>
      anonymizeOldOrders(trx, { which: 'done', before: new Date('2100-01-01'), now, limit: 100 }),
    );
  expect(erased.length).toBeGreaterThan(0);
  expect(await textsOf(orderId)).toMatchObject([
    { part: 'order', search_text: 'tea 1' },
    { part: 'tracking', search_text: '' },
  ]);
  await db.transaction().execute((trx) => deleteOrdersOf(trx, shop.userId));
  expect(await textsOf(orderId)).toEqual([]);
});
