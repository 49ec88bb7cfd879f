import { afterEach, describe, expect, it } from 'vitest';
import { type AmazonAtDouble, amazonAtDouble } from '../../../../test/amazon-at-double.ts';
import { NO_FAULTS } from '../../../../test/doubles/fault-plan.ts';
import { hours, minutes } from '../../../platform/clock.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { SourceRefusedError, SourceUnavailableError } from '../port.ts';
import { LIMITED, listAllOpen, makeParcel, memoryConnection, readPages } from '../port-suite.fixture.ts';
import { type BadAnswer, orderSourcePortSuite } from '../port-suite.ts';

const BAD_ANSWERS = {
  html: {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html>Sorry! Something went wrong</html>',
  },
  error: {
    status: 500,
    body: { errors: [{ code: 'InternalFailure', message: 'We encountered an error.' }] },
  },
  huge: { status: 200, body: 'x'.repeat(11 * 1024 * 1024) },
} as const satisfies Record<BadAnswer, object>;

const CONFIRM = 'POST /orders/v0/orders/*/shipmentConfirmation';

function shopOf({ double }: AmazonAtDouble) {
  const { shop, server } = double;
  const orderOf = (externalId: string) => {
    const order = shop.orders.get(externalId);
    if (!order) throw new Error(`No order ${externalId}`);
    return order;
  };
  return {
    addSample: () => shop.addSample().orderId,
    addOrders: (count: number) => Array.from({ length: count }, () => shop.make().orderId),
    change: (externalId: string) => shop.touch(orderOf(externalId)),
    trackingNumbers: (externalId: string) => shop.trackingNumbers(externalId),
    buyerMails: (externalId: string) => shop.mails.filter((orderId) => orderId === externalId).length,
    answerWith: (answer: BadAnswer | null) => {
      double.behavior.everyAnswer = answer && BAD_ANSWERS[answer];
    },
    loseNextReport: () => {
      server.faults = { ...NO_FAULTS, losesAnswers: 1, only: [CONFIRM] };
      double.afterAnswer = ({ path }) => {
        if (path.endsWith('shipmentConfirmation')) server.faults = NO_FAULTS;
      };
    },
    // Amazon says how many calls per second it allows instead of how long to wait.
    limitNextReport: () =>
      server.answerNext({ call: CONFIRM, ...LIMITED, headers: { 'x-amzn-ratelimit-limit': '0.025' } }),
    makeWebhook: null,
  };
}

orderSourcePortSuite(
  'Amazon',
  async () => {
    const amazon = await amazonAtDouble();
    const close = async () => {
      expect(amazon.double.violations).toEqual([]);
      await amazon.close();
    };
    return { ...amazon, shop: shopOf(amazon), close };
  },
  {
    reportsItems: true,
    findsReports: true,
    withdraws: false,
    mailsPerReport: 1,
    sample: {
      order: {
        externalId: '111-4183684-9071810',
        number: '111-4183684-9071810',
        shippingMethod: { text: 'Standard', code: 'STANDARD' },
        shipBy: new Date('2026-11-17T12:00:00Z'),
        deliverBy: new Date('2026-11-23T12:00:00Z'),
      },
      items: [{ variant: '', weightGrams: null }, { weightGrams: null }],
    },
  },
);

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
const start = async (...options: Parameters<typeof amazonAtDouble>) => {
  const amazon = await amazonAtDouble(...options);
  open.push(amazon);
  return amazon;
};
const errorOf = (answer: Promise<unknown>) => answer.catch((error: unknown) => error);

describe('connecting to Amazon', () => {
  it('names the marketplace and warns of missing addresses, roles and keys', async () => {
    const { source, connection, double } = await start();
    expect(await source.connect(connection)).toMatchObject({
      name: 'Amazon.com',
      externalId: `ATVPDKIKX0DER:${connection.secrets.clientId}`,
      currency: 'USD',
      warnings: [],
    });
    double.shop.make();
    double.behavior.givesAddresses = false;
    expect(await source.connect(connection)).toMatchObject({ warnings: ['addresses_withheld'] });
    const [order] = (await readPages(source, connection, null)).orders;
    expect(order).toMatchObject({ recipient: null, recipientWithheld: 'permission' });
    double.behavior.givesOrders = false;
    expect(await errorOf(source.connect(connection))).toMatchObject({ code: 'permission' });
    const elsewhere = memoryConnection('shop.example.com', connection.secrets);
    expect(await errorOf(source.connect(elsewhere))).toMatchObject({ code: 'not_a_shop' });
  });

  it('renews tokens before they expire, after a refusal, and not more often', async () => {
    const { source, connection, double, clock } = await start();
    double.shop.make();
    await readPages(source, connection, null);
    await listAllOpen(source, connection);
    expect(connection.renewals()).toBe(1);
    clock.advance(hours(1) - minutes(1));
    await listAllOpen(source, connection);
    expect(connection.renewals()).toBe(2);
    double.endTokens();
    expect(await listAllOpen(source, connection)).toHaveLength(1);
    expect(connection.renewals()).toBe(3);
    expect(connection.current()).toMatchObject({ refreshToken: connection.secrets.refreshToken });
  });

  it('keeps a token that still works while Amazon cannot issue a new one', async () => {
    const { source, connection, double, clock } = await start();
    await listAllOpen(source, connection);
    const call = 'POST /auth/*/token';
    clock.advance(hours(1) - minutes(3));
    double.server.answerNext({ call, status: 500, body: {} });
    expect(await listAllOpen(source, connection)).toEqual([]);
    clock.advance(minutes(4));
    double.server.answerNext({ call, status: 500, body: {} });
    await expect(listAllOpen(source, connection)).rejects.toThrow(SourceUnavailableError);
    expect(connection.renewals()).toBe(1);
  });
});

