import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  buildShopApp,
  connectShop,
  endWaits,
  orderOf,
  readShops,
  type ShopApp,
} from '../../../test/order-sources.ts';
import { makeShop } from '../../../test/shipping.ts';
import { days } from '../../platform/clock.ts';
import { lookUpOrders } from './look-up-orders.ts';
import { addLookUps } from './order-look-ups.store.ts';
import { sweepOrderSources } from './sweep-order-sources.ts';

let app: ShopApp;
let sourceId: string;
beforeEach(async () => {
  app = await buildShopApp();
  app.shops.woocommerce.add(5);
  sourceId = (await connectShop(app.test, await makeShop(app.test))).id;
  await readShops(app.test);
});
afterEach(() => app.test.close());

const compare = async () => {
  app.test.clock.advance(1_000);
  await sql`UPDATE order_sources SET counted_at = counted_at - interval '1 day'`.execute(app.test.deps.db);
  await readShops(app.test);
};
const failFor = (externalId: string) => {
  const { woocommerce } = app.shops;
  const { readOrder } = woocommerce;
  woocommerce.readOrder = (connection, id) =>
    id === externalId
      ? Promise.reject(new TypeError('Cannot read properties of undefined'))
      : readOrder(connection, id);
};
const lookUps = () =>
  app.test.deps.db
    .selectFrom('order_look_ups')
    .select(['external_id', sql<boolean>`next_try_at <= now() + interval '1 minute'`.as('is_soon')])
    .orderBy('external_id')
    .execute();

describe('an order that cannot be read', () => {
  it('opens an incident, and does not block the other orders of a comparison', async () => {
    const { woocommerce } = app.shops;
    const old = { updatedAt: new Date('2026-11-01T00:00:00Z') };
    const [broken = '', other = ''] = woocommerce.add(2, old);
    woocommerce.hidden.add(broken).add(other);
    failFor(broken);
    await compare();
    expect(await orderOf(app.test, sourceId, other)).toBeDefined();
    const { db } = app.test.deps;
    expect(await db.selectFrom('incidents').select(['kind', 'detail']).execute()).toEqual([
      { kind: 'orders_missing', detail: `1 missing: ${broken}` },
    ]);
    const source = await db.selectFrom('order_sources').selectAll().executeTakeFirst();
    expect(source).toMatchObject({ failures: 0, last_error: null });
  });

  it('does not make the others wait as long', async () => {
    const { woocommerce } = app.shops;
    const { db, clock } = app.test.deps;
    const all = ['order-1', 'order-2', 'order-3', 'order-4'];
    for (const id of all) woocommerce.change(id, { state: 'shipped', updatedAt: clock.now() });
    await addLookUps(db, sourceId, all, clock.now());
    await sql`UPDATE order_look_ups SET tries = 10`.execute(db);
    for (const id of all) failFor(id);
    await lookUpOrders(app.test.deps);
    const waiting = await lookUps();
    expect(waiting.map(({ is_soon }) => is_soon).toSorted()).toEqual([false, true, true, true]);
  });
});

describe('an order that the store no longer shows', () => {
  it.each([
    ['changed', { updatedAt: new Date('2026-08-01T00:00:00Z') }],
    ['placed', { placedAt: new Date('2026-08-01T00:00:00Z') }],
  ] as const)('stays as it was if it was %s too long ago, and is canceled otherwise', async (by, dates) => {
    const { woocommerce } = app.shops;
    const [old = ''] = woocommerce.add(1, dates);
    await compare();
    expect(await orderOf(app.test, sourceId, old)).toMatchObject({ shop_state: 'open' });
    woocommerce.shows = { by, forMs: days(60) };
    woocommerce.orders.delete(old);
    woocommerce.orders.delete('order-1');
    await compare();
    await readShops(app.test);
    expect(await orderOf(app.test, sourceId, 'order-1')).toMatchObject({ shop_state: 'cancelled' });
    expect(await orderOf(app.test, sourceId, old)).toMatchObject({ shop_state: 'open' });
    expect(await lookUps()).toEqual([]);
  });
});

describe('an order that the store did not show for a while', () => {
  it('is open again, although it has not changed in the store', async () => {
    const { woocommerce } = app.shops;
    const order = woocommerce.order('order-1');
    woocommerce.orders.delete('order-1');
    await compare();
    await readShops(app.test);
    expect(await orderOf(app.test, sourceId, 'order-1')).toMatchObject({ shop_state: 'cancelled' });
    woocommerce.orders.set('order-1', order);
    woocommerce.hidden.add('order-1');
    await compare();
    await readShops(app.test);
    expect(await orderOf(app.test, sourceId, 'order-1')).toMatchObject({
      shop_state: 'open',
      excluded: null,
    });
  });
});

describe('a process that stops', () => {
  it('leaves its lookups to the next one', async () => {
    const { woocommerce } = app.shops;
    const { db, clock } = app.test.deps;
    await addLookUps(db, sourceId, ['order-1', 'order-2'], clock.now());
    await endWaits(app.test);
    const before = woocommerce.count('readOrder');
    await lookUpOrders({ ...app.test.deps, isDraining: () => true });
    expect(woocommerce.count('readOrder')).toBe(before);
    expect((await lookUps()).map(({ is_soon }) => is_soon)).toEqual([true, true]);
  });

  it('looks up no more orders of a comparison', async () => {
    const { woocommerce } = app.shops;
    const [lost = ''] = woocommerce.add(1, { updatedAt: new Date('2026-11-01T00:00:00Z') });
    woocommerce.hidden.add(lost);
    const { db } = app.test.deps;
    await sql`UPDATE order_sources SET counted_at = counted_at - interval '1 day'`.execute(db);
    await endWaits(app.test);
    await sweepOrderSources({ ...app.test.deps, isDraining: () => true });
    expect(await orderOf(app.test, sourceId, lost)).toBeUndefined();
    await readShops(app.test);
    expect(await orderOf(app.test, sourceId, lost)).toBeDefined();
    expect(await db.selectFrom('incidents').select('kind').execute()).toEqual([]);
  });

  it('keeps the position of a comparison', async () => {
    const { woocommerce } = app.shops;
    const { db } = app.test.deps;
    woocommerce.pageSize = 2;
    // The list of changes is complete before the comparison.
    for (const id of woocommerce.orders.keys()) woocommerce.hidden.add(id);
    await sql`UPDATE order_sources SET counted_at = counted_at - interval '1 day'`.execute(db);
    await endWaits(app.test);
    const before = woocommerce.count('listOpen');
    await sweepOrderSources({ ...app.test.deps, isDraining: () => true });
    expect(await db.selectFrom('order_counts').select('page').execute()).toEqual([{ page: '2' }]);
    await readShops(app.test);
    expect(woocommerce.count('listOpen')).toBe(before + 3);
  });
});
