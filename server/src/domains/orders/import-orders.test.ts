import type { ImportOrdersAnswer, OrderFileAnswer } from '@lading/contract/orders/import-orders.ts';
import type { OrdersAnswer } from '@lading/contract/orders/orders.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer } from '../../../test/factories.ts';
import { anImportedOrder } from '../../../test/ship-orders.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import { hours, later } from '../../platform/clock.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  shop = await makeShop(test);
});
afterAll(() => test.close());

const ORDER = anImportedOrder();
const send = async (...orders: object[]): Promise<ImportOrdersAnswer['results']> => {
  const answer = await call(test, shop, 'POST', API.ordersImport, { orders });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().results;
};
const listed = async (): Promise<OrdersAnswer['orders']> =>
  (await call(test, shop, 'GET', `${API.orders}?view=all`)).json().orders;

describe('orders that a program sends', () => {
  it('are added, changed and left alone by their id, each answered on its own', async () => {
    const wrong = { ...ORDER, external_id: 'A-2', placed_at: 'yesterday', line_items: [{ quantity: 0 }] };
    const [added, refused] = await send(ORDER, wrong);
    expect(added).toEqual({
      externalId: 'A-1',
      result: 'added',
      id: expect.any(String),
      status: 'attention',
      errors: [],
    });
    expect(refused).toMatchObject({ externalId: 'A-2', result: 'refused', id: null });
    expect(refused?.errors.map(({ path }) => path)).toEqual(['placed_at', 'line_items.0.quantity']);
    expect((await send(ORDER))[0]).toMatchObject({ result: 'unchanged', id: added?.id });
    test.clock.advance(1000);
    expect((await send({ ...ORDER, order_status: 'AWAITPAY' }))[0]).toMatchObject({
      result: 'changed',
      status: 'excluded',
    });
    const old = { ...ORDER, updated_at: '2020-01-01T00:00:00Z' };
    expect((await send(old))[0]).toMatchObject({ result: 'unchanged', status: 'excluded' });
    const orders = await listed();
    expect(orders).toMatchObject([
      { number: '#1', source: { kind: 'api' }, total: 3_400, excluded: 'unpaid' },
    ]);
  });

  it.each(['0001-01-01T00:00:00+01:00', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59-05:00'])(
    'are refused alone with the time %s',
    async (time) => {
      const [placed, due, good] = await send(
        { ...ORDER, external_id: 'A-2', placed_at: time, updated_at: time },
        { ...ORDER, external_id: 'A-3', ship_by: time },
        ORDER,
      );
      expect(placed?.errors.map(({ path }) => path)).toEqual(['placed_at', 'updated_at']);
      expect(due).toMatchObject({ result: 'refused', errors: [{ path: 'ship_by' }] });
      expect(good).toMatchObject({ result: 'added' });
    },
  );

  it('can be changed although `updated_at` was in the future', async () => {
    await send({ ...ORDER, updated_at: '2190-01-01T00:00:00Z' });
    test.clock.advance(1000);
    expect((await send({ ...ORDER, order_status: 'CANCELLED' }))[0]).toMatchObject({ result: 'changed' });
    // Earlier versions stored such times.
    await test.deps.db
      .updateTable('orders')
      .set({ changed_at: new Date('2190-01-01T00:00:00Z') })
      .where('user_id', '=', shop.userId)
      .execute();
    const updated_at = later(test.clock.now(), -hours(1)).toISOString();
    expect((await send({ ...ORDER, updated_at }))[0]).toMatchObject({ result: 'changed' });
    expect((await send({ ...ORDER, updated_at, notes: 'Ring' }))[0]).toMatchObject({ result: 'changed' });
  });

  it('keep their order if the clock of the sender is ahead', async () => {
    const ahead = (minutes: number) => later(test.clock.now(), minutes * 60_000).toISOString();
    await send({ ...ORDER, updated_at: ahead(10), order_status: 'CANCELLED' });
    test.clock.advance(1000);
    expect((await send({ ...ORDER, updated_at: ahead(5) }))[0]).toMatchObject({ result: 'unchanged' });
    expect((await send({ ...ORDER, updated_at: ahead(11) }))[0]).toMatchObject({ result: 'changed' });
    // Without a time, an order is newer than what is stored.
    expect((await send({ ...ORDER, order_status: 'REFUNDED' }))[0]).toMatchObject({ result: 'changed' });
    expect((await send({ ...ORDER, updated_at: ahead(10) }))[0]).toMatchObject({ result: 'unchanged' });
  });

  it('come from a source that Lading does not read, even after a pause', async () => {
    await send(ORDER);
    const { db } = test.deps;
    const own = db.selectFrom('order_sources').select(['id', 'state', 'next_read_at']);
    const source = () => own.where('user_id', '=', shop.userId).executeTakeFirstOrThrow();
    const { id } = await source();
    for (const paused of [true, false])
      await call(test, shop, 'PATCH', path(API.orderSource, { id }), { paused });
    expect(await source()).toEqual({ id, state: 'active', next_read_at: null });
  });

  it('are refused if two lines have the same id', async () => {
    const [line] = ORDER.line_items;
    const twice = {
      ...ORDER,
      line_items: [{ ...line, external_id: 'X' }, line, { ...line, external_id: 'X' }],
    };
    const [refused] = await send(twice);
    expect(refused).toMatchObject({ result: 'refused', errors: [{ path: 'line_items.2.external_id' }] });
    const positions = { ...ORDER, line_items: [{ ...line, external_id: '2' }, line] };
    expect((await send(positions))[0]).toMatchObject({ result: 'added' });
  });

  it('keep their status and come in groups of up to 100', async () => {
    const statuses = ['UNKNOWN', 'REFUNDED', 'CANCELLED', 'SHIPPED', 'PARTIALLY_FULFILLED'];
    await send(
      ...statuses.map((order_status) => ({
        ...ORDER,
        external_id: order_status,
        order_number: order_status,
        order_status,
      })),
    );
    const found = new Map((await listed()).map(({ number, excluded }) => [number, excluded]));
    expect(statuses.map((status) => found.get(status))).toEqual([
      null,
      'cancelled',
      'cancelled',
      'shipped_elsewhere',
      null,
    ]);
    const many = { orders: Array.from({ length: 101 }, () => ORDER) };
    expect((await call(test, shop, 'POST', API.ordersImport, many)).statusCode).toBe(400);
  });

  it('continue their source after it was disconnected', async () => {
    const [added] = await send(ORDER);
    const [source] = (await call(test, shop, 'GET', API.orderSources)).json().sources;
    const answer = await call(test, shop, 'DELETE', API.orderSource.replace(':id', source.id));
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await send(ORDER))[0]).toMatchObject({ result: 'unchanged', id: added?.id });
    expect((await call(test, shop, 'GET', API.orderSources)).json().sources).toMatchObject([
      { id: source.id },
    ]);
  });

  it('create one source, even if the first two requests are concurrent', async () => {
    await Promise.all([send(ORDER), send({ ...ORDER, external_id: 'A-9' })]);
    const sources = await test.deps.db
      .selectFrom('order_sources')
      .select('kind')
      .where('user_id', '=', shop.userId)
      .execute();
    expect(sources).toEqual([{ kind: 'api' }]);
  });
});

