import { dateIn } from '@lading/contract/calendar-date.ts';
import type { OrderDetails } from '@lading/contract/orders/orders.ts';
import type { ShipOrdersAnswer } from '@lading/contract/orders/ship-orders.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { act, batchOf, edit, path, payForBatch, rowsOfBatch, work } from '../../../test/bulk.ts';
import { makeOperator, refund } from '../../../test/operator.ts';
import { buyLabels as buyLabelsOf } from '../../../test/ship-orders.ts';
import {
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
} from '../../../test/shipping.ts';
import {
  anItem,
  anOrder,
  aRecipient,
  BOX,
  makeSource,
  orderRow,
  readyOrder,
  save,
  saveSender,
  type TestSource,
} from '../../../test/shop-orders.ts';
import { days, later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { shipOrders } from './ship-orders.ts';
import { sweepParcels } from './sweep-parcels.ts';

let faulty: FaultyApp;
let test: FaultyApp['test'];
let shop: Shop;
let source: TestSource;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  test = faulty.test;
});
beforeEach(async () => {
  shop = await makeShop(test);
  await saveSender(test, shop.userId);
  source = await makeSource(test, shop.userId, 'shopify');
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const shipRaw = (orderIds: string[], headers = {}, body: object = {}) =>
  call(test, shop, 'POST', API.ordersShip, { orderIds, ...body }, headers);
const ship = async (...orders: { id: string }[]): Promise<ShipOrdersAnswer> => {
  const answer = await shipRaw(orders.map(({ id }) => id));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const batchIdOf = ({ batchId }: ShipOrdersAnswer) => batchId ?? expect.fail('no batch');
const details = async ({ id }: { id: string }): Promise<OrderDetails> =>
  (await call(test, shop, 'GET', path(API.order, id))).json().order;
const statusOf = async (order: { id: string }) => (await details(order)).status;
const buyLabels = (batchId: string) => buyLabelsOf(test, shop, batchId);
const reportsOf = ({ id }: { id: string }) =>
  test.deps.db
    .selectFrom('order_reports')
    .select(['state', 'next_try_at'])
    .where('order_id', '=', id)
    .execute();
const remove = (batchId: string, numbers: number[], removed = true) =>
  act(test, shop, API.batchRemovals, batchId, { numbers, removed });
const LATER = new Date('2026-11-16T12:00:00Z');

describe('shipping orders', () => {
  it('makes a batch of valid rows, buys the labels, and reports them to the store', async () => {
    const orders = [
      await readyOrder(test, source, { number: 'first' }),
      await readyOrder(test, source, { number: 'second', recipient: aRecipient({ phone: '', email: '' }) }),
    ];
    const answer = await ship(...orders);
    expect(answer).toMatchObject({ shipped: 2, leftOut: [] });
    const batchId = batchIdOf(answer);
    const batch = await batchOf(test, shop, batchId);
    expect(batch).toMatchObject({ source: 'orders', rowCount: 2, received: 2, counts: { pending: 2 } });
    expect(batch.fileName).toMatch(/^Orders \d{4}-\d{2}-\d{2}$/);
    const rows = await rowsOfBatch(test, shop, batchId);
    expect(rows.map(({ cells }) => cells.order_ref)).toEqual(['first', 'second']);
    for (const order of orders) expect(await statusOf(order)).toBe('in_progress');

    await buyLabels(batchId);
    for (const order of orders) {
      const { status, parcelList } = await details(order);
      expect(status).toBe('shipped');
      expect(parcelList).toMatchObject([
        { state: 'bought', batchId, trackingNumber: expect.any(String), report: { state: 'to_report' } },
      ]);
      expect(await reportsOf(order)).toEqual([{ state: 'to_report', next_try_at: expect.any(Date) }]);
      const search = `${API.orders}?view=shipped&search=${parcelList[0]?.trackingNumber}`;
      expect((await call(test, shop, 'GET', search)).json().orders).toMatchObject([{ id: order.id }]);
    }
    await sweepParcels(test.deps);
    expect(await reportsOf(orders[0] as { id: string })).toHaveLength(1);
  });

  it('takes an order only once, even from two tabs', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, () => readyOrder(test, source)));
    const answers = await Promise.all([ship(...orders), ship(...orders.toReversed()), ship(...orders)]);
    expect(answers.map(({ shipped }) => shipped).toSorted()).toEqual([0, 0, 5]);
    const losers = answers.filter(({ batchId }) => batchId === null);
    expect(losers.map(({ leftOut }) => leftOut.map(({ reason }) => reason))).toEqual(
      Array(2).fill(Array(5).fill('in_progress')),
    );
  });

  it('returns the same batch for a retry, and refuses the key for other orders', async () => {
    const [one, two] = [await readyOrder(test, source), await readyOrder(test, source)];
    const key = { 'idempotency-key': newId() };
    const answers = await Promise.all([shipRaw([one.id], key), shipRaw([one.id], key)]);
    const [first, second] = answers.map((answer) => answer.json());
    expect(second).toEqual(first);
    expect((await shipRaw([one.id], key)).json()).toEqual(first);
    expect((await shipRaw([two.id], key)).json().error).toBe('KEY_REUSED');
    expect(await statusOf(two)).toBe('ready');
  });

  it('returns the same batch for a retry after midnight', async () => {
    const { id } = await readyOrder(test, source);
    const key = newId();
    const body = { orderIds: [id], shippingDate: dateIn(test.deps.timeZone, test.clock.now()) };
    const first = await shipOrders(test.deps, shop, body, key);
    const tomorrow = { ...test.deps, clock: { now: () => later(test.clock.now(), days(1)) } };
    expect(await shipOrders(tomorrow, shop, body, key)).toEqual(first);
    await expect(shipOrders(tomorrow, shop, body, newId())).rejects.toThrow('today or a later day');
  });

  it('ships lines with the same item id as they were ordered', async () => {
    const items = [
      anItem({ quantity: 1 }),
      anItem({ quantity: 3 }),
      anItem({ externalId: 'item-1#2', quantity: 1 }),
    ];
    const answer = await ship(await readyOrder(test, source, { items }));
    const [row] = await rowsOfBatch(test, shop, batchIdOf(answer));
    expect(row?.cells.item_quantity).toBe('1 | 3 | 1');
  });

  it('leaves out what is not ready, and needs a sender', async () => {
    const ready = await readyOrder(test, source);
    const unpaid = await readyOrder(test, source, { paid: 'no' });
    const open = anOrder();
    await save(test, source, open);
    const { id: openId } = await orderRow(test, source, open.externalId);
    const answer = await ship(ready, unpaid, { id: openId });
    expect([answer.shipped, answer.leftOut.map(({ reason }) => reason)]).toEqual([
      1,
      ['excluded', 'attention'],
    ]);
    const other = await readyOrder(test, source);
    const past = await shipRaw([other.id], {}, { shippingDate: '2020-01-01' });
    expect(past.json().fields[0].path).toBe('shippingDate');
    await test.deps.db.deleteFrom('client_profiles').where('user_id', '=', shop.userId).execute();
    expect((await shipRaw([other.id])).json().error).toBe('SENDER_MISSING');
    expect(await statusOf(other)).toBe('ready');
  });

  it('follows combined and split parcels, and proposes the last parcel for the same items', async () => {
    const [a, b] = [
      await readyOrder(test, source, { number: 'A' }),
      await readyOrder(test, source, { number: 'B' }),
    ];
    await call(test, shop, 'POST', API.ordersCombine, { orderIds: [a.id, b.id] });
    const c = await readyOrder(test, source, { number: 'C', items: [anItem({ quantity: 3 })] });
    await call(test, shop, 'POST', path(API.orderSplit, c.id), { items: [{ id: 'item-1', quantity: 1 }] });
    const batchId = batchIdOf(await ship(a, c));
    const cells = (await rowsOfBatch(test, shop, batchId)).map((row) => row.cells);
    expect(cells.map(({ order_ref, item_quantity }) => [order_ref, item_quantity])).toEqual([
      ['A, B', '2 | 2'],
      ['C', '1'],
      ['C', '2'],
    ]);
    expect(cells.map(({ package_weight }) => Number(package_weight) * 16)).toEqual([
      expect.closeTo(47.98, 2),
      expect.closeTo(12, 2),
      expect.closeTo(23.99, 2),
    ]);
    await buyLabels(batchId);
    for (const order of [a, b, c]) expect(await statusOf(order)).toBe('shipped');
    expect((await details(c)).parcelList).toHaveLength(2);
    const again = anOrder();
    await save(test, source, again);
    expect(await orderRow(test, source, again.externalId)).toMatchObject({
      status: 'ready',
      preparation: { parcel: BOX, parcelSetBy: 'last_parcel' },
    });
  });

  it('chunks large selections', async () => {
    const orders = Array.from({ length: 520 }, () => anOrder());
    await save(test, source, ...orders);
    await sql`UPDATE orders SET status = 'ready', problems = '[]', preparation = preparation || ${JSON.stringify({ parcel: BOX })}::jsonb
      WHERE source_id = ${source.id}`.execute(test.deps.db);
    const { ids } = (await call(test, shop, 'GET', `${API.orderIds}?view=ready`)).json();
    const answer = await ship(...ids.map((id: string) => ({ id })));
    expect(answer.shipped).toBe(520);
    expect((await batchOf(test, shop, batchIdOf(answer))).counts.pending).toBe(520);
    await call(test, shop, 'DELETE', path(API.batch, batchIdOf(answer)));
  });
});

