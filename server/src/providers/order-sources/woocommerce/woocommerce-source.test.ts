import { afterEach, describe, expect, it } from 'vitest';
import { NO_FAULTS } from '../../../../test/doubles/fault-plan.ts';
import { WOOCOMMERCE_KEY } from '../../../../test/doubles/woocommerce-double.ts';
import { signedDelivery } from '../../../../test/doubles/woocommerce-double-webhooks.ts';
import { type WooCommerceAtDouble, wooCommerceAtDouble } from '../../../../test/woocommerce-at-double.ts';
import { createGuardedCall } from '../../../platform/outgoing/guarded-call.ts';
import { SourceRefusedError, SourceUnavailableError } from '../port.ts';
import { LIMITED, listAllOpen, memoryConnection, readPages } from '../port-suite.fixture.ts';
import { type BadAnswer, orderSourcePortSuite } from '../port-suite.ts';
import { WooCommerceSource } from './woocommerce-source.ts';

const BAD_ANSWERS = {
  html: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Briefly unavailable</html>' },
  error: { status: 500, body: { code: 'internal_server_error', message: 'Critical error', data: null } },
  huge: { status: 200, body: 'x'.repeat(11 * 1024 * 1024) },
} as const satisfies Record<BadAnswer, object>;

const FULFILLMENTS = 'POST /wp-json/wc/v3/orders/*/fulfillments';

function shopOf({ double }: WooCommerceAtDouble) {
  const { shop, reports, server } = double;
  const orderOf = (externalId: string) => {
    const order = shop.orders.get(Number(externalId));
    if (!order) throw new Error(`No order ${externalId}`);
    return order;
  };
  return {
    addSample: () => String(shop.addSample().id),
    addOrders: (count: number) => Array.from({ length: count }, () => String(shop.make().id)),
    change: (externalId: string) => shop.touch(orderOf(externalId)),
    trackingNumbers: (externalId: string) => reports.trackingNumbers(Number(externalId)),
    buyerMails: (externalId: string) =>
      reports.mails.filter(({ orderId }) => orderId === Number(externalId)).length,
    answerWith: (answer: BadAnswer | null) => {
      double.behavior.everyAnswer = answer && BAD_ANSWERS[answer];
    },
    loseNextReport: () => {
      server.faults = { ...NO_FAULTS, losesAnswers: 1, only: [FULFILLMENTS] };
      double.afterAnswer = ({ method }) => {
        if (method === 'POST') server.faults = NO_FAULTS;
      };
    },
    limitNextReport: () => server.answerNext({ call: FULFILLMENTS, ...LIMITED }),
    makeWebhook: (externalId: string) => {
      const secret = 'abcDEF123';
      const { headers, body } = signedDelivery('order.updated', orderOf(externalId), { secret });
      return { request: { headers, body: Buffer.from(body) }, secret };
    },
  };
}

orderSourcePortSuite(
  'WooCommerce',
  async () => {
    const woo = await wooCommerceAtDouble({ settings: { completeOrder: true } });
    return { ...woo, shop: shopOf(woo) };
  },
  {
    reportsItems: true,
    findsReports: true,
    withdraws: true,
    // About the fulfillment, and about the completed order.
    mailsPerReport: 2,
    sample: {
      order: {
        number: '727',
        shippingMethod: { text: 'Flat rate', code: 'flat_rate' },
        reportCountsFor: 'nothing',
      },
    },
  },
);

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
const start = async (...options: Parameters<typeof wooCommerceAtDouble>) => {
  const woo = await wooCommerceAtDouble(...options);
  open.push(woo);
  return woo;
};
const errorOf = (answer: Promise<unknown>) => answer.catch((error: unknown) => error);

