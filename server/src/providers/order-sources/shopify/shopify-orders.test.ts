import { afterEach, describe, expect, it } from 'vitest';
import { type ShopifyAtDouble, shopifyAtDouble } from '../../../../test/shopify-at-double.ts';
import { SourceUnavailableError } from '../port.ts';
import { listAllOpen, readPages } from '../port-suite.fixture.ts';
import { fulfillmentOrderLookUp, numberOf } from './shopify-ids.ts';

describe('reading orders from Shopify', () => {
  const open: ShopifyAtDouble[] = [];
  const start = async (...settings: Parameters<typeof shopifyAtDouble>) => {
    const shopify = await shopifyAtDouble(...settings);
    open.push(shopify);
    return shopify;
  };
  afterEach(async () => {
    for (const { double, close } of open.splice(0)) {
      expect(double.api.invalid).toEqual([]);
      await close();
    }
  });
  const SINCE = new Date('2026-11-15T00:00:00Z');

  it('misses no order that changes between two pages', async () => {
    const { double, source, connection } = await start();
    const orders = Array.from({ length: 40 }, () => double.addOrder());
    double.api.afterNextPage(() => {
      for (const order of orders.slice(0, 30)) double.change(order, { note: 'Changed meanwhile' });
    });
    const read = (await readPages(source, connection, SINCE)).orders;
    const latest = new Map(read.map((order) => [order.externalId, order]));
    expect(latest.size).toBe(40);
    expect(orders.slice(0, 30).map(({ id }) => latest.get(numberOf(id))?.buyerNote)).toEqual(
      Array(30).fill('Changed meanwhile'),
    );
  });

  it('also finds orders of which only a fulfillment order changed', async () => {
    const { double, source, connection } = await start();
    const order = double.addSample();
    const [part] = order.parts;
    if (!part) throw new Error('No fulfillment order');
    part.updatedAt = double.records.newMoment();
    part.status = 'ON_HOLD';
    expect((await readPages(source, connection, SINCE)).orders).toMatchObject([
      { externalId: numberOf(order.id), state: 'on_hold' },
    ]);
  });

  it('asks for less when a query is too large for the store, and remembers the size', async () => {
    const { double, source, connection } = await start({ maxQueryCost: 900 });
    for (let added = 0; added < 12; added += 1) double.addOrder();
    const read = await readPages(source, connection, null);
    expect(read.orders).toHaveLength(12);
    const before = double.server.calls.get('POST /admin/api/*/graphql.json') ?? 0;
    expect(before).toBeLessThan(20);
    double.set({ maxQueryCost: 100_000 });
    await readPages(source, connection, null);
    expect(double.api.operations.filter((name) => name === 'Orders')).toHaveLength(24);
  });

  it('needs few queries if the store allows large ones', async () => {
    const { double, source, connection } = await start({
      maxQueryCost: 100_000,
      bucket: { size: 1e9, restoredPerSecond: 1 },
    });
    for (let added = 0; added < 20; added += 1) double.addOrder();
    const { orders } = await readPages(source, connection, null);
    expect(orders).toHaveLength(20);
    expect(double.api.operations).toEqual(['OpenOrders', 'Orders', 'Orders', 'OpenCount']);
  });

  it('gives up when even the smallest query is too large', async () => {
    const { double, source, connection } = await start({ maxQueryCost: 50 });
    const { id } = double.addOrder();
    await expect(source.readOrder(connection, numberOf(id))).rejects.toThrow(SourceUnavailableError);
  });

  it('returns the number of open orders with the first page of the first import only', async () => {
    const { double, source, connection } = await start();
    for (let added = 0; added < 30; added += 1) double.addOrder();
    const first = await source.readChanged(connection, { changedSince: null, page: null });
    expect(first.total).toBe(30);
    const second = await source.readChanged(connection, { changedSince: null, page: first.next });
    expect(second.total).toBeNull();
    expect((await source.readChanged(connection, { changedSince: SINCE, page: null })).total).toBeNull();
  });

  it('counts and lists more than 10,000 open orders', async () => {
    const { double, source, connection } = await start();
    const { records } = double;
    const { parts, ...order } = double.addOrder({ lines: [{}] });
    for (let added = 1; added < 10_020; added += 1) {
      const id = records.newId('Order');
      const copies = parts.map((part) => ({ ...part, id: records.newId('FulfillmentOrder') }));
      records.orders.set(id, { ...order, id, parts: copies });
    }
    const { total } = await source.readChanged(connection, { changedSince: null, page: null });
    expect(total).toBe(10_020);
    expect(new Set(await listAllOpen(source, connection)).size).toBe(10_020);
  }, 60_000);

  it('reads all open orders although Shopify does not page to the end of the list', async () => {
    const { double, source, connection } = await start({ maxListDepth: 250 }, { windowSize: 100 });
    const added = Array.from({ length: 310 }, () => numberOf(double.addOrder({ lines: [{}] }).id));
    expect(await listAllOpen(source, connection)).toEqual(added);
    const { orders } = await readPages(source, connection, null);
    expect(orders.map(({ externalId }) => externalId)).toEqual(added);
  });

  it('continues a list whose position is only a cursor', async () => {
    const { double, source, connection } = await start();
    const added = Array.from({ length: 30 }, () => double.addOrder());
    const cursor = Buffer.from((added[9]?.parts[0]?.id ?? '').split('/').at(-1)?.padStart(20, '0') ?? '');
    const page = cursor.toString('base64url');
    const { externalIds, next } = await source.listOpen(connection, page);
    expect(externalIds).toEqual(added.slice(10).map(({ id }) => numberOf(id)));
    expect(next).toBeNull();
  });

  it('finds the order of a fulfillment order', async () => {
    const { double, source, connection } = await start();
    const order = double.addOrder();
    const lookUp = fulfillmentOrderLookUp(order.parts[0]?.id ?? '');
    expect(await source.readOrder(connection, lookUp)).toMatchObject({ externalId: numberOf(order.id) });
    expect(await source.readOrder(connection, 'fulfillment-order-1')).toBeNull();
    expect(await source.readOrder(connection, 'no number')).toBeNull();
  });

  it('works without access to products and locations, and warns', async () => {
    const scopes = ['read_orders', 'write_merchant_managed_fulfillment_orders'];
    const { double, source, connection } = await start({ scopes });
    const { id } = double.addOrder();
    expect(await source.connect(connection)).toMatchObject({ warnings: ['missing_scopes'] });
    expect(await source.readOrder(connection, numberOf(id))).toMatchObject({
      items: [{ weightGrams: expect.closeTo(340.194), hsCode: '' }, {}],
    });
  });

  it('warns about a key that cannot report, and refuses one that cannot read', async () => {
    const { double, source, connection } = await start();
    double.set({ scopes: double.behavior.scopes.map((scope) => scope.replace('write_', 'read_')) });
    expect(await source.connect(connection)).toMatchObject({ warnings: ['read_only_key'] });
    double.set({ scopes: ['read_products'] });
    await expect(source.connect(connection)).rejects.toMatchObject({ code: 'permission' });
    await expect(readPages(source, connection, null)).rejects.toMatchObject({ code: 'permission' });
    // An order whose contents we may not see is not a missing order.
    const { id } = double.addOrder();
    double.set({ scopes: ['read_orders'] });
    await expect(source.readOrder(connection, numberOf(id))).rejects.toMatchObject({ code: 'permission' });
  });

  it('names the store', async () => {
    const { source, connection } = await start();
    expect(await source.connect(connection)).toEqual({
      name: 'Barton Springs Pottery',
      externalId: '61801',
      currency: 'USD',
      warnings: [],
      secrets: null,
    });
  });
});