describe('an order in a batch', () => {
  it('is ready again when its row is removed or the batch is discarded', async () => {
    const [one, two] = [await readyOrder(test, source), await readyOrder(test, source)];
    const batchId = batchIdOf(await ship(one, two));
    await remove(batchId, [1]);
    expect([await statusOf(one), await statusOf(two)]).toEqual(['ready', 'in_progress']);
    await call(test, shop, 'DELETE', path(API.batch, batchId));
    expect(await statusOf(two)).toBe('ready');
  });

  it('needs attention after a failed label, and can be retried there or shipped again', async () => {
    const order = await readyOrder(test, source);
    const batchId = batchIdOf(await ship(order));
    faulty.labelProvider.refuse(1, 'The address is unknown.');
    await buyLabels(batchId);
    expect(await details(order)).toMatchObject({ status: 'attention', problems: [{ code: 'label_failed' }] });
    expect(await reportsOf(order)).toEqual([]);
    await act(test, shop, API.batchRetry, batchId, { numbers: [1] });
    expect(await statusOf(order)).toBe('in_progress');
    await work(test);
    const { paymentIntentId } = await payForBatch(test, shop, await batchOf(test, shop, batchId));
    await act(test, shop, API.batchLabels, batchId, { paymentIntentId });
    await work(test);
    expect(await statusOf(order)).toBe('shipped');

    const other = await readyOrder(test, source);
    faulty.labelProvider.refuse(1, 'No.');
    const failed = batchIdOf(await ship(other));
    await buyLabels(failed);
    expect(await details(other)).toMatchObject({ status: 'attention', canChange: true, canShip: true });
    await buyLabels(batchIdOf(await ship(other)));
    expect(await details(other)).toMatchObject({ status: 'shipped', problems: [] });
    expect((await act(test, shop, API.batchRetry, failed, { numbers: [1] })).json().error).toBe(
      'ORDER_TAKEN',
    );
  });

  it('says what the store changed, and keeps its row', async () => {
    const order = anOrder({ number: 'changed' });
    const { id } = await readyOrder(test, source, order);
    const batchId = batchIdOf(await ship({ id }));
    await save(test, source, { ...order, recipient: aRecipient({ line1: '1 New St' }), updatedAt: LATER });
    expect(await details({ id })).toMatchObject({
      status: 'attention',
      problems: [{ code: 'changed_after_label', detail: 'The address was changed in the store.' }],
      canChange: false,
      canShip: false,
    });
    const answer = await call(test, shop, 'PATCH', path(API.order, id), { weightOz: 1 });
    expect(answer.json().error).toBe('ORDER_BUSY');
    await call(test, shop, 'PATCH', path(API.order, id), { dismiss: true });
    expect(await statusOf({ id })).toBe('in_progress');
    await edit(test, shop, batchId, [{ number: 1, cells: { receiver_address: '1 New St' } }]);
    await buyLabels(batchId);
    expect(await statusOf({ id })).toBe('shipped');
    await save(test, source, { ...order, state: 'cancelled', updatedAt: new Date('2026-11-16T13:00:00Z') });
    expect((await details({ id })).problems).toMatchObject([
      { code: 'changed_after_label', detail: 'The store canceled the order.' },
    ]);
  });
});

