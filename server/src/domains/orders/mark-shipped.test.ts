import type { OrderDetails } from '@lading/contract/orders/orders.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { path } from '../../../test/bulk.ts';
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
import type { ShopOrder } from '../../providers/order-sources/port.ts';
import { sweepParcels } from './sweep-parcels.ts';

let test: TestApp;
let shop: Shop;
let source: TestSource;
let order: ShopOrder;
let id: string;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  await saveSender(test, shop.userId);
  source = await makeSource(test, shop.userId);
});
beforeEach(async () => {
  order = anOrder();
  ({ id } = await readyOrder(test, source, order));
});
afterAll(() => test.close());

const mark = (orderId = id) => call(test, shop, 'POST', path(API.orderShipped, orderId));
const undo = () => call(test, shop, 'DELETE', path(API.orderShipped, id));
const details = async (orderId = id): Promise<OrderDetails> =>
  (await call(test, shop, 'GET', path(API.order, orderId))).json().order;
const ship = async () => (await call(test, shop, 'POST', API.ordersShip, { orderIds: [id] })).json();
let changes = 0;
/** What the store says about the order from now on. */
const change = async (part: Partial<ShopOrder>) => {
  changes += 1;
  order = { ...order, ...part, updatedAt: new Date(order.updatedAt.getTime() + changes) };
  await save(test, source, order);
};

const SHIPPED = {
  status: 'excluded',
  excluded: 'shipped_elsewhere',
  isMarkedShipped: true,
  canChange: false,
  canShip: false,
  items: [{ remaining: 0 }],
};
const READY = { status: 'ready', excluded: null, isMarkedShipped: false, canShip: true };

describe('an order that is marked as shipped', () => {
  it('is not shipped, whatever the store says about what it still counts', async () => {
    expect((await mark()).json().order).toMatchObject(SHIPPED);
    await change({ buyerNote: 'Leave at the door' });
    expect(await details()).toMatchObject(SHIPPED);
    expect(await ship()).toMatchObject({ shipped: 0, leftOut: [{ id, reason: 'excluded' }] });
    expect((await mark()).json().error).toBe('ORDER_BUSY');
  });

  it('can be shipped again if that was a mistake', async () => {
    await mark();
    expect((await undo()).json().order).toMatchObject({ ...READY, items: [{ remaining: 2 }] });
    expect((await undo()).json().order).toMatchObject(READY);
    await change({ buyerNote: 'Leave at the door' });
    expect(await ship()).toMatchObject({ shipped: 1 });
  });

  it('is ready for the pieces that the buyer adds later', async () => {
    await mark();
    await change({ items: [anItem({ quantity: 3 })] });
    expect(await details()).toMatchObject({
      status: 'ready',
      isMarkedShipped: true,
      items: [{ remaining: 1 }],
    });
    expect((await undo()).json().order).toMatchObject({ ...READY, items: [{ remaining: 3 }] });
  });

  it('follows the store once it counts the order as shipped', async () => {
    await mark();
    await change({ state: 'shipped', items: [anItem({ remaining: 0 })] });
    const known = { status: 'excluded', excluded: 'shipped_elsewhere', isMarkedShipped: false };
    expect(await details()).toMatchObject(known);
    expect((await undo()).json().order).toMatchObject(known);
    await change({ state: 'open', items: [anItem()] });
    expect(await details()).toMatchObject({ ...READY, items: [{ remaining: 2 }] });
  });

  it('leaves the package that it was combined for', async () => {
    const other = await readyOrder(test, source);
    const combined = await call(test, shop, 'POST', API.ordersCombine, { orderIds: [id, other.id] });
    expect(combined.json().order).toMatchObject({ parcels: 1 });
    await mark();
    expect(await details(other.id)).toMatchObject({ status: 'ready', parcels: 0, combinedWith: [] });
  });

  it('keeps its package if it is not marked and someone undoes the mark', async () => {
    const other = await readyOrder(test, source);
    await call(test, shop, 'POST', API.ordersCombine, { orderIds: [id, other.id] });
    expect((await undo()).json().order).toMatchObject({ ...READY, parcels: 1 });
  });

  it('can be in an upload in part', async () => {
    const { batchId } = await ship();
    await change({ items: [anItem({ quantity: 3 })] });
    expect((await mark()).json().order).toMatchObject({ status: 'in_progress', isMarkedShipped: true });
    await call(test, shop, 'DELETE', path(API.batch, batchId));
    await sweepParcels(test.deps);
    expect(await details()).toMatchObject({ status: 'ready', items: [{ remaining: 2 }] });
  });

  it('belongs to the client', async () => {
    const stranger = await makeShop(test);
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await call(test, stranger, method, path(API.orderShipped, id));
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'ORDER_NOT_FOUND']);
    }
    expect(await details()).toMatchObject(READY);
  });
});
