import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUSY_MS } from '../../../test/doubles/shop.ts';
import {
  buildShopApp,
  connectShop,
  credentialsFor,
  orderOf,
  readShops,
  reportAll,
  reportsOf,
  type ShopApp,
  send,
  shipOrders,
} from '../../../test/order-sources.ts';
import { makeShop, type Shop } from '../../../test/shipping.ts';
import { BOX } from '../../../test/shop-orders.ts';
import { newId } from '../../platform/ids.ts';
import { CANNOT_WITHDRAW } from './report-shipments.ts';

let app: ShopApp;
let client: Shop;
let sourceId: string;
beforeAll(async () => {
  app = await buildShopApp();
  client = await makeShop(app.test);
  sourceId = (await connectShop(app.test, client)).id;
});
afterAll(() => app.test.close());

/** A new order with a label that the store does not know yet. */
let orderId: string;
let trackingNumber: string;
beforeEach(async () => {
  const { woocommerce } = app.shops;
  woocommerce.refusesReports = null;
  woocommerce.canWithdraw = true;
  [orderId = ''] = woocommerce.add(1);
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
const setReport = async (state: 'to_withdraw' | 'canceled') =>
  app.test.deps.db
    .updateTable('order_reports')
    .set({ state, next_try_at: sql<Date>`now()` })
    .where('id', '=', (await report()).id)
    .execute();
const secondsUntilNextTry = async () => {
  const { rows } = await sql<{ seconds: number }>`
    SELECT min(extract(epoch FROM next_try_at - now()))::float AS seconds FROM order_reports
    WHERE source_id = ${sourceId} AND state = 'to_report'`.execute(app.test.deps.db);
  return rows[0]?.seconds;
};
const received = () => ({
  numbers: app.shops.woocommerce.trackingNumbers(orderId),
  mails: app.shops.woocommerce.mails.get(orderId) ?? 0,
});

describe('reporting a shipment', () => {
  it('sends the tracking number to the store once', async () => {
    await reportAll(app.test);
    await reportAll(app.test);
    expect(received()).toEqual({ numbers: [trackingNumber], mails: 1 });
    expect(await report()).toMatchObject({
      state: 'reported',
      reference: expect.stringMatching(/^report-/),
      is_uncertain: false,
      next_try_at: null,
      reported_at: app.test.clock.now(),
    });
  });

  it.each(['lost', 'odd', 'unavailable', 'busy'] as const)(
    'asks the store before the next try after an answer that is %s',
    async (fault) => {
      const { woocommerce } = app.shops;
      const finds = woocommerce.count('findReport');
      woocommerce.failNext('report', fault);
      await reportAll(app.test);
      expect(await report()).toMatchObject({ state: 'to_report', is_uncertain: true, tries: 1 });
      expect(woocommerce.count('findReport')).toBe(finds);
      // A failed lookup proves nothing.
      woocommerce.failNext('findReport', 'not_sent');
      await reportAll(app.test);
      expect(await report()).toMatchObject({ state: 'to_report', is_uncertain: true, tries: 2 });
      await reportAll(app.test);
      expect(woocommerce.count('findReport')).toBe(finds + 2);
      expect(await report()).toMatchObject({ state: 'reported', is_uncertain: false });
      expect(received()).toEqual({ numbers: [trackingNumber], mails: 1 });
    },
  );

  it('retries an unsent call without asking the store first', async () => {
    const { woocommerce } = app.shops;
    const finds = woocommerce.count('findReport');
    woocommerce.failNext('report', 'not_sent');
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'to_report', is_uncertain: false });
    await reportAll(app.test);
    expect(woocommerce.count('findReport')).toBe(finds);
    expect(received()).toEqual({ numbers: [trackingNumber], mails: 1 });
  });

  it('retries a rate-limited call without asking the store first', async () => {
    const { woocommerce } = app.shops;
    const finds = woocommerce.count('findReport');
    const logged = app.test.logText().length;
    woocommerce.failNext('report', 'limited');
    await reportAll(app.test);
    const message = 'The store rate-limited the call.';
    expect(await report()).toMatchObject({ state: 'to_report', is_uncertain: false, message });
    expect(app.test.logText().slice(logged)).not.toContain('unexpected');
    expect(await secondsUntilNextTry()).toBeGreaterThan(BUSY_MS / 1000 - 10);
    await reportAll(app.test);
    expect(woocommerce.count('findReport')).toBe(finds);
    expect(received()).toEqual({ numbers: [trackingNumber], mails: 1 });
  });

  it('stores that the outcome is uncertain before the call, so that a killed process leaves a trace', async () => {
    const { woocommerce } = app.shops;
    const seen: boolean[] = [];
    woocommerce.before = async (call) => {
      if (call === 'report') seen.push((await report()).is_uncertain);
    };
    await reportAll(app.test);
    woocommerce.before = null;
    // Reports that an earlier test left open are sent as well.
    expect(new Set(seen)).toEqual(new Set([true]));
  });

  it('continues after a process that died during the call', async () => {
    const { woocommerce } = app.shops;
    const { id } = await report();
    const dead = {
      state: 'reporting',
      is_uncertain: true,
      held_by: newId(),
      lease_until: sql<Date>`now()`,
    } as const;
    await app.test.deps.db.updateTable('order_reports').set(dead).where('id', '=', id).execute();
    const finds = woocommerce.count('findReport');
    await reportAll(app.test);
    expect(woocommerce.count('findReport')).toBe(finds + 1);
    expect(await report()).toMatchObject({ state: 'reported' });
    expect(received().mails).toBe(1);
  });

  it('ignores the answer of a process that lost its claim', async () => {
    const { woocommerce } = app.shops;
    woocommerce.before = async (call) => {
      if (call !== 'report') return;
      woocommerce.before = null;
      await setReport('to_withdraw');
    };
    await reportAll(app.test);
    expect(await report()).toMatchObject({ reference: expect.any(String), state: 'withdrawn' });
    expect(received().numbers).toEqual([]);
  });

  it('shows a refusal at the order, and repeats the report when the client asks', async () => {
    const { woocommerce } = app.shops;
    woocommerce.refusesReports = 'The order is archived.\u0000\n';
    await reportAll(app.test);
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'refused', message: 'The order is archived.', tries: 1 });
    const order = await orderOf(app.test, sourceId, orderId);
    expect(order).toMatchObject({ status: 'attention' });
    expect(order?.problems).toMatchObject([{ code: 'report_refused', detail: 'The order is archived.' }]);
    const url = path(API.orderReports, { id: order?.id ?? '' });
    const stranger = await send(app.test, await makeShop(app.test), 'POST', url);
    expect(stranger.statusCode).toBe(404);
    woocommerce.refusesReports = null;
    expect((await send(app.test, client, 'POST', url)).json()).toEqual({ retried: 1 });
    expect((await send(app.test, client, 'POST', url)).json()).toEqual({ retried: 0 });
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'reported', message: null });
    expect(await orderOf(app.test, sourceId, orderId)).toMatchObject({ status: 'shipped', problems: [] });
    const unknown = await send(app.test, client, 'POST', path(API.orderReports, { id: newId() }));
    expect(unknown.statusCode).toBe(404);
  });

  it('waits while the store refuses the credentials, and continues after reconnecting', async () => {
    const { woocommerce } = app.shops;
    const [second = ''] = woocommerce.add(1);
    await readShops(app.test);
    await shipOrders(app.test, client, sourceId, [second]);
    woocommerce.key = 'new-key';
    await reportAll(app.test);
    const calls = woocommerce.calls.length;
    await reportAll(app.test);
    expect(woocommerce.calls.length).toBe(calls);
    const waiting = (await reportsOf(app.test, sourceId)).filter(({ state }) => state === 'to_report');
    expect(waiting).toHaveLength(2);
    await send(app.test, client, 'PATCH', path(API.orderSource, { id: sourceId }), {
      credentials: credentialsFor('woocommerce', 'new-key'),
    });
    await reportAll(app.test);
    expect(received()).toEqual({ numbers: [trackingNumber], mails: 1 });
    expect(woocommerce.trackingNumbers(second)).toHaveLength(1);
  });
});

