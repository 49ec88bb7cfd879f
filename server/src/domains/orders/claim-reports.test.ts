import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { transaction } from '../../platform/db/database.ts';
import { claimReports, wakeReports } from './order-reports.store.ts';
import { withdrawReports } from './reports-of-parcels.store.ts';
import { sweepReports } from './sweep-reports.ts';

const LEASE_MS = 60_000;

let app: ShopApp;
beforeAll(async () => {
  app = await buildShopApp();
});
afterAll(() => app.test.close());

it('claims the oldest reports of each store, each report once, and none of a paused store', async () => {
  const { test, shops } = app;
  const { db } = test.deps;
  const client = await makeShop(test);
  const sources: string[] = [];
  for (const kind of ['woocommerce', 'shopify', 'custom_store'] as const) {
    const { id } = await connectShop(test, client, kind);
    sources.push(id);
    const orders = shops[kind].add(5);
    await readShops(test);
    await shipOrders(test, client, id, orders);
  }
  await endWaits(test);
  const [first = '', second = '', paused = ''] = sources;
  await db.updateTable('order_sources').set({ state: 'paused' }).where('id', '=', paused).execute();
  const waiting = (await reportsOf(test, first)).map(({ id }) => id);
  const oldest = waiting.slice(3);
  await db
    .updateTable('order_reports')
    .set({ next_try_at: new Date('2026-11-01T00:00:00Z') })
    .where('id', 'in', oldest)
    .execute();

  const claim = async (limit: number) => {
    const claimed = await claimReports(db, { limit, perSource: 2, leaseMs: LEASE_MS });
    return Map.groupBy(claimed, ({ source_id }) => source_id);
  };
  const claimed = await claim(400);
  expect((claimed.get(first) ?? []).map(({ id }) => id).sort()).toEqual(oldest.sort());
  expect(claimed.get(second)).toHaveLength(2);
  expect(claimed.size).toBe(2);
  const rest = [...(await claim(3)).values()].flat();
  expect(rest).toHaveLength(3);
  expect(rest.every(({ state, tries }) => state === 'reporting' && tries === 1)).toBe(true);
  const last = [...(await claim(400)).values(), ...(await claim(400)).values()].flat();
  expect(last).toHaveLength(3);
  expect(await claim(400)).toEqual(new Map());
});

it('does not withdraw a report during its call, even if the client asks to read the store', async () => {
  const { test, shops } = app;
  const { db } = test.deps;
  const client = await makeShop(test);
  const { id } = await connectShop(test, client, 'shopify');
  const orders = shops.shopify.add(1);
  await readShops(test);
  const [shipped] = await shipOrders(test, client, id, orders);
  const claim = async () => {
    const claimed = await claimReports(db, { limit: 400, perSource: 50, leaseMs: LEASE_MS });
    return claimed.filter(({ source_id }) => source_id === id).map(({ state }) => state);
  };
  expect(await claim()).toEqual(['reporting']);
  await transaction(db, (trx) => withdrawReports(trx, [shipped?.parcelId ?? ''], test.clock.now()));
  const wake = () => transaction(db, (trx) => wakeReports(trx, id));
  await wake();
  expect(await claim()).toEqual([]);
  await db
    .updateTable('order_reports')
    .set({ lease_until: sql<Date>`now()` })
    .where('source_id', '=', id)
    .execute();
  await wake();
  expect(await claim()).toEqual(['withdrawing']);
});

describe('the report of a new label', () => {
  /** The withdrawal of the first label failed and waits. The report of the second label is due. */
  async function shipAgainAfterVoid() {
    const { test, shops } = app;
    const { db } = test.deps;
    const client = await makeShop(test);
    const { id: sourceId } = await connectShop(test, client, 'shopify');
    const [orderId = ''] = shops.shopify.add(1);
    await readShops(test);
    const [voided] = await shipOrders(test, client, sourceId, [orderId]);
    await reportAll(test);
    const parcelId = voided?.parcelId ?? '';
    await db.updateTable('order_parcels').set({ state: 'voided' }).where('id', '=', parcelId).execute();
    await transaction(db, (trx) => withdrawReports(trx, [parcelId], test.clock.now()));
    const [again] = await shipOrders(test, client, sourceId, [orderId]);
    const setWithdrawal = (values: { tries: number }) =>
      db
        .updateTable('order_reports')
        .set({ ...values, next_try_at: sql<Date>`now() + interval '1 hour'` })
        .where('parcel_id', '=', parcelId)
        .execute();
    await setWithdrawal({ tries: 1 });
    const states = async () => {
      const reports = await reportsOf(test, sourceId);
      return reports.toSorted((one) => (one.parcel_id === parcelId ? -1 : 1)).map(({ state }) => state);
    };
    const received = () => shops.shopify.trackingNumbers(orderId);
    return { test, states, setWithdrawal, received, trackingNumber: again?.trackingNumber };
  }

  it('is sent after the number of the voided label was withdrawn', async () => {
    const { test, states, received, trackingNumber } = await shipAgainAfterVoid();
    await sweepReports(test.deps);
    expect(await states()).toEqual(['to_withdraw', 'to_report']);
    await reportAll(test);
    expect(await states()).toEqual(['withdrawn', 'reported']);
    expect(received()).toEqual([trackingNumber]);
  });

  it('does not wait for a withdrawal that has failed repeatedly', async () => {
    const { test, states, setWithdrawal } = await shipAgainAfterVoid();
    await setWithdrawal({ tries: 5 });
    await sweepReports(test.deps);
    expect(await states()).toEqual(['to_withdraw', 'refused']);
  });
});
