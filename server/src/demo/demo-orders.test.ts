import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts';
import { makeUser } from '../../test/factories.ts';
import { saveSender } from '../../test/shop-orders.ts';
import { listOrders } from '../domains/orders/list-orders.ts';
import { listSources } from '../domains/orders/list-sources.ts';
import { listViews } from '../domains/orders/manage-views.ts';
import { sweepOrderSources } from '../domains/orders/sweep-order-sources.ts';
import { showRuleWarnings } from '../domains/orders/try-rules.ts';
import { addDemoOrders } from './demo-orders.ts';

let test: TestApp;
let userId: string;
beforeAll(async () => {
  test = await buildTestApp();
  ({ id: userId } = await makeUser(test));
  await saveSender(test, userId);
  const shop = { userId, name: 'Ada Park', email: 'ada@shop.example', phone: '5035550142', everyDays: 1 };
  await addDemoOrders(test.deps, [shop]);
});
afterAll(() => test.close());

it('the demo has rules that match orders, without conflicts', async () => {
  const { rules, warnings } = await showRuleWarnings(test.deps, { userId });
  expect(rules.map(({ matched }) => matched > 0)).toEqual([true, true, true]);
  expect(warnings).toEqual([]);
});

it('the demo has orders in every view, with different problems', async () => {
  const query = { view: 'all', page: 1, limit: 100 } as const;
  const { orders, counts } = await listOrders(test.deps, { userId }, query);
  expect(counts).toEqual({ ready: 12, attention: 5, held: 1, in_progress: 0, shipped: 4, all: 25 });
  const problems = new Set(orders.flatMap((order) => order.problems.map(({ code }) => code)));
  expect([...problems].sort()).toEqual([
    'address_incomplete',
    'customs_missing',
    'size_missing',
    'weight_missing',
  ]);
  expect(orders.filter(({ combinedWith }) => combinedWith.length > 0)).toHaveLength(2);
  expect(orders.flatMap(({ excluded }) => excluded ?? []).sort()).toEqual([
    'cancelled',
    'shipped_elsewhere',
    'unpaid',
  ]);
});

const client = () => ({ userId, role: 'client', ip: null, requestId: null }) as const;

it('the demo has a paused and a refused store with orders, and calls neither', async () => {
  const stores = async () => (await listSources(test.deps, client())).sources;
  const before = await stores();
  expect(before.map(({ kind, state, orders: { open } }) => [kind, state, open])).toEqual([
    ['woocommerce', 'paused', 8],
    ['custom_store', 'refused', 3],
    ['api', 'active', 7],
  ]);
  expect(before.map(({ lastError }) => lastError?.message ?? null)).toEqual([
    null,
    'The store did not accept these credentials. Please check them and try again.',
    null,
  ]);
  await sweepOrderSources(test.deps);
  // A call would fail, because the stores do not exist, and change the health.
  expect(await stores()).toEqual(before);
});

it('the demo has saved views with orders', async () => {
  const { views } = await listViews(test.deps, { userId });
  expect(views.map(({ name }) => name)).toEqual(['Gifts to ship', 'Park & Pine']);
  for (const { filters } of views) {
    const { orders } = await listOrders(test.deps, { userId }, { ...filters, page: 1, limit: 100 });
    expect(orders).not.toEqual([]);
  }
});