describe('reading Amazon orders', () => {
  it('repeats the same request for every page, and can start over after a page token has expired', async () => {
    const { source, connection, double, clock } = await start();
    for (let order = 0; order < 30; order += 1) double.shop.make();
    const changedSince = clock.now();
    // A period that Amazon does not list yet.
    expect(await source.readChanged(connection, { changedSince, page: null })).toMatchObject({ orders: [] });
    const { next: page } = await source.readChanged(connection, { changedSince: null, page: null });
    clock.advance(minutes(5));
    const [first] = double.shop.orders.values();
    if (first) double.shop.touch(first);
    const second = await source.readChanged(connection, { changedSince: null, page });
    expect(second).toMatchObject({ next: null, orders: { length: 5 } });
    clock.advance(hours(25));
    expect(await errorOf(source.readChanged(connection, { changedSince: null, page }))).toBeInstanceOf(
      SourceUnavailableError,
    );
    expect((await readPages(source, connection, null)).orders).toHaveLength(30);
    expect(double.violations).toEqual([]);
  });

  it('asks for requests to cancel', async () => {
    const { source, connection, double } = await start();
    const { orderId, orderItems } = double.shop.make();
    Object.assign(orderItems[0] ?? {}, { cancellation: { cancellationRequest: { requester: 'BUYER' } } });
    expect(await source.readOrder(connection, orderId)).toMatchObject({ state: 'on_hold' });
    expect((await readPages(source, connection, null)).orders).toMatchObject([{ state: 'on_hold' }]);
  });

  it('waits out short limits, and leaves long waits to the caller', async () => {
    const { source, connection, double } = await start({ double: { pace: 50 }, pageSize: 1 });
    const orders = Array.from({ length: 45 }, () => double.shop.make().orderId);
    // 30 calls may come at the same time, then 25 per second.
    for (const id of orders) expect(await source.readOrder(connection, id)).not.toBeNull();
    const error = await errorOf(readPages(source, connection, null));
    expect(error).toBeInstanceOf(SourceUnavailableError);
    expect(error).toMatchObject({ retryAfterMs: Math.ceil(1000 / (0.0056 * 50)) });
  });

  it('reports nothing when Amazon limits reports', async () => {
    const { source, connection, double } = await start({ double: { pace: 0.01 } });
    const [made] = Array.from({ length: 11 }, () => double.shop.make().orderId);
    const order = await source.readOrder(connection, made ?? '');
    if (!order) throw new Error('No order');
    const parcel = makeParcel(order);
    // A repetition changes the package.
    for (let time = 0; time < 10; time += 1)
      expect(await source.report(connection, parcel)).toMatchObject({ kind: 'reported' });
    expect(await errorOf(source.report(connection, parcel))).toBeInstanceOf(NotSentError);
    expect(double.shop.trackingNumbers(order.externalId)).toEqual([parcel.trackingNumber]);
    expect(double.shop.mails).toEqual([order.externalId]);
  });
});

describe('reporting to Amazon', () => {
  it('names other carriers, keeps packages of others, and passes on a refusal', async () => {
    const { source, connection, double } = await start();
    const { orderId, orderItems } = double.shop.make();
    const [first] = orderItems;
    double.shop.confirm(orderId, {
      marketplaceId: 'ATVPDKIKX0DER',
      packageDetail: {
        packageReferenceId: '1',
        carrierCode: 'USPS',
        trackingNumber: 'BY-HAND',
        shipDate: '2026-11-16T10:00:00Z',
        orderItems: [{ orderItemId: first?.orderItemId ?? '', quantity: 1 }],
      },
    });
    const order = await source.readOrder(connection, orderId);
    if (!order) throw new Error('No order');
    expect(order).toMatchObject({ state: 'partly_shipped', items: [{ remaining: 1 }, { remaining: 1 }] });
    const parcel = { ...makeParcel(order), carrier: 'OnTrac' };
    expect(await source.report(connection, parcel)).toMatchObject({ kind: 'reported' });
    expect(double.shop.orders.get(orderId)?.packages).toMatchObject([
      { packageReferenceId: '1', trackingNumber: 'BY-HAND' },
      { carrier: 'OnTrac', packageItems: [{ quantity: 1 }, { quantity: 1 }] },
    ]);
    expect(await source.report(connection, makeParcel(order))).toMatchObject({
      kind: 'refused',
      code: 'other',
      message: expect.stringContaining('already fulfilled'),
    });
  });

  it('says that the role is missing', async () => {
    const { source, connection, double } = await start();
    const order = await source.readOrder(connection, double.shop.make().orderId);
    if (!order) throw new Error('No order');
    double.behavior.givesOrders = false;
    expect(await errorOf(source.report(connection, makeParcel(order)))).toBeInstanceOf(SourceRefusedError);
  });
});