describe('the shipments of many orders', () => {
  it.each([
    ['and one lost answer does not hold up the others', 1],
    ['and wait as they were after several lost answers', 4],
  ])('are sent in groups, %s', async (_name, lost) => {
    const { woocommerce } = app.shops;
    const others = woocommerce.add(19);
    await readShops(app.test);
    await shipOrders(app.test, client, sourceId, others);
    const before = woocommerce.count('report');
    woocommerce.failNext('report', 'lost', lost);
    await reportAll(app.test);
    const made = woocommerce.count('report') - before;
    if (lost === 1) expect(made).toBe(20);
    else expect(made).toBeLessThanOrEqual(8);
    const waiting = (await reportsOf(app.test, sourceId)).filter(({ state }) => state === 'to_report');
    expect(waiting.filter(({ is_uncertain }) => is_uncertain)).toHaveLength(lost);
    expect(waiting.filter(({ is_uncertain, tries }) => !is_uncertain && tries === 0)).toHaveLength(20 - made);

    await reportAll(app.test);
    expect(woocommerce.count('report') - before).toBe(20);
    for (const id of [orderId, ...others]) expect(woocommerce.mails.get(id)).toBe(1);
    expect(await reportsOf(app.test, sourceId)).toSatisfy((reports: { state: string }[]) =>
      reports.every(({ state }) => state !== 'to_report'),
    );
  });

  it('all wait as long as the store asks when it rate-limits a call', async () => {
    const { woocommerce } = app.shops;
    // More than one round claims.
    const others = woocommerce.add(60);
    await readShops(app.test);
    await shipOrders(app.test, client, sourceId, others);
    const before = woocommerce.count('report');
    woocommerce.failNext('report', 'limited', 4);
    await reportAll(app.test);
    expect(woocommerce.count('report') - before).toBe(4);
    expect(await secondsUntilNextTry()).toBeGreaterThan(BUSY_MS / 1000 - 10);
    await reportAll(app.test);
    for (const id of [orderId, ...others]) expect(woocommerce.mails.get(id)).toBe(1);
  });

  it('are looked up in the store if their outcomes were not stored', async () => {
    const { woocommerce } = app.shops;
    const others = woocommerce.add(3);
    await readShops(app.test);
    await shipOrders(app.test, client, sourceId, others);
    const owner = new pg.Client({ connectionString: app.test.ownerUrl });
    await owner.connect();
    await owner.query(
      "ALTER TABLE order_reports ADD CONSTRAINT no_ends CHECK (state <> 'reported') NOT VALID",
    );
    await reportAll(app.test);
    const waiting = (await reportsOf(app.test, sourceId)).filter(({ state }) => state === 'to_report');
    expect(waiting.map(({ is_uncertain }) => is_uncertain)).toEqual([true, true, true, true]);
    await owner.query('ALTER TABLE order_reports DROP CONSTRAINT no_ends');
    await owner.end();
    await reportAll(app.test);
    for (const id of [orderId, ...others]) expect(woocommerce.mails.get(id)).toBe(1);
  });
});

