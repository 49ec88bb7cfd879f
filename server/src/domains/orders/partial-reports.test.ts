import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildShopApp,
  connectShop,
  orderOf,
  readShops,
  reportAll,
  reportsOf,
  type ShopApp,
  send,
  shipOrders,
} from '../../../test/order-sources.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { transaction } from '../../platform/db/database.ts';
import { withdrawReports } from './reports-of-parcels.store.ts';

const REFUSAL = 'The second location is on hold.';

let app: ShopApp;
let client: Shop;
let sourceId: string;
beforeAll(async () => {
  app = await buildShopApp();
  client = await makeShop(app.test);
  sourceId = (await connectShop(app.test, client, 'shopify')).id;
});
afterAll(() => app.test.close());

/** A new order with a label whose report the store refuses in part. */
let orderId: string;
let trackingNumber: string;
beforeEach(async () => {
  const { shopify } = app.shops;
  shopify.refusesReports = null;
  shopify.refusesRest = REFUSAL;
  [orderId = ''] = shopify.add(1);
  await readShops(app.test);
  const [shipped] = await shipOrders(app.test, client, sourceId, [orderId]);
  trackingNumber = shipped?.trackingNumber ?? '';
});

const report = async () => {
  const order = await orderOf(app.test, sourceId, orderId);
  const found = (await reportsOf(app.test, sourceId)).find((each) => each.order_id === order?.id);
  if (!found) throw new Error('There is no report');
  return found;
};
const voidLabel = async () => {
  const { parcel_id } = await report();
  await transaction(app.test.deps.db, (trx) => withdrawReports(trx, [parcel_id], app.test.clock.now()));
};
const received = () => ({
  numbers: app.shops.shopify.trackingNumbers(orderId),
  mails: app.shops.shopify.mails.get(orderId) ?? 0,
});

describe('a report that the store refuses in part', () => {
  it('keeps the reference of what the store recorded', async () => {
    await reportAll(app.test);
    expect(await report()).toMatchObject({
      state: 'refused',
      message: REFUSAL,
      reference: expect.stringMatching(/^report-/),
    });
    expect(received()).toEqual({ numbers: [trackingNumber], mails: 1 });
  });

  it('is completed when the client asks, without a second email', async () => {
    const { shopify } = app.shops;
    await reportAll(app.test);
    shopify.refusesRest = null;
    const order = await orderOf(app.test, sourceId, orderId);
    await send(app.test, client, 'POST', path(API.orderReports, { id: order?.id ?? '' }));
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'reported', reference: shopify.begun.at(-1) });
    expect(received()).toEqual({ numbers: [trackingNumber], mails: 1 });
    expect(shopify.order(orderId)).toMatchObject({ state: 'shipped' });
  });

  it('is withdrawn after a void', async () => {
    await reportAll(app.test);
    await voidLabel();
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'withdrawn' });
    expect(received().numbers).toEqual([]);
  });

  it('is withdrawn after a void although the answer was lost', async () => {
    app.shops.shopify.failNext('report', 'lost');
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'to_report', reference: null, is_uncertain: true });
    await voidLabel();
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'withdrawn' });
    expect(received().numbers).toEqual([]);
  });

  it('is withdrawn after a void although the answer was lost and the next try was refused', async () => {
    const { shopify } = app.shops;
    shopify.failNext('report', 'lost');
    await reportAll(app.test);
    shopify.refusesReports = 'The order is archived.';
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'refused', reference: shopify.begun.at(-1) });
    shopify.refusesReports = null;
    await voidLabel();
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'withdrawn' });
    expect(received().numbers).toEqual([]);
  });
});

describe('a partial report whose answer was lost', () => {
  beforeEach(async () => {
    app.shops.shopify.failNext('report', 'lost');
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'to_report', reference: null, is_uncertain: true });
  });

  it('is withdrawn after a void, although the store refused to complete it', async () => {
    app.shops.shopify.refusesReports = 'The item was removed from the order.';
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'refused', reference: expect.stringMatching(/^report-/) });
    await voidLabel();
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'withdrawn' });
    expect(received().numbers).toEqual([]);
  });

  it('is withdrawn again if the first withdrawal failed halfway', async () => {
    const { shopify } = app.shops;
    await voidLabel();
    shopify.failNext('withdraw', 'lost');
    await reportAll(app.test);
    const calls = shopify.count('withdraw');
    await reportAll(app.test);
    expect(shopify.count('withdraw')).toBe(calls + 1);
    expect(await report()).toMatchObject({ state: 'withdrawn' });
  });
});

describe('a report that the store refuses as a whole', () => {
  it('is canceled after a void without a call', async () => {
    const { shopify } = app.shops;
    shopify.refusesReports = 'The order is archived.';
    await reportAll(app.test);
    const calls = shopify.calls.length;
    await voidLabel();
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'canceled', reference: null });
    expect(shopify.calls.length).toBe(calls);
  });
});
