import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import { makeSource, readyOrder, saveSender, type TestSource } from '../../../test/shop-orders.ts';
import { sweepParcels } from './sweep-parcels.ts';

let test: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  test = await buildTestApp();
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

interface Client {
  shop: Shop;
  source: TestSource;
}
const makeClient = async (): Promise<Client> => {
  const shop = await makeShop(test);
  await saveSender(test, shop.userId);
  return { shop, source: await makeSource(test, shop.userId) };
};
let stuck: Client;
let other: Client;
beforeEach(async () => {
  stuck = await makeClient();
  other = await makeClient();
});

/** Makes the database reject every change to the stuck client's rows that breaks the condition. */
const requireOfStuck = (table: 'orders' | 'order_parcels', condition: string) =>
  owner.query(
    `ALTER TABLE ${table} ADD CONSTRAINT stuck CHECK (user_id <> '${stuck.shop.userId}' OR ${condition}) NOT VALID`,
  );
afterEach(async () => {
  for (const table of ['orders', 'order_parcels'])
    await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS stuck`);
});

const failures = async (event: string, work: () => Promise<void>) => {
  const before = test.logText().length;
  await work();
  return test.logText().slice(before).split(`"${event}"`).length - 1;
};

it('the sweep updates the order of each parcel once, and a parcel that fails does not block the others', async () => {
  const orders: { id: string }[] = [];
  for (const { shop, source } of [stuck, other]) {
    const own = [await readyOrder(test, source), await readyOrder(test, source)];
    const answer = await call(test, shop, 'POST', API.ordersShip, { orderIds: own.map(({ id }) => id) });
    expect(answer.statusCode, answer.body).toBe(201);
    orders.push(...own);
  }
  await sql`UPDATE bulk_rows SET removed = true`.execute(test.deps.db);
  await requireOfStuck('order_parcels', "state <> 'released'");
  const sweep = () => sweepParcels(test.deps, 1);
  expect(await failures('orders.parcels_not_followed', sweep)).toBe(2);
  expect(await statusesOf(orders)).toEqual(['in_progress', 'in_progress', 'ready', 'ready']);
});

it('the sweep releases held orders, even if those of another client cannot be released', async () => {
  const orders = [
    await readyOrder(test, stuck.source),
    await readyOrder(test, stuck.source),
    await readyOrder(test, other.source),
  ];
  for (const [index, { id }] of orders.entries())
    await test.deps.db
      .updateTable('orders')
      .set({ status: 'held', hold_reason: 'Wait', hold_until: `2026-01-0${index + 1}` })
      .where('id', '=', id)
      .execute();
  await requireOfStuck('orders', 'hold_until IS NOT NULL');
  const sweep = () => sweepParcels(test.deps, 1);
  expect(await failures('orders.not_released', sweep)).toBe(2);
  expect(await statusesOf(orders)).toEqual(['held', 'held', 'ready']);
});

const statusesOf = (orders: readonly { id: string }[]) =>
  Promise.all(
    orders.map(async ({ id }) => {
      const query = test.deps.db.selectFrom('orders').select('status').where('id', '=', id);
      return (await query.executeTakeFirstOrThrow()).status;
    }),
  );
