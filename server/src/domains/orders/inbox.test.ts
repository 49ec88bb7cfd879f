import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import { MAX_ORDER_COUNT, type OrderDetails, type OrdersAnswer } from '@lading/contract/orders/orders.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { path } from '../../../test/bulk.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
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
import { newId } from '../../platform/ids.ts';
import { eraseOldOrders } from './erase-orders.ts';
import { sweepParcels } from './sweep-parcels.ts';

let test: TestApp;
let shop: Shop;
let source: TestSource;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  shop = await makeShop(test);
  await saveSender(test, shop.userId);
  source = await makeSource(test, shop.userId);
});
afterAll(() => test.close());

const list = async (query = ''): Promise<OrdersAnswer> =>
  (await call(test, shop, 'GET', `${API.orders}?${query}`)).json();
const numbers = async (query: string) => (await list(query)).orders.map(({ number }) => number);
const patch = (id: string, body: object, owner = shop) =>
  call(test, owner, 'PATCH', path(API.order, id), body);
const details = async (id: string): Promise<OrderDetails> =>
  (await call(test, shop, 'GET', path(API.order, id))).json().order;
const idOf = async (externalId: string) => (await orderRow(test, source, externalId)).id;

describe('the inbox', () => {
  it('lists orders by view, newest first, with counts', async () => {
    await readyOrder(test, source, { number: 'old', placedAt: new Date('2026-11-10T10:00:00Z') });
    await readyOrder(test, source, { number: 'new' });
    await save(test, source, anOrder({ number: 'open' }), anOrder({ number: 'unpaid', paid: 'no' }));
    expect(await numbers('view=ready')).toEqual(['new', 'old']);
    expect(await numbers('view=attention')).toEqual(['open']);
    expect((await numbers('view=all')).toSorted()).toEqual(['new', 'old', 'open', 'unpaid']);
    const { counts, pagination, orders } = await list('view=ready&limit=1&page=2');
    expect(counts).toEqual({ ready: 2, attention: 1, shipped: 0, held: 0, in_progress: 0, all: 4 });
    expect(pagination).toMatchObject({ totalRecords: 2, currentPage: 2, hasNextPage: false });
    expect(orders).toMatchObject([
      {
        number: 'old',
        source: { id: source.id, kind: 'api' },
        recipientName: 'Dana Reyes',
        place: 'Austin, Texas, US',
        pieces: 2,
        firstItem: '2 × Ceramic mug',
        itemCount: 1,
        total: 2_900,
        preparation: { weightOz: 23.99, parcel: BOX, parcelSetBy: 'person' },
        combinable: 2,
        parcels: 0,
      },
    ]);
  });

  it('finds orders by number, name, SKU, email address, country, tag and store', async () => {
    const other = await makeSource(test, shop.userId, 'file');
    await save(
      test,
      source,
      anOrder({ number: 'A-1', recipient: aRecipient({ name: 'Zoë Fox 100%', email: 'zoe@fox.example' }) }),
      anOrder({ number: 'B-2', items: [anItem({ sku: 'TEAPOT_9' })], tags: ['gift'] }),
    );
    await save(test, other, anOrder({ number: 'C-3', recipient: aRecipient({ country: 'CA' }) }));
    for (const [query, found] of [
      ['search=a-1', ['A-1']],
      ['search=ZO%C3%8B', ['A-1']],
      ['search=zoe%40fox', ['A-1']],
      ['search=100%25', ['A-1']],
      ['search=teapot_', ['B-2']],
      ['search=nobody', []],
      ['tag=gift', ['B-2']],
      ['country=ca', ['C-3']],
      [`source=${other.id}`, ['C-3']],
    ] as const)
      expect(await numbers(`view=all&${query}`), query).toEqual(found);
    const ids = (await call(test, shop, 'GET', `${API.orderIds}?view=all&tag=gift`)).json();
    expect(ids).toEqual({ ids: [expect.any(String)], more: false });
  });

  it('says that there are more orders than it counts', async () => {
    const { id } = await readyOrder(test, source);
    const copy = (count: number) =>
      sql`INSERT INTO orders SELECT copied.* FROM orders o,
        (SELECT gen_random_uuid() AS id FROM generate_series(1, ${count}::int)) new,
        LATERAL jsonb_populate_record(o, jsonb_build_object('id', new.id, 'external_id', new.id)) copied
        WHERE o.id = ${id}`.execute(test.deps.db);
    await copy(MAX_ORDER_COUNT - 1);
    const atLimit = { totalRecords: MAX_ORDER_COUNT, totalPages: MAX_ORDER_COUNT / 25 };
    expect((await list('view=ready')).pagination).toMatchObject({ ...atLimit, isMore: false });
    await copy(1);
    expect((await list('view=ready')).pagination).toMatchObject({ ...atLimit, isMore: true });
  });

  it('shows each client only their own orders', async () => {
    const { id } = await readyOrder(test, source);
    const stranger = await makeShop(test);
    const calls = [
      ['GET', path(API.order, id)],
      ['PATCH', path(API.order, id), { weightOz: 5 }],
      ['PATCH', API.orders, { orderIds: [id], change: { weightOz: 5 } }],
      ['POST', path(API.orderHold, id), { reason: 'x' }],
      ['DELETE', path(API.orderHold, id)],
      ['POST', path(API.orderSplit, id), { items: [{ id: 'item-1', quantity: 1 }] }],
      ['DELETE', path(API.orderParcels, id)],
      ['POST', API.ordersCombine, { orderIds: [id, newId()] }],
    ] as const;
    for (const [method, url, body] of calls) {
      const answer = await call(test, stranger, method, url, body);
      expect([url, answer.statusCode, answer.json().error]).toEqual([url, 404, 'ORDER_NOT_FOUND']);
    }
    expect((await call(test, stranger, 'GET', `${API.orders}?view=all`)).json().orders).toEqual([]);
    const left = await call(test, stranger, 'POST', API.ordersShip, { orderIds: [id] });
    expect(left.json()).toEqual({
      batchId: null,
      shipped: 0,
      leftOut: [{ id, number: '', reason: 'missing' }],
    });
    expect((await details(id)).status).toBe('ready');
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) FROM audit_logs WHERE user_id = ${stranger.userId} AND event_type = 'ACCESS_DENIED'`.execute(
      test.deps.db,
    );
    expect(rows[0]?.count).toBe(calls.length);
  });
});

describe('an order', () => {
  it('is ready once its address and parcel are corrected, and can return to the store’s address', async () => {
    const order = anOrder({ recipient: aRecipient({ line1: '' }) });
    await save(test, source, order);
    const id = await idOf(order.externalId);
    expect((await details(id)).problems.map(({ code, field }) => field ?? code)).toEqual([
      'size_missing',
      'address',
    ]);
    const recipient = { ...(await details(id)).recipient, address: '1 Main St', country: 'United States' };
    const changed = (await patch(id, { recipient, parcel: BOX, tags: ['vip', 'vip'] })).json().order;
    expect(changed).toMatchObject({ status: 'ready', isRecipientEdited: true, tags: ['vip'] });
    expect(changed.recipient).toMatchObject({ address: '1 Main St', country: 'US' });
    await save(test, source, { ...order, totalCents: 1, updatedAt: new Date('2026-11-16T12:00:00Z') });
    expect(await details(id)).toMatchObject({ status: 'ready', tags: ['vip'] });
    expect((await patch(id, { recipient: null })).json().order).toMatchObject({
      status: 'attention',
      isRecipientEdited: false,
    });
  });

  it.each([
    [{ weightOz: 0 }, 'weightOz'],
    [{ parcel: { ...BOX, lengthIn: -1 } }, 'parcel.lengthIn'],
    [{ insuranceCents: 1_000_001 }, 'insuranceCents'],
    [{ tags: ['a\u0000'] }, 'tags.0'],
    [{ recipient: { fullName: 'Dana' } }, 'recipient.company'],
  ])('is not changed by %j', async (body, field) => {
    const { id } = await readyOrder(test, source);
    const before = await details(id);
    const answer = await patch(id, body);
    expect([answer.statusCode, answer.json().fields[0].path]).toEqual([400, field]);
    expect(await details(id)).toEqual(before);
  });

  it('keeps extras, and uses the store’s weight again after a reset', async () => {
    const { id } = await readyOrder(test, source);
    const set = {
      weightOz: 64,
      signature: 'adult',
      insuranceCents: 5_000,
      parcel: { ...BOX, type: 'envelope' },
    };
    expect((await patch(id, set)).json().order.preparation).toEqual({
      weightOz: 64,
      weightSetBy: 'person',
      signature: 'adult',
      signatureSetBy: 'person',
      insuranceCents: 5_000,
      insuranceSetBy: 'person',
      parcel: { type: 'envelope', lengthIn: 12, widthIn: 9, heightIn: 0.25 },
      parcelSetBy: 'person',
    });
    const reset = { weightOz: null, signature: null, insuranceCents: null, parcel: null };
    expect((await patch(id, reset)).json().order.preparation).toEqual({
      weightOz: 23.99,
      weightSetBy: 'shop',
    });
  });

  it('is changed together with the others or not at all', async () => {
    const [one, two] = [anOrder(), anOrder()];
    await save(test, source, one, two);
    const orderIds = [await idOf(one.externalId), await idOf(two.externalId)];
    const update = (body: object) => call(test, shop, 'PATCH', API.orders, body);
    expect((await update({ orderIds: [...orderIds, newId()], change: { parcel: BOX } })).statusCode).toBe(
      404,
    );
    expect((await list('view=ready')).counts).toMatchObject({ ready: 0, attention: 2 });
    expect((await update({ orderIds, change: { parcel: BOX } })).json()).toEqual({ changed: 2 });
    expect((await list('view=ready')).counts).toMatchObject({ ready: 2, attention: 0 });
  });

  it('is left out of a change of several parcels once it is in a batch', async () => {
    const [open, shipping] = [await readyOrder(test, source), await readyOrder(test, source)];
    await call(test, shop, 'POST', API.ordersShip, { orderIds: [shipping.id] });
    const update = (orderIds: string[]) =>
      call(test, shop, 'PATCH', API.orders, { orderIds, change: { weightOz: 9 } });
    expect((await update([shipping.id])).json().error).toBe('ORDER_BUSY');
    expect((await update([open.id, shipping.id])).json()).toEqual({ changed: 1 });
    expect((await details(open.id)).preparation.weightOz).toBe(9);
    expect((await details(shipping.id)).preparation.weightOz).not.toBe(9);
  });

  it('is held until its day in the operator’s time zone, or until it is released', async () => {
    const { id } = await readyOrder(test, source);
    const hold = (body: object) => call(test, shop, 'POST', path(API.orderHold, id), body);
    expect(
      (await hold({ reason: 'Wait', until: dateIn(test.deps.timeZone, test.clock.now()) })).json().fields[0]
        .path,
    ).toBe('until');
    const today = dateIn(test.deps.timeZone, test.clock.now());
    const until = addDays(today, 1);
    expect((await hold({ reason: 'Buyer is away', until })).json().order).toMatchObject({
      status: 'held',
      hold: { reason: 'Buyer is away', until },
    });
    await sweepParcels(test.deps);
    expect((await details(id)).status).toBe('held');
    await test.deps.db.updateTable('orders').set({ hold_until: today }).where('id', '=', id).execute();
    await sweepParcels(test.deps);
    expect(await details(id)).toMatchObject({ status: 'ready', hold: null });
    await hold({ reason: 'Again' });
    const released = await call(test, shop, 'DELETE', path(API.orderHold, id));
    expect(released.json().order).toMatchObject({ status: 'ready', hold: null });
  });

  it('shares a parcel with others of the same recipient until they are separated', async () => {
    const one = await readyOrder(test, source, { number: 'A' });
    const two = await readyOrder(test, source, { number: 'B' });
    const other = await readyOrder(test, source, { recipient: aRecipient({ line1: '9 Elm St' }) });
    const combine = (...orderIds: string[]) => call(test, shop, 'POST', API.ordersCombine, { orderIds });
    expect((await combine(one.id, other.id)).json().error).toBe('ORDERS_DIFFER');
    expect((await combine(one.id, two.id)).json().order).toMatchObject({ parcels: 1, combinable: 1 });
    expect((await details(two.id)).combinedWith).toEqual(['A']);
    expect((await details(one.id)).parcelList).toMatchObject([
      { state: 'planned', items: [{ id: 'item-1', quantity: 2 }], combinedWith: ['B'] },
    ]);
    const split = { items: [{ id: 'item-1', quantity: 1 }] };
    expect((await call(test, shop, 'POST', path(API.orderSplit, one.id), split)).statusCode).toBe(400);
    await call(test, shop, 'DELETE', path(API.orderParcels, two.id));
    expect(await details(one.id)).toMatchObject({ parcels: 0, combinedWith: [] });
  });

  it('is not offered for a shared parcel once all its pieces are in one, even if it needs attention', async () => {
    const done = await readyOrder(test, source, { number: 'A' });
    await call(test, shop, 'POST', API.ordersShip, { orderIds: [done.id] });
    const cancelled = { ...done, state: 'cancelled', updatedAt: new Date('2026-11-16T12:00:00Z') } as const;
    await save(test, source, anOrder(cancelled));
    const one = await readyOrder(test, source, { number: 'B' });
    const two = await readyOrder(test, source, { number: 'C' });
    expect(await details(done.id)).toMatchObject({
      status: 'attention',
      combinable: 0,
      combinableOrders: [],
    });
    const offered = await details(one.id);
    expect(offered).toMatchObject({ combinable: 1, combinableOrders: [{ id: two.id }] });
    expect(offered.combinableOrders).toHaveLength(1);
    const orderIds = [one.id, ...offered.combinableOrders.map(({ id }) => id)];
    expect((await call(test, shop, 'POST', API.ordersCombine, { orderIds })).statusCode).toBe(200);
  });

  it('that is shipped in part is offered for its open pieces', async () => {
    const part = await readyOrder(test, source, { number: 'A' });
    const other = await readyOrder(test, source, { number: 'B' });
    await call(test, shop, 'POST', API.ordersShip, { orderIds: [part.id] });
    expect((await details(other.id)).combinable).toBe(0);
    const items = [anItem({ quantity: 1 }), anItem({ externalId: 'item-2' })];
    await save(test, source, anOrder({ ...part, items, updatedAt: new Date('2026-11-16T12:00:00Z') }));
    expect(await details(part.id)).toMatchObject({ status: 'attention', combinable: 1 });
    expect(await details(other.id)).toMatchObject({ combinable: 1, combinableOrders: [{ id: part.id }] });
  });

  it('is split into parcels, each piece in only one of them', async () => {
    const { id } = await readyOrder(test, source, { items: [anItem({ quantity: 3 })] });
    const split = (quantity: number, item = 'item-1') =>
      call(test, shop, 'POST', path(API.orderSplit, id), { items: [{ id: item, quantity }] });
    for (const [quantity, item] of [[4], [3], [1, 'unknown']] as const)
      expect((await split(quantity, item)).json().fields[0].path).toBe('items');
    expect((await split(1)).json().order).toMatchObject({ parcels: 1, pieces: 3 });
    expect((await split(2)).statusCode).toBe(400);
    expect((await split(1)).json().order).toMatchObject({ parcels: 2 });
    const reset = await call(test, shop, 'DELETE', path(API.orderParcels, id));
    expect(reset.json().order).toMatchObject({ parcels: 0, status: 'ready' });
  });
});

describe('old orders', () => {
  it('lose names, streets and notes after the retention period, but not while they are open', async () => {
    const placedAt = new Date('2020-01-01T00:00:00Z');
    const note = { buyerNote: 'Secret garden', placedAt };
    await save(
      test,
      source,
      anOrder({ ...note, number: 'done', paid: 'no' }),
      anOrder({ ...note, number: 'open' }),
    );
    const retention = { shipmentMonths: 24 };
    await eraseOldOrders({ ...test.deps, retention: { shipmentMonths: null } });
    expect((await list('view=all&search=dana')).orders).toHaveLength(2);
    await eraseOldOrders({ ...test.deps, retention });
    expect(await numbers('view=all&search=dana')).toEqual(['open']);
    const [done] = (await list('view=all&search=done')).orders;
    expect(done).toMatchObject({ recipientName: '', place: 'Austin, Texas, US' });
    expect((await details(done?.id ?? '')).notes.buyer).toBe('');
  });
});
