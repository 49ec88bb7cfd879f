import type { ShipOrdersAnswer } from '@lading/contract/orders/ship-orders.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { rowsOfBatch } from '../../../test/bulk.ts';
import { countSessions } from '../../../test/database-sessions.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import {
  anItem,
  anOrder,
  makeSource,
  readyOrder,
  save,
  saveSender,
  type TestSource,
} from '../../../test/shop-orders.ts';
import { newId } from '../../platform/ids.ts';
import { insertPlannedParcel } from './order-parcels.store.ts';
import { lockOrders } from './saved-orders.store.ts';

let test: TestApp;
let shop: Shop;
let source: TestSource;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  ({ shop, source } = await makeClient());
});
afterAll(() => test.close());

async function makeClient(): Promise<{ shop: Shop; source: TestSource }> {
  const made = await makeShop(test);
  await saveSender(test, made.userId);
  return { shop: made, source: await makeSource(test, made.userId, 'shopify') };
}

type Order = Awaited<ReturnType<typeof readyOrder>>;
const twoOrders = async (): Promise<[Order, Order]> => [
  await readyOrder(test, source, { number: 'A' }),
  await readyOrder(test, source, { number: 'B' }),
];
const combine = async (...orders: Order[]): Promise<void> => {
  const body = { orderIds: orders.map(({ id }) => id) };
  expect((await call(test, shop, 'POST', API.ordersCombine, body)).statusCode).toBe(200);
};
const ship = async (by: Shop, ...orders: Order[]): Promise<ShipOrdersAnswer> => {
  const answer = await call(test, by, 'POST', API.ordersShip, { orderIds: orders.map(({ id }) => id) });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const refsIn = async ({ batchId }: ShipOrdersAnswer): Promise<string[]> =>
  batchId === null ? [] : (await rowsOfBatch(test, shop, batchId)).map(({ cells }) => cells.order_ref ?? '');

describe('shipping combined orders', () => {
  it('leaves the plans of other clients alone', async () => {
    const [a, b] = await twoOrders();
    await combine(a, b);
    const other = await makeClient();
    const own = await readyOrder(test, other.source);
    expect(await ship(other.shop, own, a)).toMatchObject({
      shipped: 1,
      leftOut: [{ id: a.id, reason: 'missing' }],
    });
    expect(await refsIn(await ship(shop, a))).toEqual(['A, B']);
  });

  it('does not ship the other order alone if the selected one cannot be shipped', async () => {
    const [a, b] = await twoOrders();
    await combine(a, b);
    await save(
      test,
      source,
      anOrder({ ...a, state: 'cancelled', updatedAt: new Date('2026-11-16T12:00:00Z') }),
    );
    expect(await ship(shop, a)).toMatchObject({ batchId: null, shipped: 0, leftOut: [{ id: a.id }] });
    const c = await readyOrder(test, source, { number: 'C' });
    const answer = await ship(shop, a, c);
    expect(answer).toMatchObject({ shipped: 1, leftOut: [{ id: a.id }] });
    expect(await refsIn(answer)).toEqual(['C']);
    expect(await refsIn(await ship(shop, b))).toEqual(['B']);
  });

  it('does not ship what a plan leaves of an order that was not selected', async () => {
    const a = await readyOrder(test, source, { number: 'A' });
    const b = await readyOrder(test, source, { number: 'B', externalId: 'grows' });
    await combine(a, b);
    const more = { number: 'B', externalId: 'grows', items: [anItem({ quantity: 5 })] };
    await save(test, source, anOrder({ ...more, updatedAt: new Date('2026-11-16T12:00:00Z') }));
    const answer = await ship(shop, a);
    expect(await refsIn(answer)).toEqual(['A, B']);
  });

  it('includes the other order if they were combined just before', async () => {
    const [a, b] = await twoOrders();
    let shipping: Promise<ShipOrdersAnswer> | undefined;
    await test.deps.db.transaction().execute(async (trx) => {
      await lockOrders(trx, shop.userId, [a.id, b.id]);
      shipping = ship(shop, a);
      await expect.poll(() => countSessions(test, `wait_event_type = 'Lock'`)).toBe(1);
      const items = [a, b].map(({ id }) => ({ order_id: id, item_id: 'item-1', quantity: 2, ordered: 2 }));
      await insertPlannedParcel(trx, shop.userId, { id: newId(), items }, test.clock.now());
    });
    const answer = (await shipping) ?? expect.fail('not shipped');
    expect(answer.shipped).toBe(2);
    expect(await refsIn(answer)).toEqual(['A, B']);
  });
});