describe('connecting to WooCommerce', () => {
  it('names the store and its currency', async () => {
    const { source, connection, double } = await start();
    double.shop.make({ currency: 'EUR' });
    expect(await source.connect({ ...connection, address: `${double.url}///` })).toEqual({
      name: new URL(double.url).host,
      externalId: double.url,
      currency: 'EUR',
      warnings: [],
      secrets: null,
    });
  });

  it('warns about a read-only key', async () => {
    const { source, connection } = await start({ double: { isReadOnly: true } });
    expect(await source.connect(connection)).toMatchObject({ warnings: ['read_only_key'], currency: null });
  });

  it('sends the key in the query where the web server drops the header, and remembers it', async () => {
    const { source, connection, double } = await start({ double: { dropsAuthorization: true } });
    const [order] = [double.shop.make()];
    await source.connect(connection);
    const calls = () => double.server.calls.get('GET /wp-json/wc/v3/orders/*') ?? 0;
    expect(await source.readOrder(connection, String(order.id))).toMatchObject({ state: 'open' });
    expect(calls()).toBe(1);
    expect(double.violations).toEqual([]);
  });

  it('refuses a key that the store does not know, even without the header', async () => {
    const { source, double } = await start({ double: { dropsAuthorization: true } });
    const unknown = memoryConnection(double.url, { ...WOOCOMMERCE_KEY, consumerKey: 'ck_other' });
    expect(await errorOf(source.connect(unknown))).toMatchObject({ code: 'credentials' });
  });

  it.each([
    ['a site without the API', { status: 404, body: '<html>Not found</html>' }, 'not_a_shop'],
    [
      'a redirect',
      { status: 301, headers: { location: 'https://www.shop.example/' }, body: '' },
      'not_a_shop',
    ],
    ['WordPress without WooCommerce', noRoute(), 'not_a_shop'],
    [
      'a user without rights',
      { status: 403, body: { code: 'woocommerce_rest_cannot_view', message: 'Sorry.', data: null } },
      'permission',
    ],
  ])('says what is wrong with %s', async (_, answer, code) => {
    const { source, connection, double } = await start();
    double.behavior.everyAnswer = answer;
    const error = await errorOf(source.connect(connection));
    expect(error).toBeInstanceOf(SourceRefusedError);
    expect(error).toMatchObject({ code });
  });

  it('finds no store under a name that does not exist', async () => {
    const noName = Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    const call = createGuardedCall({ allowedHosts: [], resolve: () => Promise.reject(noName) });
    const source = new WooCommerceSource({ call, clock: { now: () => new Date() } });
    for (const address of ['https://shop.example', 'shop.example', 'no address']) {
      const connection = memoryConnection(address, WOOCOMMERCE_KEY);
      expect(await errorOf(source.connect(connection))).toMatchObject({ code: 'not_found' });
    }
    const known = memoryConnection('https://shop.example', WOOCOMMERCE_KEY);
    // Later, it is more likely a failure of the name server.
    await expect(source.listOpen(known, null)).rejects.toThrow(SourceUnavailableError);
  });

  it('does not call an address inside the operator’s network', async () => {
    const call = createGuardedCall({ allowedHosts: [], resolve: async () => ['10.0.0.5'] });
    const source = new WooCommerceSource({ call, clock: { now: () => new Date() } });
    const connection = memoryConnection('https://shop.example', WOOCOMMERCE_KEY);
    for (const answer of [source.connect(connection), source.listOpen(connection, null)])
      expect(await errorOf(answer)).toMatchObject({ code: 'address_blocked' });
  });

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': 'Mon, 16 Nov 2026 12:01:00 GMT' }, 60_000],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('passes on the Retry-After of the store: %o', async (headers, retryAfterMs) => {
    const { source, connection, double } = await start();
    for (const status of [429, 502, 503]) {
      double.behavior.everyAnswer = { status, headers, body: 'Slow down' };
      const error = await errorOf(source.readChanged(connection, { changedSince: null, page: null }));
      expect(error).toBeInstanceOf(SourceUnavailableError);
      expect(error).toMatchObject({ retryAfterMs });
    }
  });
});

