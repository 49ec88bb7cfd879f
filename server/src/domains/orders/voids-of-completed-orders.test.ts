import type { OrderDetails } from '@lading/contract/orders/orders.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  startWooCommerceDouble,
  WOOCOMMERCE_KEY,
  type WooCommerceDouble,
} from '../../../test/doubles/woocommerce-double.ts';
import type { DoubleOrder } from '../../../test/doubles/woocommerce-double-orders.ts';
import { makeOperator, refund } from '../../../test/operator.ts';
import { orderOf, readShops, reportAll, send } from '../../../test/order-sources.ts';
import { buyLabels } from '../../../test/ship-orders.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { BOX, saveSender } from '../../../test/shop-orders.ts';
import { addLookUps } from './order-look-ups.store.ts';
import { STILL_SHIPPED } from './report-shipments.ts';
import { sweepParcels } from './sweep-parcels.ts';

let test: TestApp;
let woo: WooCommerceDouble;
let operator: Shop;
let client: Shop;
let sourceId: string;
beforeAll(async () => {
  woo = await startWooCommerceDouble();
  test = await buildTestApp({ ORDER_SOURCE_ALLOWED_HOSTS: new URL(woo.url).host });
  operator = await makeOperator(test);
  client = await makeShop(test);
  await saveSender(test, client.userId);
  const credentials = { kind: 'woocommerce', address: woo.url, ...WOOCOMMERCE_KEY };
  const answer = await send(test, client, 'POST', API.orderSources, { credentials });
  expect(answer.statusCode, answer.body).toBe(201);
  sourceId = answer.json().source.id;
});
afterAll(async () => {
  await test.close();
  await woo.close();
});

/** An order that was shipped and reported. Lading does not complete orders in this store. */
let inStore: DoubleOrder;
let url: string;
beforeEach(() => {
  Object.assign(woo.behavior, { fulfillments: true, plugins: [] });
});
/** As after a webhook. */
const readInStore = async () => {
  await addLookUps(test.deps.db, sourceId, [String(inStore.id)], test.clock.now());
  await readShops(test);
};
const shipAndReport = async () => {
  inStore = woo.shop.make();
  await readInStore();
  const order = await orderOf(test, sourceId, String(inStore.id));
  url = path(API.order, { id: order?.id ?? '' });
  await send(test, client, 'PATCH', url, { weightOz: 12, parcel: BOX });
  const answer = await send(test, client, 'POST', API.ordersShip, { orderIds: [order?.id] });
  expect(answer.statusCode, answer.body).toBe(201);
  await buyLabels(test, client, answer.json().batchId);
  await reportAll(test);
};
const details = async (): Promise<OrderDetails> => (await send(test, client, 'GET', url)).json().order;
const shown = async () => {
  const { status, excluded, canShip, problems } = await details();
  return { status, excluded, canShip, problems };
};
const setStatus = async (status: string) => {
  inStore.status = status;
  woo.shop.touch(inStore);
  await readInStore();
};
const voidLabel = async () => {
  const shipmentId = (await details()).parcelList[0]?.shipmentId ?? '';
  await refund(test, operator, shipmentId, 100, { voidLabel: true });
  await sweepParcels(test.deps);
};
const withdraw = async () => {
  await reportAll(test);
  await readShops(test);
};

describe('an order that the merchant completed in WooCommerce', () => {
  it.each([
    ['fulfillment', { fulfillments: true, plugins: [] }],
    ['tracking number of a plug-in', { fulfillments: false, plugins: ['wc-shipment-tracking' as const] }],
  ])('can be shipped again after its label was voided and its %s removed', async (_, behavior) => {
    Object.assign(woo.behavior, behavior);
    await shipAndReport();
    await setStatus('completed');
    await voidLabel();
    expect(await shown()).toEqual({ status: 'ready', excluded: null, canShip: true, problems: [] });
    await withdraw();
    expect(woo.reports.trackingNumbers(inStore.id)).toEqual([]);
    expect(inStore.status).toBe('completed');
    const problem = { code: 'report_not_withdrawn', detail: STILL_SHIPPED };
    expect(await shown()).toEqual({
      status: 'attention',
      excluded: null,
      canShip: true,
      problems: [problem],
    });
    await send(test, client, 'PATCH', url, { dismiss: true });
    await setStatus('completed');
    expect(await shown()).toEqual({ status: 'ready', excluded: null, canShip: true, problems: [] });
    const again = await send(test, client, 'POST', API.ordersShip, { orderIds: [(await details()).id] });
    expect(again.json()).toMatchObject({ shipped: 1 });
  });

  it('is ready without a message once the merchant opens it again', async () => {
    await shipAndReport();
    await setStatus('completed');
    await voidLabel();
    await withdraw();
    await setStatus('processing');
    expect(await shown()).toEqual({ status: 'ready', excluded: null, canShip: true, problems: [] });
    await setStatus('completed');
    const expected = { status: 'excluded', excluded: 'shipped_elsewhere', canShip: false };
    expect(await shown()).toMatchObject(expected);
  });

  it('counts as shipped outside Lading if the store never had the number', async () => {
    await shipAndReport();
    await setStatus('completed');
    await test.deps.db
      .updateTable('order_reports')
      .set({ is_uncertain: true, reference: null })
      .where('source_id', '=', sourceId)
      .execute();
    woo.reports.fulfillments.length = 0;
    await voidLabel();
    await withdraw();
    expect(await shown()).toMatchObject({
      status: 'excluded',
      excluded: 'shipped_elsewhere',
      canShip: false,
    });
  });
});
