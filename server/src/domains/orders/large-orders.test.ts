import { MAX_ORDER_ITEMS } from '@lading/contract/orders/orders.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import {
  anItem,
  anOrder,
  makeSource,
  orderRow,
  save,
  saveSender,
  type TestSource,
} from '../../../test/shop-orders.ts';
import { recheckOrders } from './recheck-orders.ts';

let test: TestApp;
let shop: Shop;
let source: TestSource;
const ORDERS = Array.from({ length: 12 }, () => anOrder());
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  await saveSender(test, shop.userId);
  source = await makeSource(test, shop.userId);
  await save(test, source, ...ORDERS);
  await sql`
    UPDATE orders SET reporting = '{"items": []}', items = (
      SELECT jsonb_agg(jsonb_set(orders.items -> 0, '{externalId}', to_jsonb('item-' || n)))
      FROM generate_series(1, ${MAX_ORDER_ITEMS}::int) n)`.execute(test.deps.db);
});
afterAll(() => test.close());

/** The most items of orders in one answer of the database, and whether any had what only reports need. */
async function largestRead(work: () => Promise<unknown>): Promise<{ items: number; reporting: boolean }> {
  const largest = { items: 0, reporting: false };
  const note = (answer: pg.QueryResult<{ items?: unknown; reporting?: unknown }>) => {
    const lists = answer.rows.map(({ items }) => (Array.isArray(items) ? items.length : 0));
    largest.items = Math.max(
      largest.items,
      lists.reduce((sum, length) => sum + length, 0),
    );
    largest.reporting ||= answer.rows.some(({ reporting }) => reporting !== undefined);
  };
  const { prototype } = pg.Client;
  const original = prototype.query as (...args: unknown[]) => unknown;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const sent = original.apply(this, args);
    if (sent instanceof Promise) sent.then(note, () => undefined);
    return sent;
  } as typeof prototype.query;
  try {
    await work();
  } finally {
    prototype.query = original as typeof prototype.query;
  }
  return largest;
}

const ids = async () => (await test.deps.db.selectFrom('orders').select('id').execute()).map(({ id }) => id);
const ok = async (method: 'GET' | 'PATCH', url: string, payload?: object) => {
  const answer = await call(test, shop, method, url, payload);
  expect(answer.statusCode, answer.body).toBe(200);
};

it.each<[string, () => Promise<unknown>]>([
  ['the inbox', () => ok('GET', `${API.orders}?view=all&limit=100`)],
  ['conflicts of rules', () => ok('GET', API.orderRuleWarnings)],
  [
    'a change of all orders',
    async () => ok('PATCH', API.orders, { orderIds: await ids(), change: { weightOz: 16 } }),
  ],
  [
    'a new product list',
    async () => {
      const recheck = sql`INSERT INTO order_rechecks (user_id, all_open) VALUES (${shop.userId}, true)`;
      await sql`${recheck} ON CONFLICT DO NOTHING`.execute(test.deps.db);
      await recheckOrders(test.deps);
    },
  ],
  [
    'a page of the store',
    () => save(test, source, ...ORDERS.map((order) => ({ ...order, number: `${order.number}-new` }))),
  ],
])(
  'orders of hundreds of items are read in groups for %s, without what only reports need',
  async (_, work) => {
    const { items, reporting } = await largestRead(work);
    expect(items).toBeGreaterThan(0);
    expect(items).toBeLessThanOrEqual(5_000);
    expect(reporting).toBe(false);
  },
);

it.each([
  ['an ID that is too long', { externalId: 'x'.repeat(201) }],
  ['an item with an ID that is too long', { items: [anItem({ externalId: 'x'.repeat(201) })] }],
  ['megabytes for its report', { reporting: { items: 'x'.repeat(2 ** 20) } }],
])(
  'an order with %s is refused with its reason, and the others of its page are saved',
  async (_, changes) => {
    const [refused, other] = [anOrder(changes), anOrder()];
    const logged = test.logText().length;
    expect(await save(test, source, refused, other)).toMatchObject({ added: 1 });
    expect(await orderRow(test, source, other.externalId)).toBeDefined();
    await expect(orderRow(test, source, refused.externalId)).rejects.toThrow();
    expect(test.logText().slice(logged)).toContain('orders.order_refused');
  },
);

it('an order may have items and an ID of the greatest length', async () => {
  const externalId = 'y'.repeat(200);
  const order = anOrder({ externalId, items: [anItem({ externalId })] });
  await save(test, source, order);
  expect((await orderRow(test, source, externalId)).items).toMatchObject([{ externalId }]);
});