const noRoute = () => ({ status: 404, body: { code: 'rest_no_route', message: 'No route', data: null } });

describe('reading WooCommerce orders', () => {
  const SINCE = new Date('2026-11-14T00:00:00Z');

  it('skips no order when others change between two pages', async () => {
    const { source, connection, double } = await start({ pageSize: 5 });
    const orders = Array.from({ length: 23 }, () => double.shop.make());
    let calls = 0;
    double.afterAnswer = ({ path }) => {
      calls += 1;
      const changed = orders[calls % 7];
      if (path.endsWith('/orders') && calls < 40 && changed) double.shop.touch(changed);
    };
    for (const since of [null, SINCE]) {
      calls = 0;
      const read = await readPages(source, connection, since);
      const ids = new Set(read.orders.map(({ externalId }) => externalId));
      expect(orders.filter(({ id }) => !ids.has(String(id)))).toEqual([]);
    }
  });

  it('reads more orders of the same second than fit on a page', async () => {
    const { source, connection, double } = await start({ pageSize: 5 });
    const orders = Array.from({ length: 17 }, () => double.shop.make());
    for (const order of orders) order.date_modified_gmt = '2026-11-15T08:00:00';
    const read = await readPages(source, connection, SINCE);
    expect(new Set(read.orders.map(({ externalId }) => externalId)).size).toBe(17);
    expect(read.pages).toBeLessThan(10);
  });

  it('reads all pages if a host returns fewer orders per page', async () => {
    const { source, connection, double } = await start();
    double.shop.mostPerPage = 4;
    for (let count = 0; count < 11; count += 1) double.shop.make();
    const { orders } = await readPages(source, connection, null);
    expect(new Set(orders.map(({ externalId }) => externalId)).size).toBe(11);
    expect(await listAllOpen(source, connection)).toHaveLength(11);
  });

  it('leaves out an order without a date, which still counts as open, and reads the others', async () => {
    const { source, connection, double } = await start({ pageSize: 4 });
    const [undated, ...others] = Array.from({ length: 7 }, () => double.shop.make());
    const ids = others.map(({ id }) => String(id));
    if (!undated) throw new Error('No order');
    Object.assign(undated, { date_created_gmt: null, date_modified_gmt: '' });
    const { orders } = await readPages(source, connection, null);
    expect(new Set(orders.map(({ externalId }) => externalId))).toEqual(new Set(ids));
    expect(await listAllOpen(source, connection)).toEqual([String(undated.id), ...ids]);
    await expect(source.readOrder(connection, String(undated.id))).rejects.toThrow('has no usable date');
  });

  it('does not treat an answer as empty when none of its orders has a date', async () => {
    const { source, connection, double } = await start();
    for (let count = 0; count < 2; count += 1)
      Object.assign(double.shop.make(), { date_created_gmt: null, date_modified_gmt: null });
    const read = source.readChanged(connection, { changedSince: null, page: null });
    await expect(read).rejects.toThrow(SourceUnavailableError);
  });

  it('returns the total number of orders with every page', async () => {
    const { source, connection, double } = await start({ pageSize: 5 });
    for (let count = 0; count < 8; count += 1) double.shop.make();
    const first = await source.readChanged(connection, { changedSince: null, page: null });
    const second = await source.readChanged(connection, { changedSince: null, page: first.next });
    expect([first.total, second.total]).toEqual([8, 8]);
  });

  it('imports only open orders at first, then every change', async () => {
    const { source, connection, double } = await start();
    const statuses = ['processing', 'on-hold', 'pending', 'completed', 'cancelled', 'refunded', 'failed'];
    for (const status of statuses) double.shop.make({ status });
    const states = async (since: Date | null) =>
      (await readPages(source, connection, since)).orders.map(({ state, paid }) => `${state} ${paid}`);
    expect(await states(null)).toEqual(['open yes', 'on_hold yes']);
    expect(await states(SINCE)).toEqual([
      'open yes',
      'on_hold yes',
      'open no',
      'shipped yes',
      'cancelled yes',
      'cancelled yes',
      'open no',
    ]);
  });

  it('reads each product once in a sync', async () => {
    const { source, connection, double } = await start({ pageSize: 5 });
    for (let count = 0; count < 12; count += 1) double.shop.make();
    await readPages(source, connection, null);
    const { calls } = double.server;
    expect(calls.get('GET /wp-json/wc/v3/products')).toBe(1);
    expect(calls.get('GET /wp-json/wc/v3/products/*/variations/*')).toBe(1);
    expect(calls.get('GET /wp-json/wc/v3/settings/products/woocommerce_weight_unit')).toBe(1);
  });

  it.each([
    ['kg', '0.34', 340],
    ['g', '340', 340],
    ['lbs', '0.75', 340.194],
    ['oz', '', null],
    ['oz', '0', null],
    ['oz', 'heavy', null],
    ['stone', '1', null],
  ])('understands weights in %s: "%s"', async (unit, weight, grams) => {
    const { source, connection, double } = await start();
    double.shop.weightUnit = unit;
    double.shop.products.set('93', { weight, virtual: false });
    const { id } = double.shop.make();
    const order = await source.readOrder(connection, String(id));
    expect(order?.items[0]?.weightGrams).toEqual(grams === null ? null : expect.closeTo(grams));
  });

  it('prefers the weight of a variation, and has no weight for a deleted product', async () => {
    const { source, connection, double } = await start();
    double.shop.products.set('93/94', { weight: '1', virtual: false });
    double.shop.products.delete('95');
    const { id } = double.shop.make();
    const order = await source.readOrder(connection, String(id));
    expect(order?.items.map(({ weightGrams }) => weightGrams)).toEqual([expect.closeTo(28.3495), null]);
  });

  it('imports orders without weights when the key may not read products', async () => {
    const { source, connection, double } = await start({ double: { mayReadProducts: false } });
    const { id } = double.shop.make();
    expect(await source.readOrder(connection, String(id))).toMatchObject({
      items: [{ weightGrams: null, requiresShipping: true }, { weightGrams: null }],
    });
  });

  it('subtracts refunded and fulfilled quantities', async () => {
    const { source, connection, double } = await start();
    const order = double.shop.make();
    const [mug, tea] = order.line_items;
    double.shop.refund(order, mug?.id ?? 0, 1);
    const remaining = async () => {
      const read = await source.readOrder(connection, String(order.id));
      return [read?.state, ...(read?.items.map((item) => item.remaining) ?? [])];
    };
    expect(await remaining()).toEqual(['open', 1, 1]);
    double.reports.fulfill(order, {
      is_fulfilled: true,
      meta_data: [{ key: '_items', value: [{ item_id: tea?.id, qty: 1 }] }],
    });
    expect(await remaining()).toEqual(['partly_shipped', 1, 0]);
    double.shop.refund(order, mug?.id ?? 0, 1);
    expect(await remaining()).toEqual(['shipped', 0, 0]);
  });

  it('lists open orders page by page, without those that are fulfilled', async () => {
    const { source, connection, double } = await start({ pageSize: 5 });
    const orders = Array.from({ length: 11 }, () => double.shop.make());
    const [done] = orders;
    if (done) done.meta_data = [{ key: '_fulfillment_status', value: 'fulfilled' }];
    double.shop.make({ status: 'on-hold' });
    expect(await listAllOpen(source, connection)).toEqual(orders.slice(1).map(({ id }) => String(id)));
  });

  it('does not mistake another format for an empty list', async () => {
    const { source, connection, double } = await start();
    for (const body of [{}, { orders: [] }, [{ id: 1 }], null, [{ ...double.shop.make(), id: 'x' }]]) {
      double.behavior.everyAnswer = { status: 200, body };
      const read = source.readChanged(connection, { changedSince: null, page: null });
      await expect(read).rejects.toThrow(SourceUnavailableError);
    }
  });
});