describe('a voided label', () => {
  it('is withdrawn from the store, and the order is read again', async () => {
    const { woocommerce } = app.shops;
    await reportAll(app.test);
    await setReport('to_withdraw');
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'withdrawn', is_uncertain: false });
    expect(received().numbers).toEqual([]);
    const reads = woocommerce.count('readOrder');
    await readShops(app.test);
    expect(woocommerce.count('readOrder')).toBe(reads + 1);
  });

  it('is withdrawn once, even if the answer is lost', async () => {
    const { woocommerce } = app.shops;
    await reportAll(app.test);
    await setReport('to_withdraw');
    woocommerce.failNext('withdraw', 'lost');
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'to_withdraw', is_uncertain: true });
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'withdrawn' });
  });

  it('is found in the store if it is not known whether the report arrived', async () => {
    const { woocommerce } = app.shops;
    woocommerce.failNext('report', 'lost');
    await reportAll(app.test);
    await setReport('to_withdraw');
    woocommerce.failNext('withdraw', 'not_sent');
    await reportAll(app.test);
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'withdrawn' });
    expect(received()).toEqual({ numbers: [], mails: 1 });
  });

  it('needs attention if the store cannot remove the number, until the client dismisses it', async () => {
    const { woocommerce } = app.shops;
    await reportAll(app.test);
    woocommerce.canWithdraw = false;
    const { parcel_id } = await report();
    await app.test.deps.db
      .updateTable('order_parcels')
      .set({ state: 'voided' })
      .where('id', '=', parcel_id)
      .execute();
    await setReport('to_withdraw');
    await reportAll(app.test);
    expect(await report()).toMatchObject({ state: 'not_withdrawn', message: CANNOT_WITHDRAW });
    const problem = { code: 'report_not_withdrawn', detail: CANNOT_WITHDRAW };
    const order = await orderOf(app.test, sourceId, orderId);
    expect(order).toMatchObject({ status: 'attention', problems: expect.arrayContaining([problem]) });
    await readShops(app.test);
    expect(await orderOf(app.test, sourceId, orderId)).toMatchObject({
      shop_state: 'shipped',
      status: 'attention',
      problems: expect.arrayContaining([problem]),
    });
    const url = path(API.order, { id: order?.id ?? '' });
    await send(app.test, client, 'PATCH', url, { weightOz: 12, parcel: BOX });
    const dismissed = await send(app.test, client, 'PATCH', url, { dismiss: true });
    expect(dismissed.json().order).toMatchObject({ status: 'ready', problems: [], canShip: true });
  });
});
