import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EBAY_APP } from '../../../../test/doubles/ebay-double-oauth.ts';
import { NO_FAULTS } from '../../../../test/doubles/fault-plan.ts';
import { EBAY_OPERATOR_APP, type EbayAtDouble, ebayAtDouble } from '../../../../test/ebay-at-double.ts';
import { readOutsideJson } from '../../../../test/outside/outside.ts';
import { days, hours } from '../../../platform/clock.ts';
import { newSecret } from '../../../platform/ids.ts';
import { type ShopOrder, SourceRefusedError, SourceUnavailableError } from '../port.ts';
import { LIMITED, listAllOpen, makeParcel, memoryConnection, readPages } from '../port-suite.fixture.ts';
import { type BadAnswer, orderSourcePortSuite } from '../port-suite.ts';

const BAD_ANSWERS = {
  html: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Service unavailable</html>' },
  error: { status: 500, body: { errors: [{ errorId: 30_500, message: 'System error' }] } },
  huge: { status: 200, body: 'x'.repeat(11 * 1024 * 1024) },
} as const satisfies Record<BadAnswer, object>;
const ORDERS = 'GET /sell/fulfillment/v1/order';
const SHIP = 'POST /sell/fulfillment/v1/order/*/shipping_fulfillment';

const loseNextReport = ({ double }: EbayAtDouble) => {
  double.server.faults = { ...NO_FAULTS, losesAnswers: 1, only: [SHIP] };
  double.afterAnswer = ({ method }) => {
    if (method === 'POST') double.server.faults = NO_FAULTS;
  };
};

orderSourcePortSuite(
  'eBay',
  async () => {
    const ebay = await ebayAtDouble();
    const { shop, behavior } = ebay.double;
    return {
      ...ebay,
      shop: {
        addSample: () => shop.addSample().orderId,
        addOrders: (count) => Array.from({ length: count }, () => shop.make().orderId),
        change: (externalId) => {
          const order = shop.orders.get(externalId);
          if (order) shop.touch(order);
        },
        trackingNumbers: (externalId) => shop.trackingNumbers(externalId),
        buyerMails: (externalId) => shop.mails.filter(({ orderId }) => orderId === externalId).length,
        answerWith: (answer) => {
          behavior.everyAnswer = answer && BAD_ANSWERS[answer];
        },
        loseNextReport: () => loseNextReport(ebay),
        limitNextReport: () => ebay.double.server.answerNext({ call: SHIP, ...LIMITED }),
        makeWebhook: null,
      },
      close: async () => {
        expect(ebay.double.violations).toEqual([]);
        await ebay.close();
      },
    };
  },
  {
    reportsItems: true,
    findsReports: true,
    withdraws: false,
    mailsPerReport: 1,
    sample: {
      order: {
        externalId: '01-03955-36441',
        number: '01-03955-36441',
        shippingMethod: { text: 'USPSParcel', code: 'USPSParcel' },
        recipient: {
          name: 'Ada Park',
          company: '',
          line1: '1201 Barton Springs Rd',
          line2: 'Apt 4',
          line3: '',
          city: 'Austin',
          region: 'TX',
          postcode: '78704-1234',
          country: 'US',
          phone: '5125550142',
          email: '0123abc@members.ebay.com',
        },
        shipBy: new Date('2026-11-16T12:00:00Z'),
        deliverBy: new Date('2026-11-21T08:00:00Z'),
        reporting: { buyer: 'ada_p' },
      },
      items: [{ weightGrams: null }, { weightGrams: null }],
    },
  },
);

