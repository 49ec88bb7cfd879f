import { afterAll, beforeAll, expect, it } from 'vitest';
import { type WooCommerceAtDouble, wooCommerceAtDouble } from '../../../../test/woocommerce-at-double.ts';

let woo: WooCommerceAtDouble;
beforeAll(async () => {
  woo = await wooCommerceAtDouble();
});
afterAll(() => woo.close());

it('the weights of up to 10,000 products are read for a page of orders', async () => {
  const { source, connection, double } = woo;
  for (const first of [10_000, 20_000]) {
    const order = double.shop.make();
    const [line] = order.line_items;
    if (!line) return expect.fail('The order has no line');
    order.line_items = Array.from({ length: 5_100 }, (_, index) => ({
      ...line,
      id: index + 1,
      product_id: first + index,
      variation_id: 0,
      meta_data: [],
    }));
  }
  const { orders } = await source.readChanged(connection, { changedSince: null, page: null });
  expect(orders.map(({ items }) => items.length)).toEqual([5_100, 5_100]);
  expect(double.server.calls.get('GET /wp-json/wc/v3/products')).toBe(100);
});
