import type { OrderProblem } from '@lading/contract/orders/orders.ts';
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
  sourceOf,
} from '../../../test/order-sources.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { aRecipient, BOX, saveSender } from '../../../test/shop-orders.ts';
import { newId } from '../../platform/ids.ts';
import { addLookUps } from './order-look-ups.store.ts';
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
/** What the client sees now, to dismiss it later. */
const shown = async () => (await send(app.test, client, 'GET', url)).json().order.problems;
const dismissShown = (problems: OrderProblem[]) =>
  send(app.test, client, 'PATCH', url, { dismiss: problems });
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

  it('can be marked as shipped if the client will not ship again', async () => {
    await dismiss();
    const shipped = path(API.orderShipped, { id: orderId });
    const marked = {
      status: 'excluded',
      excluded: 'shipped_elsewhere',
      canShip: false,
      isMarkedShipped: true,
    };
    expect((await send(app.test, client, 'POST', shipped)).json().order).toMatchObject(marked);
    await changeInStore({ buyerNote: 'Leave at the door' });
    expect((await send(app.test, client, 'GET', url)).json().order).toMatchObject(marked);
    expect((await send(app.test, client, 'DELETE', shipped)).json().order).toMatchObject({
      status: 'ready',
      canShip: true,
    });
  });

  it('is not dismissed with a change that the client was shown instead', async () => {
    expect(await ship()).toMatchObject({ shipped: 1 });
    await changeInStore({ recipient: aRecipient({ line1: '1 New St' }), state: 'open' });
    expect((await order())?.problems.map(({ code }) => code)).toEqual(['changed_after_label']);
    expect(await dismiss()).toMatchObject({ status: 'in_progress', problems: [] });
    expect(await report()).toMatchObject({ message: CANNOT_WITHDRAW });
  });
});

describe('a number that the store refuses', () => {
  const REFUSAL = 'The order is archived.';
  const problem = { code: 'report_refused', detail: REFUSAL };
  const refusedInSource = async () => (await sourceOf(app.test, client, sourceId)).reports.refused;
  const retry = () => send(app.test, client, 'POST', path(API.orderReports, { id: orderId }));
  beforeEach(async () => {
    app.shops.woocommerce.refusesReports = REFUSAL;
    await reportAll(app.test);
    expect(await order()).toMatchObject({ status: 'attention', problems: [problem] });
  });

  it('is no longer a problem once it is dismissed', async () => {
    const before = await refusedInSource();
    expect(await dismiss()).toMatchObject({ status: 'shipped', problems: [] });
    expect(await report()).toMatchObject({ state: 'refused', message: null });
    expect(await refusedInSource()).toBe(before - 1);
    await changeInStore({ buyerNote: 'Leave at the door' });
    expect(await order()).toMatchObject({ status: 'shipped', problems: [] });
  });

  it('can still be sent again, and is a problem again if the store refuses it again', async () => {
    await dismiss();
    expect((await retry()).json()).toEqual({ retried: 1 });
    await reportAll(app.test);
    expect(await order()).toMatchObject({ status: 'attention', problems: [problem] });
    await dismiss();
    app.shops.woocommerce.refusesReports = null;
    expect((await retry()).json()).toEqual({ retried: 1 });
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'reported', message: null });
  });

  /** The order gets a second parcel, whose number the store refuses with another message. */
  const refuseAnother = async () => {
    const { db } = app.test.deps;
    const parcelId = newId();
    await sql`INSERT INTO order_parcels (id, user_id, state, created_at, updated_at)
      VALUES (${parcelId}, ${client.userId}, 'planned', now(), now())`.execute(db);
    await sql`INSERT INTO order_parcel_items (parcel_id, order_id, item_id, quantity, ordered)
      SELECT ${parcelId}, order_id, item_id, 1, 9 FROM order_parcel_items WHERE order_id = ${orderId}`.execute(
      db,
    );
    const ofParcel = sql`WHERE parcel_id = ${parcelId}`;
    await sql`INSERT INTO order_reports (id, user_id, parcel_id, order_id, source_id, state, created_at, updated_at)
      VALUES (${newId()}, ${client.userId}, ${parcelId}, ${orderId}, ${sourceId}, 'to_report', now(), now())`.execute(
      db,
    );
    await sql`UPDATE order_reports SET state = 'reporting' ${ofParcel}`.execute(db);
    await sql`UPDATE order_reports SET state = 'refused', message = 'No.' ${ofParcel}`.execute(db);
    await changeInStore({ buyerNote: 'Leave at the door' });
  };

  it('does not hide another one that was not dismissed', async () => {
    await dismiss();
    await refuseAnother();
    expect((await order())?.problems).toContainEqual({ code: 'report_refused', detail: 'No.' });
  });

  it('is dismissed without another one that was not shown yet', async () => {
    await refuseAnother();
    const [first] = await shown();
    const [next] = (await dismissShown([first])).json().order.problems;
    expect([first.detail, next.detail].sort()).toEqual(['No.', REFUSAL]);
  });
});