describe('an order in a batch', () => {
  it.each([
    ['put on hold', { state: 'on_hold' }, 'The store put the order on hold.'],
    ['no longer paid', { paid: 'no' }, 'The order is no longer fully paid in the store.'],
    [
      'put on hold with another address',
      { state: 'on_hold', recipient: aRecipient({ line1: '1 New St' }) },
      'The store put the order on hold. The address was changed in the store.',
    ],
  ] as const)('needs attention if it is %s in the store', async (_name, change, detail) => {
    const order = anOrder();
    const { id } = await readyOrder(test, source, order);
    const batchId = batchIdOf(await ship({ id }));
    await save(test, source, { ...order, ...change, updatedAt: LATER });
    expect(await details({ id })).toMatchObject({
      status: 'attention',
      problems: [{ code: 'changed_after_label', detail }],
    });
    await call(test, shop, 'PATCH', path(API.order, id), { dismiss: true });
    expect(await statusOf({ id })).toBe('in_progress');
    await buyLabels(batchId);
    expect(await statusOf({ id })).toBe('shipped');
  });
});

describe('a voided label', () => {
  it('opens the order again, and cancels or withdraws the report', async () => {
    const operator = await makeOperator(test);
    const [reported, unreported] = [await readyOrder(test, source), await readyOrder(test, source)];
    await buyLabels(batchIdOf(await ship(reported, unreported)));
    await sql`UPDATE order_reports SET state = 'reporting' WHERE order_id = ${reported.id}`.execute(
      test.deps.db,
    );
    for (const order of [reported, unreported]) {
      const shipmentId = (await details(order)).parcelList[0]?.shipmentId ?? '';
      await refund(test, operator, shipmentId, 100, { voidLabel: true });
    }
    await sweepParcels(test.deps);
    expect([await statusOf(reported), await statusOf(unreported)]).toEqual(['shipped', 'ready']);
    await sql`UPDATE order_reports SET state = 'reported', reference = '1' WHERE order_id = ${reported.id}`.execute(
      test.deps.db,
    );
    await sweepParcels(test.deps);
    expect([await reportsOf(reported), await reportsOf(unreported)]).toMatchObject([
      [{ state: 'to_withdraw', next_try_at: expect.any(Date) }],
      [{ state: 'canceled', next_try_at: null }],
    ]);
    expect((await details(reported)).status).toBe('ready');
    // Parcels are listed by age.
    test.clock.advance(1_000);
    await buyLabels(batchIdOf(await ship(reported)));
    expect((await details(reported)).parcelList.map(({ state }) => state)).toEqual(['voided', 'bought']);
  });
});

describe('the database', () => {
  it('refuses a piece in two parcels', async () => {
    const order = await readyOrder(test, source);
    await ship(order);
    const parcelId = newId();
    const insert = test.deps.db.transaction().execute(async (trx) => {
      await sql`INSERT INTO order_parcels (id, user_id, state, created_at, updated_at)
        VALUES (${parcelId}, ${shop.userId}, 'planned', now(), now())`.execute(trx);
      await sql`INSERT INTO order_parcel_items VALUES (${parcelId}, ${order.id}, 'item-1', 1)`.execute(trx);
    });
    await expect(insert).rejects.toThrow('pieces of an order are in two parcels');
  });
});
