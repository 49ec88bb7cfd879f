import type { OrderDetails, OrdersAnswer } from '@lading/contract/orders/orders.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { path } from '../../../test/bulk.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import {
  anOrder,
  aRecipient,
  BOX,
  makeSource,
  readyOrder,
  save,
  saveSender,
  type TestSource,
} from '../../../test/shop-orders.ts';
import { eraseOldOrders } from './erase-orders.ts';
import { recheckOrders } from './recheck-orders.ts';

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

const eraseAfter = (shipmentMonths: number) =>
  eraseOldOrders({ ...test.deps, retention: { shipmentMonths } });
const details = async (id: string): Promise<OrderDetails> =>
  (await call(test, shop, 'GET', path(API.order, id))).json().order;
const patch = (id: string, body: object) => call(test, shop, 'PATCH', path(API.order, id), body);
const hold = (id: string, until: string | null) =>
  call(test, shop, 'POST', path(API.orderHold, id), { reason: 'Dana is on vacation', until });
/** Neither the store nor the client has changed anything for so many months. */
const age = (months: number, columns = ['placed_at', 'created_at', 'updated_at']) =>
  sql`
    UPDATE orders SET ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(months => ${months})`))}
    WHERE source_id = ${source.id}`.execute(test.deps.db);
const foundByName = async () => {
  const answer: OrdersAnswer = (await call(test, shop, 'GET', `${API.orders}?view=all&search=dana`)).json();
  return answer.orders.map(({ number }) => number).toSorted();
};
const RECIPIENT = {
  fullName: 'Dana Reyes',
  company: '',
  email: '',
  phone: '',
  address: '500 W 2nd St',
  address2: '',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
};
const ERASED = { recipientName: '', status: 'attention', hold: null, isErased: true, canShip: false };

describe('an order that waits to be shipped', () => {
  it('loses names, streets and notes if nobody has changed it for the retention period', async () => {
    const ready = await readyOrder(test, source, { number: 'ready', buyerNote: 'Secret garden' });
    const held = await readyOrder(test, source, { number: 'held' });
    await hold(held.id, null);
    await save(test, source, anOrder({ number: 'incomplete' }));
    await age(23);
    await eraseAfter(24);
    expect(await foundByName()).toEqual(['held', 'incomplete', 'ready']);
    await age(2);
    await eraseAfter(24);
    expect(await foundByName()).toEqual([]);
    for (const { id } of [ready, held])
      expect(await details(id)).toMatchObject({
        ...ERASED,
        place: 'Austin, Texas, US',
        notes: { buyer: '' },
        problems: [
          { code: 'address_incomplete', field: 'fullName' },
          { code: 'address_incomplete', field: 'address' },
        ],
      });
  });

  it('keeps them while it is held until a day, in an upload, or was changed since', async () => {
    const until = await readyOrder(test, source, { number: 'until' });
    await hold(until.id, '2199-01-01');
    const shipping = await readyOrder(test, source, { number: 'shipping' });
    const onHold = anOrder({ number: 'shipping, on hold' });
    const held = await readyOrder(test, source, onHold);
    await call(test, shop, 'POST', API.ordersShip, { orderIds: [shipping.id, held.id] });
    await save(test, source, { ...onHold, state: 'on_hold', updatedAt: new Date('2026-11-16T11:00:00Z') });
    expect((await details(held.id)).status).toBe('attention');
    const [edited, changed] = [anOrder({ number: 'edited' }), anOrder({ number: 'changed' })];
    const { id } = await readyOrder(test, source, edited);
    await save(test, source, changed, anOrder({ number: 'forgotten' }));
    await age(25);
    await patch(id, { parcel: BOX });
    await save(test, source, { ...changed, buyerNote: 'Hurry', updatedAt: new Date('2026-11-16T12:00:00Z') });
    await eraseAfter(24);
    expect(await foundByName()).toEqual(['changed', 'edited', 'shipping', 'shipping, on hold', 'until']);
  });

  it('keeps them for a year even if shipped orders are kept for less', async () => {
    await readyOrder(test, source, { number: 'preorder' });
    await age(11);
    await eraseAfter(1);
    expect(await foundByName()).toEqual(['preorder']);
    await age(2);
    await eraseAfter(1);
    expect(await foundByName()).toEqual([]);
  });

  it('keeps them if it was placed long ago and imported since', async () => {
    await readyOrder(test, source, { number: 'preorder' });
    await age(25, ['placed_at']);
    await eraseAfter(24);
    expect(await foundByName()).toEqual(['preorder']);
  });

  it('does not count as changed because of a new rule', async () => {
    const { id } = await readyOrder(test, source, { number: 'forgotten' });
    await age(25);
    const rule = { name: 'All', groups: [], actions: [{ kind: 'tag', tag: 'new' }] };
    expect((await call(test, shop, 'POST', API.orderRules, { rule })).statusCode).toBe(201);
    await recheckOrders(test.deps);
    expect((await details(id)).tags).toEqual(['new']);
    await eraseAfter(24);
    expect(await foundByName()).toEqual([]);
  });

  it('can be completed by hand afterward, and is erased again', async () => {
    const { id } = await readyOrder(test, source, { number: 'late' });
    await age(25);
    await eraseAfter(24);
    expect(await details(id)).toMatchObject(ERASED);
    expect((await patch(id, { recipient: null })).json().order).toMatchObject(ERASED);
    expect((await patch(id, { recipient: RECIPIENT })).json().order).toMatchObject({
      status: 'ready',
      canShip: true,
      isErased: false,
    });
    await eraseAfter(24);
    expect(await foundByName()).toEqual(['late']);
    expect((await patch(id, { recipient: null })).json().order).toMatchObject(ERASED);
    await patch(id, { recipient: RECIPIENT });
    await age(25);
    await eraseAfter(24);
    expect(await details(id)).toMatchObject(ERASED);
  });

  it('does not return to a row with its earlier address', async () => {
    const { id } = await readyOrder(test, source, { recipient: aRecipient({ line1: '1 Old St' }) });
    const { batchId } = (await call(test, shop, 'POST', API.ordersShip, { orderIds: [id] })).json();
    const remove = (removed: boolean) =>
      call(test, shop, 'POST', path(API.batchRemovals, batchId), { numbers: [1], removed });
    await remove(true);
    await age(25);
    await eraseAfter(24);
    await patch(id, { recipient: RECIPIENT });
    expect((await remove(false)).json().error).toBe('ORDER_TAKEN');
  });
});
