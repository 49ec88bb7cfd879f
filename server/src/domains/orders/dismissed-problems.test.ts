import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
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
import { aRecipient, BOX, saveSender } from '../../../test/shop-orders.ts';
import { CANNOT_WITHDRAW } from './report-shipments.ts';

let app: ShopApp;
let client: Shop;
let sourceId: string;
beforeAll(async () => {
  app = await buildShopApp();
  client = await makeShop(app.test);
  await saveSender(app.test, client.userId);
  sourceId = (await connectShop(app.test, client)).id;
});
afterAll(() => app.test.close());

/** A new order with a label that the store does not know yet. */
let externalId: string;
let url: string;
let orderId: string;
beforeEach(async () => {
  const { woocommerce } = app.shops;
  woocommerce.refusesReports = null;
  woocommerce.canWithdraw = true;
  [externalId = ''] = woocommerce.add(1);
  await readShops(app.test);
  await shipOrders(app.test, client, sourceId, [externalId]);
  orderId = (await order())?.id ?? '';
  url = path(API.order, { id: orderId });
});

const order = () => orderOf(app.test, sourceId, externalId);
const report = async () => (await reportsOf(app.test, sourceId)).find((each) => each.order_id === orderId);
const dismiss = async () => (await send(app.test, client, 'PATCH', url, { dismiss: true })).json().order;
const changeInStore = async (change: Parameters<ShopApp['shops']['woocommerce']['change']>[1]) => {
  app.test.clock.advance(1_000);
  app.shops.woocommerce.change(externalId, { ...change, updatedAt: app.test.clock.now() });
  await readShops(app.test);
};
const voidLabel = async () => {
  const { db } = app.test.deps;
  await sql`UPDATE order_parcels SET state = 'voided' WHERE id = ${(await report())?.parcel_id}`.execute(db);
  await sql`UPDATE order_reports SET state = 'to_withdraw', next_try_at = now() WHERE order_id = ${orderId}`.execute(
    db,
  );
  await reportAll(app.test);
};

describe('a number that the store cannot remove', () => {
  beforeEach(async () => {
    app.shops.woocommerce.canWithdraw = false;
    await reportAll(app.test);
    await voidLabel();
    await readShops(app.test);
    await send(app.test, client, 'PATCH', url, { weightOz: 12, parcel: BOX });
    expect(await order()).toMatchObject({
      shop_state: 'shipped',
      status: 'attention',
      problems: [{ code: 'report_not_withdrawn', detail: CANNOT_WITHDRAW }],
    });
  });

  const ship = async () =>
    (await send(app.test, client, 'POST', API.ordersShip, { orderIds: [orderId] })).json();

  it('leaves the order ready once it is dismissed, even after the next sync', async () => {
    expect(await dismiss()).toMatchObject({ status: 'ready', problems: [], canChange: true, canShip: true });
    expect(await report()).toMatchObject({ state: 'not_withdrawn', message: null });
    await changeInStore({ buyerNote: 'Leave at the door' });
    expect(await order()).toMatchObject({ shop_state: 'shipped', status: 'ready', excluded: null });
    expect(await ship()).toMatchObject({ shipped: 1, leftOut: [] });
  });

  it('can be followed by a hold if the client will not ship again', async () => {
    await dismiss();
    const held = await send(app.test, client, 'POST', path(API.orderHold, { id: orderId }), {
      reason: 'Not shipped again',
    });
    expect(held.json().order).toMatchObject({ status: 'held', canShip: false });
  });

  it('is not dismissed with a change that the client was shown instead', async () => {
    expect(await ship()).toMatchObject({ shipped: 1 });
    await changeInStore({ recipient: aRecipient({ line1: '1 New St' }), state: 'open' });
    expect((await order())?.problems.map(({ code }) => code)).toEqual(['changed_after_label']);
    expect(await dismiss()).toMatchObject({ status: 'in_progress', problems: [] });
    expect(await report()).toMatchObject({ message: CANNOT_WITHDRAW });
  });
});
