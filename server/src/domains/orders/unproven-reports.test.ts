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
import { CANNOT_WITHDRAW, UNPROVEN } from './report-shipments.ts';
import { withdrawReports } from './reports-of-parcels.store.ts';

let app: ShopApp;
let client: Shop;
let sourceId: string;
beforeAll(async () => {
  app = await buildShopApp();
  client = await makeShop(app.test);
  sourceId = (await connectShop(app.test, client, 'custom_store')).id;
});
afterAll(() => app.test.close());

/** A new order with a label for each of its two items. */
let orderId: string;
let parcelIds: string[];
const shipItem = async (at: 0 | 1) => {
  const [shipped] = await shipOrders(app.test, client, sourceId, [orderId], (items) =>
    items.slice(at, at + 1),
  );
  return shipped?.parcelId ?? '';
};
beforeEach(async () => {
  app.shops.custom_store.canWithdraw = false;
  [orderId = ''] = app.shops.custom_store.add(1);
  await readShops(app.test);
  parcelIds = [await shipItem(0)];
});

const report = async (at: 0 | 1) => {
  const found = (await reportsOf(app.test, sourceId)).find((each) => each.parcel_id === parcelIds[at]);
  if (!found) throw new Error('There is no report');
  return found;
};
const calls = () => app.shops.custom_store.count('report');
const unproven = { state: 'refused', message: UNPROVEN, reference: expect.any(String) };

describe('a parcel of a split order whose answer was lost, at a store that cannot be asked for numbers', () => {
  beforeEach(async () => {
    await reportAll(app.test);
    expect(await report(0)).toMatchObject({ state: 'reported' });
    parcelIds.push(await shipItem(1));
    app.shops.custom_store.failNext('report', 'unavailable');
    await reportAll(app.test);
    expect(await report(1)).toMatchObject({ state: 'to_report', is_uncertain: true });
  });

  it('is neither reported nor sent again, and the client is asked to look', async () => {
    const before = calls();
    await reportAll(app.test);
    expect(await report(1)).toMatchObject(unproven);
    await reportAll(app.test);
    expect(calls()).toBe(before);
    expect(await orderOf(app.test, sourceId, orderId)).toMatchObject({
      status: 'attention',
      problems: [{ code: 'report_refused', detail: UNPROVEN }],
    });
  });

  describe('when the client asks for it', () => {
    beforeEach(() => reportAll(app.test));

    const askAgain = async () => {
      const order = await orderOf(app.test, sourceId, orderId);
      const retried = await send(app.test, client, 'POST', path(API.orderReports, { id: order?.id ?? '' }));
      expect(retried.json()).toEqual({ retried: 1 });
    };

    it('is sent again', async () => {
      const before = calls();
      await askAgain();
      await reportAll(app.test);
      expect(await report(1)).toMatchObject({ state: 'reported', sends_unproven: false });
      expect(calls()).toBe(before + 1);
      expect((await orderOf(app.test, sourceId, orderId))?.problems).toEqual([]);
    });

    it('is sent once for each request, even if the answer is lost again', async () => {
      const before = calls();
      await askAgain();
      app.shops.custom_store.failNext('report', 'unavailable');
      await reportAll(app.test);
      await reportAll(app.test);
      expect(await report(1)).toMatchObject(unproven);
      expect(calls()).toBe(before + 1);
      await askAgain();
      await reportAll(app.test);
      expect(await report(1)).toMatchObject({ state: 'reported' });
      expect(calls()).toBe(before + 2);
    });

    it.each(['findReport', 'report'] as const)('is still sent after a %s that was not sent', async (call) => {
      const before = calls();
      await askAgain();
      app.shops.custom_store.failNext(call, 'not_sent');
      await reportAll(app.test);
      expect(await report(1)).toMatchObject({ state: 'to_report', sends_unproven: true });
      await reportAll(app.test);
      expect(await report(1)).toMatchObject({ state: 'reported' });
      expect(calls()).toBe(before + (call === 'report' ? 2 : 1));
    });
  });

  it('is not forgotten after a void', async () => {
    await reportAll(app.test);
    const [, second = ''] = parcelIds;
    await transaction(app.test.deps.db, (trx) => withdrawReports(trx, [second], app.test.clock.now()));
    await reportAll(app.test);
    expect(await report(1)).toMatchObject({ state: 'not_withdrawn', message: CANNOT_WITHDRAW });
  });
});

it('the first parcel does not count as reported just because the second one was', async () => {
  app.shops.custom_store.failNext('report', 'unavailable');
  await reportAll(app.test);
  parcelIds.push(await shipItem(1));
  await app.test.deps.db
    .updateTable('order_reports')
    .set({ state: 'reporting' })
    .where('id', '=', (await report(1)).id)
    .execute();
  await app.test.deps.db
    .updateTable('order_reports')
    .set({ state: 'reported', reference: 'sent', next_try_at: null })
    .where('id', '=', (await report(1)).id)
    .execute();
  await reportAll(app.test);
  expect(await report(0)).toMatchObject(unproven);
});

it('the only parcel of an order is sent again while the order is open', async () => {
  app.shops.custom_store.failNext('report', 'unavailable');
  const before = calls();
  await reportAll(app.test);
  await reportAll(app.test);
  expect(await report(0)).toMatchObject({ state: 'reported' });
  expect(calls()).toBe(before + 2);
});