describe('the eBay adapter', () => {
  let ebay: EbayAtDouble;
  beforeAll(async () => {
    ebay = await ebayAtDouble({ app: EBAY_OPERATOR_APP, pageSize: 5 });
  });
  beforeEach(() => {
    Object.assign(ebay.double.behavior, { everyAnswer: null, mayIdentify: true });
    ebay.double.server.faults = NO_FAULTS;
    ebay.double.afterAnswer = () => {};
    ebay.double.shop.orders.clear();
  });
  afterAll(async () => {
    expect(ebay.double.violations).toEqual([]);
    await ebay.close();
  });
  const errorOf = (answer: Promise<unknown>) => answer.catch((error: unknown) => error);
  const first = { changedSince: null, page: null };
  const fresh = () => ebay.connect(ebay.double.oauth.issue());
  const idsOf = (orders: ShopOrder[]) => new Set(orders.map(({ externalId }) => externalId));
  const read = async (orderId: string) => {
    const order = await ebay.source.readOrder(ebay.connection, orderId);
    if (!order) throw new Error('The order is missing');
    return order;
  };

  it('names the seller, even without permission to read the seller’s identity', async () => {
    const connection = fresh();
    const shop = { name: 'workshop', currency: null, warnings: [], secrets: null };
    expect(await ebay.source.connect(connection)).toEqual({ ...shop, externalId: 'u-4711' });
    ebay.double.behavior.mayIdentify = false;
    expect(await ebay.source.connect(connection)).toMatchObject({ name: 'eBay', externalId: '' });
    ebay.double.shop.make();
    expect(await ebay.source.connect(connection)).toEqual({
      ...shop,
      externalId: 'workshop',
      currency: 'USD',
    });
  });

  it('signs in with the RuName of either app', async () => {
    for (const app of [null, EBAY_OPERATOR_APP]) {
      const { source, double, close } = await ebayAtDouble({ app });
      const request = {
        address: '',
        entered: app ? {} : EBAY_APP,
        state: newSecret(),
        codeVerifier: newSecret(),
        redirectUrl: 'https://lading.example/api/order-sources/authorized',
      };
      expect(source.authorization.hasOperatorApp).toBe(app !== null);
      const allow = async () => {
        const answer = await fetch(source.authorization.start(request), { redirect: 'manual' });
        return { query: [...new URL(answer.headers.get('location') ?? '').searchParams], body: undefined };
      };
      const answer = await allow();
      const { secrets } = await source.authorization.finish(request, answer);
      expect(await source.connect(memoryConnection('', secrets))).toMatchObject({ name: 'workshop' });
      const denied = { query: [['error', 'access_denied'] as const], body: undefined };
      for (const [changed, given] of [
        [request, answer],
        [{ ...request, state: newSecret() }, await allow()],
        [{ ...request, entered: { ...EBAY_APP, clientSecret: 'wrong' } }, await allow()],
        [request, denied],
      ] as const)
        await expect(source.authorization.finish(changed, given)).rejects.toThrow(SourceRefusedError);
      expect(double.violations).toEqual([]);
      await close();
    }
  });

  it('renews tokens that have expired or are refused', async () => {
    const { source, double, clock } = ebay;
    const connection = fresh();
    const { refreshToken } = connection.secrets;
    clock.advance(hours(3));
    await Promise.all([1, 2, 3].map(() => source.listOpen(connection, null)));
    double.oauth.endTokens();
    await source.listOpen(connection, null);
    expect(connection.current()).toMatchObject({ ...EBAY_APP, refreshToken });
    expect(connection.renewals()).toBe(2);
    double.behavior.everyAnswer = { status: 403, body: { errors: [{ errorId: 1100, message: 'No.' }] } };
    expect(await errorOf(source.listOpen(connection, null))).toMatchObject({ code: 'permission' });
  });

  it('waits a moment when eBay limits its calls, and passes longer waits on', async () => {
    const { source, double } = ebay;
    const connection = fresh();
    const refusal = { call: ORDERS, status: 429, body: { errors: [{ errorId: 2001, message: 'Limit' }] } };
    double.server.answerNext(refusal, { ...refusal, headers: { 'retry-after': '0' } });
    await expect(source.readChanged(connection, first)).resolves.toMatchObject({ orders: [] });
    double.server.answerNext({ ...refusal, headers: { 'retry-after': '9' } });
    expect(await errorOf(source.readChanged(connection, first))).toMatchObject({ retryAfterMs: 9000 });
  });

  it('skips no order when others change between two pages', async () => {
    const { source, double } = ebay;
    const connection = fresh();
    const orders = Array.from({ length: 30 }, () => double.shop.make());
    // More within one second than fit on a page.
    for (const order of orders.slice(0, 9)) order.lastModifiedDate = '2026-11-15T00:30:00.500Z';
    for (const since of [null, new Date('2026-11-14T00:00:00Z'), new Date(0)]) {
      let calls = 0;
      double.afterAnswer = () => {
        calls += 1;
        const changed = orders[10 + ((calls * 7) % 20)];
        if (calls < 12 && changed) double.shop.touch(changed);
      };
      expect(idsOf((await readPages(source, connection, since)).orders).size).toBe(30);
    }
    double.afterAnswer = () => {};
    for (const order of orders.slice(0, 4))
      order.cancelStatus = { cancelState: 'CANCELED', cancelRequests: [] };
    expect(new Set(await listAllOpen(source, connection)).size).toBe(26);
  });

  it('imports open orders, then every change', async () => {
    const { source, double, clock } = ebay;
    const connection = fresh();
    double.shop.make({ orderFulfillmentStatus: 'FULFILLED' });
    const open = double.shop.make();
    expect(idsOf((await readPages(source, connection, null)).orders)).toEqual(new Set([open.orderId]));
    expect((await readPages(source, connection, new Date(0))).orders).toHaveLength(2);
    clock.advance(days(15));
    expect((await read(open.orderId)).recipient).toMatchObject({ name: 'Ada Park', email: '' });
    clock.advance(days(80));
    expect(await read(open.orderId)).toMatchObject({ recipient: null, recipientWithheld: 'expired' });
    expect(await listAllOpen(source, connection)).toEqual([]);
    clock.advance(-days(95));
  });

  it('counts the pieces of a line that is partly shipped', async () => {
    const { source, connection, double } = ebay;
    const order = await read(double.shop.make().orderId);
    const [mug] = order.items;
    if (!mug) throw new Error('No item');
    const parcel = {
      ...makeParcel(order, [{ ...mug, remaining: 1 }]),
      trackingNumber: '9400 1000-0000/0000 77',
      carrier: 'Royal Mail',
    };
    loseNextReport(ebay);
    await expect(source.report(connection, parcel)).rejects.toThrow(SourceUnavailableError);
    expect(await source.findReport(connection, parcel)).toEqual({ reference: '940010000000000077' });
    expect((await read(order.externalId)).items.map(({ remaining }) => remaining)).toEqual([1, 1]);
    const { orders } = await readPages(source, connection, null);
    expect(orders.map(({ state, items }) => [state, items[0]?.remaining])).toEqual([['partly_shipped', 1]]);
    expect(double.shop.mails.filter(({ orderId }) => orderId === order.externalId)).toHaveLength(1);
  });

  it('says why eBay refuses a report', async () => {
    const { source, connection, double } = ebay;
    const order = await read(double.shop.make().orderId);
    for (const [status, errorId, code] of [
      [400, 32_300, 'invalid_tracking'],
      [400, 32_100, 'order_missing'],
      [404, 2002, 'order_missing'],
      [400, 32_200, 'other'],
      [409, 32_600, 'other'],
    ] as const) {
      double.server.answerNext({ call: SHIP, status, body: { errors: [{ errorId, message: 'No.' }] } });
      const refusal = { kind: 'refused', code, message: 'No.' };
      expect(await source.report(connection, makeParcel(order))).toEqual(refusal);
    }
    const parcel = makeParcel(order);
    await source.report(connection, parcel);
    double.server.answerNext({ call: SHIP, status: 409, body: { errors: [{ errorId: 1, message: 'No.' }] } });
    expect(await source.report(connection, parcel)).toMatchObject({ kind: 'reported' });
  });

  it('does not mistake another format for an empty list', async () => {
    for (const body of [{}, { total: 1, orders: [{}] }, [], null, { orders: [] }]) {
      ebay.double.behavior.everyAnswer = { status: 200, body };
      await expect(ebay.source.readChanged(ebay.connection, first)).rejects.toThrow(SourceUnavailableError);
    }
  });

  it('answers the challenge, and reads notices that eBay signed', async () => {
    const { double, source, clock } = ebay;
    const { ebayChallenge: vector } = readOutsideJson<{ ebayChallenge: Record<string, string> }>(
      'marketplace-signatures.json',
    );
    const { deletionNotices: notices } = source;
    if (!notices) throw new Error('No notices');
    expect(notices.answerChallenge(vector.challengeCode ?? '', vector.endpoint ?? '')).toBe(
      vector.challengeResponse,
    );
    const caller = '203.0.113.7';
    const keys = () => double.server.calls.get('GET /commerce/notification/v1/public_key/*') ?? 0;
    const notice = double.notices.delivery({ username: 'ada_p', userId: 'u-1' });
    for (let time = 0; time < 3; time += 1)
      expect(await notices.readNotice(notice, caller)).toEqual(['ada_p', 'u-1']);
    expect(keys()).toBe(1);
    clock.advance(hours(2));
    expect(await notices.readNotice(double.notices.delivery({}, { topic: 'OTHER' }), caller)).toEqual([]);
    expect(keys()).toBe(2);
    for (const wrong of [
      { ...notice, body: Buffer.concat([notice.body, Buffer.from(' ')]) },
      { ...notice, headers: {} },
      { ...notice, headers: { 'x-ebay-signature': 'nonsense' } },
      double.notices.delivery({ username: 'x' }, { kid: 'unknown-1' }),
      double.notices.delivery({ username: 'x' }, { kid: '../../etc' }),
    ])
      await expect(notices.readNotice(wrong, caller)).rejects.toThrow(SourceRefusedError);
    double.behavior.everyAnswer = { status: 503, body: '' };
    const other = double.notices.delivery({}, { kid: 'unknown-2' });
    await expect(notices.readNotice(other, caller)).rejects.toThrow(SourceUnavailableError);
    const without = await ebayAtDouble();
    expect(without.source.deletionNotices).toBeUndefined();
    await without.close();
  });
});