const SHOPIFY = `Name,Email,Financial Status,Currency,Shipping,Total,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Tags
#1001,dana@home.example,paid,USD,5.00,34.00,Standard,2026-11-15 10:00:00 -0800,2,Mug,14.50,MUG,Someone Else,Dana Reyes,500 W 2nd St,Austin,'78701,TX,US,"vip, gift"
#1001,,,,,,,,1,Plate,9.00,PLATE,,,,,,,,
#1002,x@y.example,pending,USD,0,9.00,Standard,2026-11-15 11:00:00 -0800,1,Plate,9.00,PLATE,,Ann Lee,1 Main St,Boston,02108,MA,US,
`;

const upload = (text: string | Buffer, query = '', type = 'text/csv') =>
  test.inject({
    method: 'POST',
    url: `${API.ordersFile}${query}`,
    headers: { ...bearer(shop.token), 'content-type': type },
    payload: text,
  });
const imported = async (text: string | Buffer, query = ''): Promise<OrderFileAnswer> => {
  const answer = await upload(text, query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

describe('a file with orders', () => {
  it('is read as the store writes it: several lines of one order are its items', async () => {
    expect(await imported(SHOPIFY, '?preview=true')).toMatchObject({
      orders: 2,
      added: 2,
      problems: [],
      ignoredColumns: ['Billing Name'],
    });
    expect(await listed()).toEqual([]);
    expect(await imported(SHOPIFY)).toMatchObject({ orders: 2, added: 2, changed: 0, leftOut: 0 });
    const [second, first] = await listed();
    expect(first).toMatchObject({
      number: '#1001',
      recipientName: 'Dana Reyes',
      itemCount: 2,
      pieces: 3,
      total: 3_400,
      tags: ['vip', 'gift'],
      source: { kind: 'file' },
    });
    expect(second).toMatchObject({ number: '#1002', excluded: 'unpaid', place: 'Boston, MA, US' });
    expect(await imported(SHOPIFY, '?preview=true')).toMatchObject({ added: 0, changed: 2 });
    test.clock.advance(1000);
    expect(await imported(SHOPIFY)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  });

  it('with shipped orders does not offer them again', async () => {
    const to = 'Ann,1 Main St,Boston,MA,02108,MUG';
    const text = [
      `Order,Financial Status,Fulfillment Status,Fulfilled at,Lineitem fulfillment status,Recipient,Address,City,State,Zip,SKU`,
      `whole,paid,fulfilled,2026-11-16,fulfilled,${to}`,
      `part,paid,partial,2026-11-16,fulfilled,${to}`,
      `part,,,,pending,${to}`,
      `lines,paid,,,fulfilled,${to}`,
      `dated,paid,,2026-11-16,,${to}`,
      `restocked,paid,restocked,,,${to}`,
      `open,paid,unfulfilled,,pending,${to}`,
    ].join('\n');
    expect(await imported(text)).toMatchObject({ added: 6, problems: [], ignoredColumns: [] });
    const found = new Map((await listed()).map((order) => [order.number, order]));
    const exclusions = ['whole', 'part', 'lines', 'dated', 'restocked', 'open'].map(
      (number) => found.get(number)?.excluded,
    );
    expect(exclusions).toEqual([
      'shipped_elsewhere',
      null,
      'shipped_elsewhere',
      'shipped_elsewhere',
      'cancelled',
      null,
    ]);
    const part = await call(test, shop, 'GET', API.order.replace(':id', found.get('part')?.id ?? ''));
    expect(part.json().order.items.map(({ remaining }: { remaining: number }) => remaining)).toEqual([0, 1]);
  });

  it.each([
    ['Shipped', 'shipped_elsewhere'],
    ['Completed', 'shipped_elsewhere'],
    ['wc-completed', 'shipped_elsewhere'],
    ['Delivered', 'shipped_elsewhere'],
    ['On hold', 'on_hold'],
    ['Canceled', 'cancelled'],
    ['Failed', 'unpaid'],
    ['Draft', 'unpaid'],
    ['Awaiting payment', 'unpaid'],
    ['Awaiting Shipment', null],
    ['awaiting_fulfillment', null],
    ['Processing', null],
    ['In production', null],
  ])('reads the order status %s', async (status, excluded) => {
    await imported(
      `Order,Order Status,Recipient,Address,City,State,Zip\n1,${status},Ann,1 Main St,Boston,MA,02108\n`,
    );
    expect(await listed()).toMatchObject([{ number: '1', excluded }]);
  });

  it('believes the columns for payment and shipping more than the order status', async () => {
    await imported(
      'Order,Status,Payment status,Shipping status,Address\n1,completed,completed,unshipped,1 Main St\n2,pending,paid,,1 Main St\n',
    );
    expect((await listed()).map(({ excluded }) => excluded)).toEqual([null, null]);
  });

  it('names the line and column of each problem, and saves the other orders', async () => {
    const text = [
      'Order Number;Recipient Name;Address;City;State;Zip;Country;SKU;Quantity;Price;Weight;Order Date',
      'A;Ann;1 Main St;Boston;MA;02108;US;MUG;1;12,50;8 oz;2026-11-15',
      'B;Ben;1 Main St;Boston;MA;02108;Atlantis;MUG;one;cheap;heavy;soon',
      ';Cid;1 Main St;Boston;MA;02108;US;MUG;1;1;1;',
    ].join('\n');
    const { problems, ...counts } = await imported(text);
    expect(counts).toMatchObject({ orders: 1, added: 1, leftOut: 2 });
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [3, 'Quantity'],
      [3, 'Price'],
      [3, 'Weight'],
      [3, 'Country'],
      [3, 'Order Date'],
      [4, 'Order Number'],
    ]);
    expect(await listed()).toMatchObject([{ number: 'A', preparation: { weightOz: 8 } }]);
  });

  it('names an order with too many lines, and a date that cannot be stored', async () => {
    const dates = ['0001-01-01T00:00:00', '0000-01-01T10:00', '0001-01-01'];
    const lines = [
      ...dates.map((date, index) => `${index},1 Main St,${date}`),
      ...Array.from({ length: 501 }, () => 'big,1 Main St,'),
    ];
    const { problems, ...counts } = await imported(`Order Number,Address,Order Date\n${lines.join('\n')}\n`);
    expect(counts).toMatchObject({ orders: 0, leftOut: 4 });
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [2, 'Order Date'],
      [3, 'Order Date'],
      [4, 'Order Date'],
      [5, 'Order Number'],
    ]);
  });

  it.each([
    ['no columns', 'a,b\n1,2\n'],
    ['no lines', 'Order Number,Address\n'],
    ['an open quote', 'Order Number,Address\n"1,2\n'],
  ])('with %s is refused', async (_name, text) => {
    const answer = await upload(text);
    expect([answer.statusCode, answer.json().fields[0].path]).toEqual([400, 'file']);
  });

  it('must be CSV', async () => {
    expect((await upload('{}', '', 'application/json')).statusCode).toBe(415);
  });
});
