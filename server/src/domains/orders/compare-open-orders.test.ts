import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildShopApp, connectShop, orderOf, readShops, type ShopApp } from '../../../test/order-sources.ts';
import { makeShop } from '../../../test/shipping.ts';
import { days } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { SourceUnavailableError } from '../../providers/order-sources/port.ts';

let app: ShopApp;
let sourceId: string;
beforeAll(async () => {
  app = await buildShopApp();
  app.shops.woocommerce.add(15);
  sourceId = (await connectShop(app.test, await makeShop(app.test))).id;
});
afterAll(() => app.test.close());

const aDayLater = async () => {
  app.test.clock.advance(days(1));
  await sql`UPDATE order_sources SET counted_at = counted_at - interval '1 day'`.execute(app.test.deps.db);
  await readShops(app.test);
};
const incidents = () =>
  app.test.deps.db
    .selectFrom('incidents')
    .select(['object_id', 'detail'])
    .where('kind', '=', 'orders_missing')
    .where('resolved_at', 'is', null)
    .execute();

describe('the daily comparison', { shuffle: false }, () => {
  it('compares after the first import, and then once a day', async () => {
    const { woocommerce } = app.shops;
    woocommerce.hidden.add('order-7');
    await readShops(app.test);
    expect(woocommerce.count('listOpen')).toBe(2);
    await readShops(app.test);
    expect(woocommerce.count('listOpen')).toBe(2);
    // The list of changes does not have it.
    expect(await orderOf(app.test, sourceId, 'order-7')).toBeDefined();
    expect(await incidents()).toEqual([]);
    await aDayLater();
    expect(woocommerce.count('listOpen')).toBe(4);
  });

  it('reads missing orders one by one, and finds what the store shipped without telling us', async () => {
    const { woocommerce } = app.shops;
    const [lost = ''] = woocommerce.add(1, { updatedAt: new Date('2026-11-01T00:00:00Z') });
    // Changed long ago, according to the store.
    const quiet = { updatedAt: woocommerce.order('order-3').updatedAt };
    woocommerce.change('order-3', { state: 'shipped', ...quiet });
    woocommerce.hidden.add(lost).add('order-3');
    await aDayLater();
    expect(await orderOf(app.test, sourceId, lost)).toMatchObject({ shop_state: 'open' });
    await readShops(app.test);
    expect(await orderOf(app.test, sourceId, 'order-3')).toMatchObject({ shop_state: 'shipped' });
    expect(await incidents()).toEqual([]);
  });

  it('opens an incident for an order that the store lists but does not return, and closes it', async () => {
    const { woocommerce } = app.shops;
    const listOpen = woocommerce.listOpen;
    woocommerce.listOpen = async (...call) => {
      const { externalIds, next } = await listOpen(...call);
      return { externalIds: next === null ? [...externalIds, 'ghost-1'] : externalIds, next };
    };
    await aDayLater();
    expect(await incidents()).toEqual([{ object_id: sourceId, detail: '1 missing: ghost-1' }]);
    woocommerce.listOpen = listOpen;
    await sql`UPDATE order_sources SET counted_at = counted_at - interval '1 hour'`.execute(app.test.deps.db);
    await readShops(app.test);
    expect(await incidents()).toEqual([]);
  });

  it('continues with the next page at a later reading if the store asks to wait', async () => {
    const { woocommerce } = app.shops;
    const listOpen = woocommerce.listOpen;
    const asked: (string | null)[] = [];
    let isBusy = true;
    woocommerce.listOpen = async (connection, page) => {
      asked.push(page);
      if (page !== null && isBusy) throw new SourceUnavailableError('The store limits our calls', 180_000);
      const { externalIds, next } = await listOpen(connection, page);
      return { externalIds: page === null ? [...externalIds, 'ghost-2'] : externalIds, next };
    };
    await aDayLater();
    await readShops(app.test);
    expect(asked).toEqual([null, '10', '10']);
    const source = await app.test.deps.db.selectFrom('order_sources').selectAll().executeTakeFirst();
    expect(source).toMatchObject({ failures: 0, last_error: null });
    expect(await incidents()).toEqual([]);
    isBusy = false;
    await readShops(app.test);
    expect(asked).toEqual([null, '10', '10', '10']);
    // It was listed before the wait.
    expect(await incidents()).toEqual([{ object_id: sourceId, detail: '1 missing: ghost-2' }]);
    woocommerce.listOpen = listOpen;
    await aDayLater();
    expect(await incidents()).toEqual([]);
  });

  it('lists from the start again after three failures at the same page', async () => {
    const { woocommerce } = app.shops;
    const listOpen = woocommerce.listOpen;
    const asked: (string | null)[] = [];
    woocommerce.listOpen = async (connection, page) => {
      asked.push(page);
      if (page !== null) throw new SourceUnavailableError('The store does not know this page');
      return listOpen(connection, page);
    };
    await aDayLater();
    for (let time = 0; time < 3; time += 1) await readShops(app.test);
    expect(asked).toEqual([null, '10', '10', '10', null, '10']);
    woocommerce.listOpen = listOpen;
    await readShops(app.test);
  });

  it('is left out for a day, without a failure, if the store lists more orders than Lading compares', async () => {
    const { woocommerce } = app.shops;
    const { listOpen } = woocommerce;
    let pages = 0;
    woocommerce.listOpen = async () => {
      pages += 1;
      const first = pages * 100_000;
      return { externalIds: Array.from({ length: 100_000 }, (_, n) => `${first + n}`), next: `${pages}` };
    };
    const logged = app.test.logText().length;
    await aDayLater();
    await readShops(app.test);
    woocommerce.listOpen = listOpen;
    expect(pages).toBe(3);
    expect(app.test.logText().slice(logged)).toContain(
      'The open orders of a store are not compared because it lists too many',
    );
    const source = await app.test.deps.db.selectFrom('order_sources').selectAll().executeTakeFirst();
    expect(source).toMatchObject({ failures: 0, last_error: null });
    expect(await incidents()).toEqual([]);
  });

  it('names an order whose ID is too long by the start of the ID', async () => {
    const { woocommerce } = app.shops;
    const { listOpen } = woocommerce;
    woocommerce.listOpen = async (...call) => {
      const { externalIds, next } = await listOpen(...call);
      return { externalIds: [...externalIds, 'x'.repeat(10_000)], next };
    };
    await aDayLater();
    expect(await incidents()).toEqual([{ object_id: sourceId, detail: `1 missing: ${'x'.repeat(60)}…` }]);
    woocommerce.listOpen = listOpen;
    await aDayLater();
    expect(await incidents()).toEqual([]);
  });

  it('is repeated if the list cannot be read', async () => {
    const { woocommerce } = app.shops;
    woocommerce.failNext('listOpen', 'odd');
    const before = woocommerce.count('listOpen');
    await aDayLater();
    expect(woocommerce.count('listOpen')).toBe(before + 1);
    await readShops(app.test);
    expect(woocommerce.count('listOpen')).toBe(before + 3);
  });

  it.each(['after a page', 'when the store fails'])(
    'leaves the position to the process that has taken over %s',
    async (moment) => {
      const { woocommerce } = app.shops;
      const { db } = app.test.deps;
      const { listOpen } = woocommerce;
      const position = {
        source_id: sourceId,
        started_at: app.test.clock.now(),
        page: '10',
        external_ids: ['a'],
      };
      woocommerce.listOpen = async (...call) => {
        await db.updateTable('order_sources').set({ held_by: newId() }).where('id', '=', sourceId).execute();
        await db
          .insertInto('order_counts')
          .values({ ...position, failures: 0 })
          .execute();
        if (moment === 'when the store fails') throw new TypeError('Cannot read properties of undefined');
        return listOpen(...call);
      };
      const logged = app.test.logText().length;
      await aDayLater();
      woocommerce.listOpen = listOpen;
      const kept = await db.selectFrom('order_counts').selectAll().execute();
      await db.deleteFrom('order_counts').execute();
      await sql`UPDATE order_sources SET lease_until = now(), held_by = NULL`.execute(db);
      await readShops(app.test);
      expect(kept).toMatchObject([position]);
      if (moment === 'after a page') expect(app.test.logText().slice(logged)).not.toContain('unexpected');
    },
  );
});
