import { afterEach, describe, expect, it } from 'vitest';
import { type CustomStoreAtDouble, customStoreAtDouble } from '../../../../test/custom-store-at-double.ts';
import { NO_FAULTS } from '../../../../test/doubles/fault-plan.ts';
import { readOutside } from '../../../../test/outside/outside.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { SourceUnavailableError } from '../port.ts';
import { LIMITED, makeParcel, readPages } from '../port-suite.fixture.ts';
import { type BadAnswer, orderSourcePortSuite } from '../port-suite.ts';
import { readDate, writeDate } from './custom-store-dates.ts';
import { meaningOf } from './custom-store-statuses.ts';

const BAD_ANSWERS = {
  html: { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><html>Log in</html>' },
  error: { status: 500, body: 'Internal Server Error' },
  huge: { status: 200, body: `<Orders pages="1">${' '.repeat(11 * 1024 * 1024)}</Orders>` },
} as const satisfies Record<BadAnswer, object>;

function shopOf({ double }: CustomStoreAtDouble) {
  const orderOf = (externalId: string) => {
    const order = double.orders.get(externalId);
    if (!order) throw new Error(`No order ${externalId}`);
    return order;
  };
  return {
    addSample: () => double.make({ updatedAt: new Date('2026-11-14T21:56:00Z') }).id,
    addOrders: (count: number) => Array.from({ length: count }, () => double.make().id),
    change: (externalId: string) => double.touch(orderOf(externalId)),
    trackingNumbers: (externalId: string) => orderOf(externalId).trackingNumbers,
    buyerMails: (externalId: string) =>
      double.mails.filter((number) => number === orderOf(externalId).number).length,
    answerWith: (answer: BadAnswer | null) => {
      double.behavior.everyAnswer = answer && BAD_ANSWERS[answer];
    },
    loseNextReport: () => {
      double.server.faults = { ...NO_FAULTS, losesAnswers: 1 };
      double.afterAnswer = ({ method }) => {
        if (method === 'POST') double.server.faults = NO_FAULTS;
      };
    },
    limitNextReport: () => double.server.answerNext({ call: 'POST /export.php', ...LIMITED }),
    makeWebhook: null,
  };
}

orderSourcePortSuite(
  'A custom store',
  async () => {
    const store = await customStoreAtDouble();
    return { ...store, shop: shopOf(store) };
  },
  {
    reportsItems: false,
    findsReports: false,
    withdraws: false,
    mailsPerReport: 1,
    sample: {
      // The protocol has no seconds.
      order: {
        placedAt: new Date('2026-11-14T21:56:00Z'),
        updatedAt: new Date('2026-11-14T21:56:00Z'),
        reportCountsFor: 'order',
      },
    },
  },
);

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
const start = async (...options: Parameters<typeof customStoreAtDouble>) => {
  const store = await customStoreAtDouble(...options);
  open.push(store);
  const { id } = store.double.make();
  const order = await store.source.readOrder(store.connection, id);
  if (!order) throw new Error('No order');
  return { ...store, order };
};
const xml = (body: string | Buffer) => ({ status: 200, headers: { 'content-type': 'text/xml' }, body });

describe('reading a custom store', () => {
  it('understands the published sample', async () => {
    const { source, connection, double } = await start();
    double.behavior.everyAnswer = xml(readOutside('custom-store-sample.xml'));
    const { orders } = await source.readChanged(connection, { changedSince: new Date(0), page: null });
    expect(orders).toMatchObject([
      {
        externalId: '123456',
        number: 'ABC-1001',
        placedAt: new Date('2026-11-14T21:56:00Z'),
        updatedAt: new Date('2026-11-14T22:10:00Z'),
        totalCents: 4530,
        recipient: { name: 'Ada Park', region: 'TX', phone: '5125550142' },
        items: [{ externalId: '9001', sku: 'MUG-01', variant: 'Blue', weightGrams: expect.closeTo(340.194) }],
      },
    ]);
  });

  it('reads plain text as well as CDATA, with odd characters', async () => {
    for (const usesCdata of [true, false]) {
      const { source, connection, double } = await start({ usesCdata });
      const { id } = double.make({ name: 'עדה 👩‍🚀 <O & N> ]]>', note: 'one\ntwo' });
      expect(await source.readOrder(connection, id)).toMatchObject({
        buyerNote: 'one\ntwo',
        recipient: { name: 'עדה 👩‍🚀 <O & N> ]]>' },
      });
    }
  });

  it('reads an order with 500 items', async () => {
    const { source, connection, double } = await start();
    const item = { id: '1', sku: 'A', name: 'A', ounces: 1, quantity: 1, price: '1.00', option: '' };
    const { id } = double.make({
      items: Array.from({ length: 500 }, (_, at) => ({ ...item, id: String(at) })),
    });
    expect((await source.readOrder(connection, id))?.items).toHaveLength(500);
  });

  it('skips no order when others change between two pages', async () => {
    const { source, connection, double } = await start({ pageSize: 5 });
    const orders = Array.from({ length: 22 }, () => double.make());
    let calls = 0;
    double.afterAnswer = () => {
      calls += 1;
      const changed = orders[calls];
      // The store's clock is that of the adapter.
      if (calls < 4 && changed)
        changed.updatedAt = new Date(Date.parse('2026-11-16T12:00:00Z') + calls * 60_000);
    };
    const read = await readPages(source, connection, null);
    const ids = new Set(read.orders.map(({ externalId }) => externalId));
    expect(orders.filter(({ id }) => !ids.has(id))).toEqual([]);
  });

  it('finds an order that moves to another page while others change', async () => {
    const { source, connection, double, order } = await start({ pageSize: 2 });
    const [, moved] = Array.from({ length: 3 }, () => double.make());
    const first = double.orders.get(order.externalId);
    let calls = 0;
    double.afterAnswer = () => {
      calls += 1;
      if (calls === 1 && first) first.updatedAt = new Date('2026-11-16T12:01:00Z');
    };
    expect(await source.readOrder(connection, moved?.id ?? '')).toMatchObject({ externalId: moved?.id });
  });

  it('leaves out discounts, which are lines too, and closed orders', async () => {
    const { source, connection, double } = await start();
    double.make({ status: 'shipped' });
    double.make({ status: 'cancelled' });
    const { orders } = await readPages(source, connection, null);
    expect(orders).toHaveLength(1);
    double.behavior.everyAnswer = xml(
      readOutside('custom-store-sample.xml').toString().replace('<Adjustment>false', '<Adjustment>true'),
    );
    const { orders: adjusted } = await readPages(source, connection, null);
    expect(adjusted).toMatchObject([{ items: [] }]);
  });

  it.each([
    ['another root', '<html><body/></html>'],
    ['an error document', '<Error>No access</Error>'],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "bb">]><Orders pages="1">&b;</Orders>'],
    ['deep nesting', `<Orders pages="1">${'<Order>'.repeat(100_000)}`],
    ['half a document', '<Orders pages="1"><Order><OrderID>1</OrderID>'],
    ['unusable pages', '<Orders pages="many"></Orders>'],
    ['too many pages', '<Orders pages="99999999"></Orders>'],
    [
      'only orders without a number',
      `<Orders>${'<Order><OrderDate>11/14/2026 21:56</OrderDate></Order>'.repeat(2)}</Orders>`,
    ],
    ['only orders without a date', `<Orders>${'<Order><OrderID>1</OrderID></Order>'.repeat(2)}</Orders>`],
    ['nothing', ''],
  ])('fails instead of returning an empty list, with %s', async (_, body) => {
    const { source, connection, double } = await start();
    double.behavior.everyAnswer = xml(body);
    const read = source.readChanged(connection, { changedSince: null, page: null });
    await expect(read).rejects.toThrow(SourceUnavailableError);
  });

  it.each([
    ['date', '<OrderID>7</OrderID><OrderNumber>7</OrderNumber>', '7'],
    ['number', '<OrderDate>11/14/2026 21:56</OrderDate>', '(order without a number)'],
  ])(
    'reads the others when an order has no %s, and lists it for the comparison',
    async (_, fields, listed) => {
      const { source, connection, double } = await start();
      const unreadable = `<Order>${fields}<OrderStatus>paid</OrderStatus></Order>`;
      const sample = readOutside('custom-store-sample.xml').toString();
      double.behavior.everyAnswer = xml(sample.replace('</Orders>', `${unreadable}</Orders>`));
      const { orders } = await source.readChanged(connection, { changedSince: null, page: null });
      expect(orders.map(({ externalId }) => externalId)).toEqual(['123456']);
      expect((await source.listOpen(connection, null)).externalIds).toEqual(['123456', listed]);
      expect(await source.readOrder(connection, '123456')).toMatchObject({ number: 'ABC-1001' });
      double.behavior.everyAnswer = xml(`<Orders pages="1">${unreadable}</Orders>`);
      const alone = await source.readChanged(connection, { changedSince: new Date(0), page: null });
      expect(alone.orders).toEqual([]);
    },
  );

  it('does not mistake an order that it cannot read for a deleted one', async () => {
    const { source, connection, double } = await start();
    double.behavior.everyAnswer = xml('<Orders pages="1"><Order><OrderID>7</OrderID></Order></Orders>');
    await expect(source.readOrder(connection, '7')).rejects.toThrow(
      'The store exports order 7 without a date.',
    );
  });

  it('stops reading after 10 MB', async () => {
    const { source, connection, double } = await start();
    double.behavior.everyAnswer = xml(Buffer.alloc(50 * 1024 * 1024, 32));
    const read = source.readChanged(connection, { changedSince: null, page: null });
    await expect(read).rejects.toMatchObject({ cause: { cause: { message: /more than 10485760 bytes/ } } });
  });

  it.each([
    [404, 'not_found'],
    [301, 'not_a_shop'],
    [403, 'credentials'],
  ])('says at the first call what the status %i means', async (status, code) => {
    const { source, connection, double } = await start();
    double.behavior.everyAnswer = { status, body: '' };
    await expect(source.connect(connection)).rejects.toMatchObject({ code });
    await expect(source.connect({ ...connection, address: 'no address' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('keeps the query of the address', async () => {
    const { source, connection, double } = await start();
    const asked: URLSearchParams[] = [];
    double.server.onRequest(({ query }) => asked.push(query));
    await source.connect({ ...connection, address: `${double.url}?store=7` });
    expect(asked[0]?.get('store')).toBe('7');
    expect(double.violations).toEqual([]);
  });
});

describe('reporting a parcel to a custom store', () => {
  it('sends a notice in which every text is escaped', async () => {
    const { source, connection, double } = await start();
    const { id } = double.make({ number: 'A&B <1>', name: 'Ben </Name><Evil/>' });
    const order = await source.readOrder(connection, id);
    if (!order) throw new Error('No order');
    const parcel = { ...makeParcel(order), service: 'Überland & "Co"\u0000' };
    double.violations.length = 0;
    expect(await source.report(connection, { ...parcel, service: 'Überland & "Co"' })).toEqual({
      kind: 'reported',
      reference: 'A&B <1>',
    });
    expect(double.violations).toEqual([]);
    const [notice] = double.notices;
    const part = (name: string) => notice?.children.find((child) => child.name === name);
    expect(part('Recipient')?.children[0]?.text).toBe('Ben </Name><Evil/>');
    expect(part('NotifyCustomer')?.text).toBe('true');
    expect(part('ShipDate')?.text).toBe('11/16/2026 18:00');
    expect(part('Items')?.children[0]?.children.map(({ text }) => text)).toEqual([
      `${id}1`,
      'MUG-01',
      'Mug',
      '2',
    ]);
  });

  it('counts an order that is no longer exported as reported, unless another parcel may be why', async () => {
    const { source, connection, order, double } = await start({ hidesShipped: true });
    const parcel = makeParcel(order);
    expect(await source.findReport(connection, parcel)).toBeNull();
    await source.report(connection, parcel);
    expect(await source.findReport(connection, parcel)).toEqual({ reference: order.number });
    expect(double.notices).toHaveLength(1);
    const second = { ...makeParcel(order), hasOtherReports: true };
    const unproven = { reference: order.number, isUnproven: true };
    expect(await source.findReport(connection, second)).toEqual(unproven);
  });

  it.each([
    [400, 'Bad <b>tracking</b> number', { kind: 'refused', code: 'other', message: 'Bad tracking number' }],
    [404, '', { kind: 'refused', code: 'order_missing', message: 'The store answered with status 404.' }],
    [422, 'x'.repeat(1000), { kind: 'refused', code: 'other', message: `${'x'.repeat(200)}…` }],
    [422, '<'.repeat(1_000_000), { kind: 'refused', code: 'other', message: `${'<'.repeat(200)}…` }],
    [204, '', { kind: 'reported', reference: expect.any(String) }],
  ])('understands the status %i', async (status, body, outcome) => {
    const { source, connection, order, double } = await start();
    double.server.answerNext({ call: 'POST /export.php', status, body });
    expect(await source.report(connection, makeParcel(order))).toEqual(outcome);
  });

  it('may be repeated after 429, but needs a lookup first after other failures', async () => {
    const { source, connection, order, double } = await start();
    double.server.answerNext({ call: 'POST /export.php', status: 429, body: '' });
    await expect(source.report(connection, makeParcel(order))).rejects.toThrow(NotSentError);
    for (const status of [302, 408, 500, 502, 503, 504]) {
      double.server.answerNext({
        call: 'POST /export.php',
        status,
        body: '',
        headers: { 'retry-after': '30' },
      });
      const error = await source.report(connection, makeParcel(order)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SourceUnavailableError);
      expect(error).toMatchObject({ retryAfterMs: 30_000 });
    }
    double.server.answerNext({ call: 'POST /export.php', status: 401, body: '' });
    await expect(source.report(connection, makeParcel(order))).rejects.toMatchObject({ code: 'credentials' });
  });
});

describe('dates and statuses of custom stores', () => {
  it.each([
    ['11/14/2026 21:56', '2026-11-14T21:56:00.000Z'],
    ['1/4/2026 9:05', '2026-01-04T09:05:00.000Z'],
    ['11/14/2026 21:56:08', '2026-11-14T21:56:08.000Z'],
    ['11/14/2026 9:56 PM', '2026-11-14T21:56:00.000Z'],
    ['11/14/2026 12:05:00 am', '2026-11-14T00:05:00.000Z'],
    ['11/14/2026', '2026-11-14T00:00:00.000Z'],
    ['2026-11-14T21:56:08Z', '2026-11-14T21:56:08.000Z'],
    ['2026-11-14T15:56:08-06:00', '2026-11-14T21:56:08.000Z'],
    ['2026-11-14 21:56:08', '2026-11-14T21:56:08.000Z'],
    ['2026-11-14', '2026-11-14T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(readDate(text)?.toISOString()).toBe(iso);
  });

  it.each(['', 'yesterday', '14/11/2026 21:56', '06/31/2026 10:00', '11/14/2026 25:00', '2026-13-01'])(
    '"%s" is not a date',
    (text) => {
      expect(readDate(text)).toBeNull();
    },
  );

  it('are written in UTC without seconds', () => {
    expect(writeDate(new Date('2026-01-04T09:05:59Z'))).toBe('01/04/2026 09:05');
  });

  it.each([
    ['paid', 'open', 'yes'],
    ['Awaiting_Shipment', 'open', 'yes'],
    ['wc-processing', 'open', 'yes'],
    ['UNPAID', 'open', 'no'],
    ['awaiting payment', 'open', 'no'],
    ['Shipped', 'shipped', 'yes'],
    ['canceled', 'cancelled', 'unknown'],
    ['on-hold', 'on_hold', 'unknown'],
    ['Being knitted', 'on_hold', 'unknown'],
    ['', 'on_hold', 'unknown'],
  ])('the status "%s" is %s, paid: %s', (status, state, paid) => {
    expect(meaningOf(status)).toMatchObject({ state, paid });
  });
});
