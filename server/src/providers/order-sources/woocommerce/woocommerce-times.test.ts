import { afterEach, describe, expect, it } from 'vitest';
import { wooCommerceAtDouble } from '../../../../test/woocommerce-at-double.ts';
import { readPages } from '../port-suite.fixture.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const DAY_MS = 86_400_000;
const before = (ms: number) => new Date(NOW.getTime() - ms);
const gmt = (time: Date) => time.toISOString().slice(0, 19);

describe.each([9, -8, 0])('a WooCommerce site %i hours east of UTC', (hoursEastOfUtc) => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  const start = async () => {
    const woo = await wooCommerceAtDouble({ pageSize: 100 });
    open.push(woo);
    woo.double.shop.hoursEastOfUtc = hoursEastOfUtc;
    return woo;
  };

  it('returns the order that changed a minute ago, and no older one', async () => {
    const { source, connection, double } = await start();
    const [recent, older] = [double.shop.make(), double.shop.make()];
    recent.date_modified_gmt = gmt(before(60_000));
    older.date_modified_gmt = gmt(before(3_600_000));
    const { orders } = await readPages(source, connection, before(5 * 60_000));
    expect(orders.map(({ externalId }) => externalId)).toEqual([String(recent.id)]);
    expect(double.violations).toEqual([]);
  });

  it('returns every order of a day at the first import', async () => {
    const { source, connection, double } = await start();
    const made = Array.from({ length: 250 }, (_, index) => {
      const order = double.shop.make();
      order.date_modified_gmt = gmt(before(DAY_MS - (index * DAY_MS) / 250));
      return String(order.id);
    });
    const { orders } = await readPages(source, connection, null);
    expect(new Set(orders.map(({ externalId }) => externalId))).toEqual(new Set(made));
  });
});
