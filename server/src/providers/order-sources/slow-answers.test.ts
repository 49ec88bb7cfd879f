import { expect, it } from 'vitest';
import { WOOCOMMERCE_KEY } from '../../../test/doubles/woocommerce-double.ts';
import { later, minutes } from '../../platform/clock.ts';
import type { HttpCall } from '../../platform/outgoing/http-call.ts';
import { CustomStoreSource } from './custom-store/custom-store-source.ts';
import type { OrderSource } from './port.ts';
import { memoryConnection } from './port-suite.fixture.ts';
import { WooCommerceSource } from './woocommerce/woocommerce-source.ts';

/** A store that needs half a minute for each answer. */
function slowStore(answer: (call: HttpCall) => string) {
  let now = new Date('2026-11-16T12:00:00Z');
  let calls = 0;
  const call = async (request: HttpCall) => {
    now = later(now, minutes(0.5));
    calls += 1;
    return { status: 200, headers: new Headers(), body: Buffer.from(answer(request)) };
  };
  return { deps: { call, clock: { now: () => now } }, calls: () => calls };
}

const readOrder = (source: OrderSource, secrets: Record<string, string>) =>
  source.readOrder(memoryConnection('https://shop.example', secrets), '7');

it('a search in a slow store ends after five minutes', async () => {
  const { deps, calls } = slowStore(() => '<Orders pages="400"></Orders>');
  const search = readOrder(new CustomStoreSource(deps), { userName: 'lading', password: 'open sesame' });
  await expect(search).rejects.toThrow('The store is too slow to be searched.');
  expect(calls()).toBe(11);
});

it.each([
  ['products', 5_000, (index: number) => ({ product_id: index + 1 })],
  ['variations', 100, (index: number) => ({ product_id: 1, variation_id: index + 1 })],
])('reading the weights of %s from a slow store ends after two minutes', async (_, count, productOf) => {
  const items = Array.from({ length: count }, (_, index) => ({ id: index, ...productOf(index) }));
  const order = {
    id: 7,
    status: 'processing',
    currency: 'USD',
    billing: [],
    shipping: [],
    line_items: items,
  };
  const { deps, calls } = slowStore(({ url }) => {
    if (url.pathname.endsWith('/woocommerce_weight_unit')) return '{"value":"kg"}';
    if (url.pathname.includes('/products')) return url.pathname.includes('variations') ? '{"id":1}' : '[]';
    return JSON.stringify(order);
  });
  const read = readOrder(new WooCommerceSource(deps), WOOCOMMERCE_KEY);
  await expect(read).rejects.toThrow('The store is too slow to read the weights of its products.');
  expect(calls()).toBeLessThan(12);
});
