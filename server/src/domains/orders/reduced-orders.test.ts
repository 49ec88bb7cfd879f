import type { OrderDetails } from '@lading/contract/orders/orders.ts';
import { API } from '@lading/contract/routes.ts';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { path } from '../../../test/bulk.ts';
import { anImportedOrder, buyLabels } from '../../../test/ship-orders.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import {
  anItem,
  anOrder,
  BOX,
  makeSource,
  orderRow,
  readyOrder,
  save,
  saveSender,
  type TestSource,
} from '../../../test/shop-orders.ts';
import type { OrdersTables } from './orders.tables.ts';

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

describe('the rest of an order whose first parcel needs attention', () => {
  it.each<[string, Partial<Updateable<OrdersTables['orders']>>, boolean]>([
    ['is shipped', {}, true],
    ['is not shipped while it is on hold', { hold_reason: 'Wait for the buyer' }, false],
    ['is not shipped while it is not paid', { paid: 'no' }, false],
    ['is not shipped while the store holds it', { shop_state: 'on_hold' }, false],
    ['is not shipped if the store marked it as shipped', { shop_state: 'shipped' }, false],
  ])('%s', async (_case, changes, isShipped) => {
    const order = await readyOrder(test, source);
    await ship(order);
    const { items } = await orderRow(test, source, order.externalId);
    // Another piece was added, and the recipient changed, while the first ones are in a batch.
    await test.deps.db
      .updateTable('orders')
      .set({
        items: JSON.stringify(items.map((item) => ({ ...item, quantity: 3, needed: 3 }))),
        status: 'attention',
        problems: JSON.stringify([{ code: 'changed_after_label' }]),
        ...changes,
      })
      .where('id', '=', order.id)
      .execute();
    expect((await ship(order)).json()).toMatchObject({ shipped: isShipped ? 1 : 0 });
  });
});

describe('an order that a program reports as partially fulfilled', () => {
  const LINES = [
    {
      external_id: 'a',
      sku: 'MUG',
      title: 'Mug',
      quantity: 2,
      weight: '12',
      weight_unit: 'oz',
      total_price: '20',
    },
    {
      external_id: 'b',
      sku: 'TEA',
      title: 'Tea',
      quantity: 1,
      weight: '2',
      weight_unit: 'oz',
      total_price: '5',
    },
  ] as const;
  const [MUGS, TEA] = LINES;
  const send = async (order_status: string, line_items: readonly object[]): Promise<{ id: string }> => {
    const order = anImportedOrder({ order_status, line_items });
    test.clock.advance(1_000);
    const answer = await call(test, shop, 'POST', API.ordersImport, { orders: [order] });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().results[0];
  };
  const details = async ({ id }: { id: string }): Promise<OrderDetails> =>
    (await call(test, shop, 'GET', path(API.order, id))).json().order;
  const open = async (order: { id: string }) =>
    Object.fromEntries((await details(order)).items.map(({ id, remaining }) => [id, remaining]));
  const putIntoBox = ({ id }: { id: string }) =>
    call(test, shop, 'PATCH', path(API.order, id), { parcel: BOX });

  it('keeps the pieces with a label, and offers those that remain', async () => {
    const order = await send('PAID', [MUGS]);
    await putIntoBox(order);
    await buyLabels(test, shop, (await ship(order)).json().batchId);
    await send('PARTIALLY_FULFILLED', [TEA]);
    expect(await open(order)).toEqual({ a: 0, b: 1 });
    expect(await details(order)).toMatchObject({ problems: [] });
  });

  it('keeps the lines apart if they have no IDs', async () => {
    const [mugs, tea] = LINES.map(({ external_id: _id, ...line }) => line);
    const order = await send('PAID', [mugs ?? {}]);
    await putIntoBox(order);
    await buyLabels(test, shop, (await ship(order)).json().batchId);
    await send('PARTIALLY_FULFILLED', [tea ?? {}]);
    expect((await details(order)).items).toMatchObject([
      { sku: 'TEA', remaining: 1 },
      { sku: 'MUG', remaining: 0 },
    ]);
  });
});
