import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeShop } from '../../../test/shipping.ts';
import { anItem, anOrder, makeSource, orderRow, save, type TestSource } from '../../../test/shop-orders.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { saveSeenChanges } from './order-edits.store.ts';
import { selectShopOrder } from './order-look-ups.store.ts';
import { refreshOrders } from './refresh-orders.ts';

let test: TestApp;
let source: TestSource;
beforeAll(async () => {
  test = await buildTestApp();
  source = await makeSource(test, (await makeShop(test)).userId, 'etsy');
});
afterAll(() => test.close());

const ITEMS = [anItem(), anItem({ externalId: 'item-2', quantity: 1 })];
const LATER = new Date('2026-11-16T11:00:00Z');

/** Plans a parcel for the first item. The store may have its number. */
async function reportFirstItem(orderId: string): Promise<void> {
  const { db } = test.deps;
  const parcelId = newId();
  await sql`INSERT INTO order_parcels (id, user_id, state, created_at, updated_at)
    VALUES (${parcelId}, ${source.userId}, 'planned', now(), now())`.execute(db);
  await sql`INSERT INTO order_parcel_items (parcel_id, order_id, item_id, quantity, ordered)
    VALUES (${parcelId}, ${orderId}, 'item-1', 2, 2)`.execute(db);
  await sql`INSERT INTO order_reports (id, user_id, parcel_id, order_id, source_id, state, is_uncertain, created_at, updated_at)
    VALUES (${newId()}, ${source.userId}, ${parcelId}, ${orderId}, ${source.id}, 'to_report', true, now(), now())`.execute(
    db,
  );
}

describe('an order that the store counts as shipped after the report of its first item', () => {
  it.each([
    ['is open if a report counts for the whole order', 'order', { excluded: null }, [2, 1]],
    ['is shipped elsewhere if it does not', 'parcel', { excluded: 'shipped_elsewhere' }, [2, 0]],
  ] as const)('%s', async (_name, reportCountsFor, where, needed) => {
    const order = anOrder({ items: ITEMS, reportCountsFor });
    await save(test, source, order);
    const { id } = await orderRow(test, source, order.externalId);
    await reportFirstItem(id);
    const items = ITEMS.map((item) => ({ ...item, remaining: 0 }));
    await save(test, source, { ...order, state: 'shipped', items, updatedAt: LATER });
    expect(await orderRow(test, source, order.externalId)).toMatchObject({
      ...where,
      items: needed.map((count) => ({ needed: count })),
    });
    expect(await selectShopOrder(test.deps.db, source.id, order.externalId)).toMatchObject({
      reportCountsFor,
    });
  });
});

describe('an order of which the store has shipped an unknown part', () => {
  it('needs attention until the client has seen it, or the store says more', async () => {
    const order = anOrder({ state: 'partly_shipped', isShippedPartUnknown: true });
    const problems = async () =>
      (await orderRow(test, source, order.externalId)).problems.map(({ code }) => code);
    await save(test, source, order);
    expect(await problems()).toContain('partly_shipped');
    const { id } = await orderRow(test, source, order.externalId);
    await transaction(test.deps.db, async (trx) => {
      await saveSeenChanges(trx, id, { withAddress: false });
      await refreshOrders(test.deps, trx, source.userId, [id]);
    });
    expect(await problems()).not.toContain('partly_shipped');
    const { isShippedPartUnknown: _unknown, ...told } = order;
    await save(test, source, { ...told, updatedAt: LATER });
    expect(await orderRow(test, source, order.externalId)).toMatchObject({ is_shipped_part_unknown: false });
  });
});
