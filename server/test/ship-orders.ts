import { API } from '@lading/contract/routes.ts';
import { expect } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { act, batchOf, payForBatch, work } from './bulk.ts';
import { call, makeShop, type Shop } from './shipping.ts';
import { BOX, makeSource, readyOrder, saveSender } from './shop-orders.ts';

/** Rates, payment and labels of a batch, as on the bulk screen. */
export async function buyLabels(test: TestApp, shop: Shop, batchId: string): Promise<void> {
  await work(test);
  await act(test, shop, API.batchRates, batchId);
  await work(test);
  const { paymentIntentId } = await payForBatch(test, shop, await batchOf(test, shop, batchId));
  await act(test, shop, API.batchLabels, batchId, { paymentIntentId });
  await work(test);
}

export const anImportedOrder = (changes: object = {}) => ({
  external_id: 'A-1',
  order_number: '#1',
  order_status: 'PAID',
  placed_at: '2026-11-15T10:00:00-08:00',
  to_address: {
    name: 'Dana Reyes',
    street1: '500 W 2nd St',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    country: 'US',
  },
  line_items: [
    { sku: 'MUG', title: 'Mug', quantity: 2, weight: '12', weight_unit: 'oz', total_price: '29.00' },
  ],
  total_price: '34.00',
  ...changes,
});

/** Sends an order through the API and puts it into a batch, if the profile has an address. */
export async function shipImported(test: TestApp, shop: Shop, order: object): Promise<{ shipped: number }> {
  const imported = await call(test, shop, 'POST', API.ordersImport, { orders: [order] });
  expect(imported.statusCode, imported.body).toBe(200);
  const id: string = imported.json().results[0].id;
  await call(test, shop, 'PATCH', API.order.replace(':id', id), { parcel: BOX });
  return (await call(test, shop, 'POST', API.ordersShip, { orderIds: [id] })).json();
}

/** A client with two shipped orders. */
export async function shipTwoOrders(test: TestApp): Promise<Shop> {
  const shop = await makeShop(test);
  await saveSender(test, shop.userId);
  const source = await makeSource(test, shop.userId);
  const orders = [await readyOrder(test, source), await readyOrder(test, source)];
  const answer = await call(test, shop, 'POST', API.ordersShip, { orderIds: orders.map(({ id }) => id) });
  expect(answer.statusCode, answer.body).toBe(201);
  await buyLabels(test, shop, answer.json().batchId);
  return shop;
}