describe('problems that the client was shown', () => {
  const MOVED = { code: 'changed_after_label', detail: 'The address was changed in the store.' };
  const CANCELED = { code: 'changed_after_label', detail: 'The store canceled the order.' };
  const refused = (detail: string) => ({ code: 'report_refused', detail });
  const move = () => changeInStore({ recipient: aRecipient({ line1: '1 New St' }), state: 'open' });

  it('are not dismissed if the store canceled the order since', async () => {
    await move();
    const problems = await shown();
    expect(problems).toMatchObject([MOVED]);
    await changeInStore({ state: 'cancelled' });
    const answer = await dismissShown(problems);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ error: 'ORDER_CHANGED' });
    expect(await order()).toMatchObject({ status: 'attention', problems: [CANCELED] });
    expect((await dismissShown(await shown())).json().order).toMatchObject({
      status: 'shipped',
      problems: [],
    });
  });

  it('are not dismissed if the store changed the address again since', async () => {
    await move();
    const problems = await shown();
    await changeInStore({ recipient: aRecipient({ line1: '2 Newer St' }) });
    for (const seen of [problems, [MOVED]])
      expect((await dismissShown(seen)).json()).toMatchObject({ error: 'ORDER_CHANGED' });
    expect(await order()).toMatchObject({ status: 'attention', problems: [MOVED] });
    expect((await dismissShown(await shown())).json().order.problems).toEqual([]);
  });

  it('are dismissed without those that appeared since', async () => {
    await move();
    const problems = await shown();
    app.shops.woocommerce.refusesReports = 'The order is archived.';
    await reportAll(app.test);
    expect(await shown()).toMatchObject([MOVED, refused('The order is archived.')]);
    expect((await dismissShown(problems)).json().order.problems).toEqual([refused('The order is archived.')]);
  });

  it('are not dismissed if the store refused the number for another reason since', async () => {
    app.shops.woocommerce.refusesReports = 'The order is archived.';
    await reportAll(app.test);
    const problems = await shown();
    app.shops.woocommerce.refusesReports = 'The plugin is disabled.';
    await send(app.test, client, 'POST', path(API.orderReports, { id: orderId }));
    await reportAll(app.test);
    expect((await dismissShown(problems)).statusCode).toBe(409);
    expect((await order())?.problems).toEqual([refused('The plugin is disabled.')]);
  });

  it('can be gone by then', async () => {
    await move();
    const problems = await shown();
    await dismiss();
    expect((await dismissShown(problems)).json().order).toMatchObject({ status: 'shipped', problems: [] });
  });
});

describe('a change that the client dismissed', () => {
  it('does not hide another one that it was more important than', async () => {
    await changeInStore({ recipient: aRecipient({ line1: '1 New St' }), state: 'cancelled' });
    expect(await shown()).toMatchObject([{ detail: 'The store canceled the order.' }]);
    expect(await dismiss()).toMatchObject({ status: 'shipped', problems: [] });
    await changeInStore({ state: 'open' });
    expect(await shown()).toMatchObject([{ detail: 'The address was changed in the store.' }]);
    expect(await dismiss()).toMatchObject({ status: 'shipped', problems: [] });
  });

  it('does not hide that the store deletes the order later', async () => {
    await reportAll(app.test);
    await readShops(app.test);
    await changeInStore({ recipient: aRecipient({ line1: '1 New St' }), state: 'open' });
    expect((await order())?.problems.map(({ code }) => code)).toEqual(['changed_after_label']);
    expect(await dismiss()).toMatchObject({ status: 'shipped', problems: [] });
    app.shops.woocommerce.orders.delete(externalId);
    await addLookUps(app.test.deps.db, sourceId, [externalId], app.test.clock.now());
    await readShops(app.test);
    const problems = [{ code: 'changed_after_label', detail: 'The store canceled the order.' }];
    expect(await order()).toMatchObject({ shop_state: 'cancelled', status: 'attention', problems });
    expect(await dismiss()).toMatchObject({ status: 'shipped', problems: [] });
  });
});
