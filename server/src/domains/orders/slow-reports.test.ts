import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildShopApp,
  connectShop,
  endWaits,
  readShops,
  reportAll,
  reportsOf,
  type ShopApp,
  shipOrders,
} from '../../../test/order-sources.ts';
import { makeShop } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { sweepReports } from './sweep-reports.ts';

let app: ShopApp;
beforeAll(async () => {
  app = await buildShopApp();
});
afterAll(() => app.test.close());

it('a group of reports makes no further calls when its claim may end during one', async () => {
  const { test, shops } = app;
  const client = await makeShop(test);
  const { id } = await connectShop(test, client);
  const orders = shops.woocommerce.add(9);
  await readShops(test);
  await shipOrders(test, client, id, orders);
  const reportLeaseMs = 4_000;
  shops.woocommerce.before = async (call) => {
    if (call === 'report') await setTimeout(reportLeaseMs / 2 + 100);
  };
  await endWaits(test);
  const timings = { ...test.deps.timings, reportLeaseMs, orderRetryMs: minutes(1) };
  await sweepReports({ ...test.deps, timings });
  const states = Map.groupBy(await reportsOf(test, id), ({ state }) => state);
  expect(states.get('reported')).toHaveLength(4);
  expect(states.get('to_report')).toHaveLength(5);
  for (const waiting of states.get('to_report') ?? [])
    expect(waiting).toMatchObject({ is_uncertain: false, tries: 0 });
  shops.woocommerce.before = null;
  await reportAll(test);
  for (const order of orders) expect(shops.woocommerce.mails.get(order)).toBe(1);
});

it('a report that another process takes over while the store is searched is not sent', async () => {
  const { test, shops } = app;
  const { db } = test.deps;
  const client = await makeShop(test);
  const { id } = await connectShop(test, client, 'custom_store');
  const orders = shops.custom_store.add(1);
  await readShops(test);
  await shipOrders(test, client, id, orders);
  await db.updateTable('order_reports').set({ is_uncertain: true }).where('source_id', '=', id).execute();
  const other = newId();
  shops.custom_store.before = async (call) => {
    if (call === 'findReport')
      await db.updateTable('order_reports').set({ held_by: other }).where('source_id', '=', id).execute();
  };
  await reportAll(test);
  shops.custom_store.before = null;
  expect(shops.custom_store.count('report')).toBe(0);
  expect(await reportsOf(test, id)).toMatchObject([{ state: 'reporting', held_by: other }]);
});
