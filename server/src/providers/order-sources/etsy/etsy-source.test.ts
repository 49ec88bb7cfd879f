import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ETSY_SHOP, ETSY_WEBHOOK_SECRET } from '../../../../test/doubles/etsy-double.ts';
import { ETSY_APP } from '../../../../test/doubles/etsy-double-oauth.ts';
import { NO_FAULTS } from '../../../../test/doubles/fault-plan.ts';
import { type EtsyAtDouble, etsyAtDouble } from '../../../../test/etsy-at-double.ts';
import { hours } from '../../../platform/clock.ts';
import { newSecret } from '../../../platform/ids.ts';
import { SourceRefusedError, SourceUnavailableError } from '../port.ts';
import { LIMITED, listAllOpen, makeParcel, memoryConnection, readPages } from '../port-suite.fixture.ts';
import { type BadAnswer, orderSourcePortSuite } from '../port-suite.ts';

const BAD_ANSWERS = {
  html: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Down for maintenance</html>' },
  error: { status: 500, body: { error: 'Server error' } },
  huge: { status: 200, body: 'x'.repeat(11 * 1024 * 1024) },
} as const satisfies Record<BadAnswer, object>;
const TRACKING = 'POST /v3/application/shops/*/receipts/*/tracking';
const RECEIPTS = 'GET /v3/application/shops/*/receipts';

const loseNextReport = ({ double }: EtsyAtDouble) => {
  double.server.faults = { ...NO_FAULTS, losesAnswers: 1, only: [TRACKING] };
  double.afterAnswer = ({ method }) => {
    if (method === 'POST') double.server.faults = NO_FAULTS;
  };
};

orderSourcePortSuite(
  'Etsy',
  async () => {
    const etsy = await etsyAtDouble();
    const { shop, behavior } = etsy.double;
    const receiptOf = (externalId: string) => {
      const receipt = shop.receipts.get(Number(externalId));
      if (!receipt) throw new Error(`No receipt ${externalId}`);
      return receipt;
    };
    return {
      ...etsy,
      shop: {
        addSample: () => String(shop.addSample().receipt_id),
        addOrders: (count) => Array.from({ length: count }, () => String(shop.make().receipt_id)),
        change: (externalId) => shop.touch(receiptOf(externalId)),
        trackingNumbers: (externalId) => shop.trackingNumbers(Number(externalId)),
        buyerMails: (externalId) =>
          shop.mails.filter(({ receiptId }) => receiptId === Number(externalId)).length,
        answerWith: (answer) => {
          behavior.everyAnswer = answer && BAD_ANSWERS[answer];
        },
        loseNextReport: () => loseNextReport(etsy),
        limitNextReport: () => etsy.double.server.answerNext({ call: TRACKING, ...LIMITED }),
        makeWebhook: (externalId) => ({
          request: etsy.double.delivery(Number(externalId)),
          secret: ETSY_WEBHOOK_SECRET,
        }),
      },
      close: async () => {
        expect(etsy.double.violations).toEqual([]);
        await etsy.close();
      },
    };
  },
  {
    reportsItems: false,
    findsReports: true,
    withdraws: false,
    mailsPerReport: 1,
    sample: {
      order: {
        externalId: '3456789012',
        number: '3456789012',
        shippingMethod: { text: '', code: '' },
        reportCountsFor: 'order',
        recipient: {
          name: 'Ada Park',
          company: '',
          line1: '1201 Barton Springs Rd',
          line2: 'Apt 4',
          line3: '',
          city: 'Austin',
          region: 'TX',
          postcode: '78704',
          country: 'US',
          phone: '',
          email: '',
        },
        shipBy: new Date(1_795_039_200_000),
      },
      items: [{ weightGrams: null, variant: '' }, { weightGrams: null }],
    },
  },
);

describe('the Etsy adapter', () => {
  let etsy: EtsyAtDouble;
  beforeAll(async () => {
    etsy = await etsyAtDouble();
  });
  beforeEach(() => {
    Object.assign(etsy.double.behavior, { everyAnswer: null, remainingToday: 10_000 });
    etsy.double.server.faults = NO_FAULTS;
    etsy.double.shop.receipts.clear();
  });
  afterAll(async () => {
    expect(etsy.double.violations).toEqual([]);
    await etsy.close();
  });
  const errorOf = (answer: Promise<unknown>) => answer.catch((error: unknown) => error);
  const first = { changedSince: null, page: null };
  const fresh = () => etsy.connect(etsy.double.oauth.issue());

  it('names the store, keeps its id, and warns about withheld addresses', async () => {
    const connection = fresh();
    expect(await etsy.source.connect(connection)).toEqual({
      name: ETSY_SHOP.shop_name,
      externalId: String(ETSY_SHOP.shop_id),
      currency: 'USD',
      warnings: [],
      secrets: { ...connection.secrets, shopId: String(ETSY_SHOP.shop_id) },
    });
    etsy.double.shop.make({ first_line: null, second_line: null, city: null, zip: null });
    expect(await etsy.source.connect(connection)).toMatchObject({ warnings: ['addresses_withheld'] });
  });

  it('says which credentials Etsy refuses', async () => {
    const { source, connection } = etsy;
    const { sharedSecret: _, ...withoutSecret } = connection.secrets;
    for (const secrets of [
      { ...connection.secrets, sharedSecret: 'wrong' },
      withoutSecret,
      { ...ETSY_APP, accessToken: '', refreshToken: '' },
      ETSY_APP,
    ])
      expect(await errorOf(source.connect(memoryConnection('', secrets)))).toMatchObject({
        code: 'credentials',
      });
    etsy.double.behavior.everyAnswer = { status: 403, body: { error: 'Missing scope transactions_r' } };
    expect(await errorOf(source.listOpen(fresh(), null))).toMatchObject({ code: 'permission' });
    etsy.double.behavior.everyAnswer = { status: 404, body: { error: 'Resource not found' } };
    expect(await errorOf(source.connect(fresh()))).toMatchObject({ code: 'not_a_shop' });
  });

  it('signs in with PKCE, with either app', async () => {
    for (const app of [null, { ...ETSY_APP, webhookSecret: null }]) {
      const { source, double, close, connect } = await etsyAtDouble({ app });
      const request = {
        address: '',
        entered: app ? {} : { ...ETSY_APP, webhookSecret: ETSY_WEBHOOK_SECRET },
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
      const { address, secrets } = await source.authorization.finish(request, answer);
      expect(address).toBe('');
      expect(await source.connect({ ...connect({}), secrets })).toMatchObject({ name: 'TeaAndMugs' });
      expect(source.webhookSecret(secrets)).toBe(app ? null : ETSY_WEBHOOK_SECRET);
      const denied = { query: [['error', 'access_denied'] as const], body: undefined };
      for (const [changed, given] of [
        [request, answer],
        [{ ...request, codeVerifier: newSecret() }, await allow()],
        [{ ...request, state: newSecret() }, await allow()],
        [{ ...request, redirectUrl: 'https://other.example/' }, await allow()],
        [request, denied],
      ] as const)
        await expect(source.authorization.finish(changed, given)).rejects.toThrow(SourceRefusedError);
      expect(double.violations).toEqual([]);
      await close();
    }
    const own = {
      address: '',
      entered: {},
      state: 's',
      codeVerifier: 'v',
      redirectUrl: 'https://x.example/',
    };
    expect(() => etsy.source.authorization.start(own)).toThrow(SourceRefusedError);
  });

  it('renews tokens that have expired or are refused, and stores the next refresh token first', async () => {
    const { source, double, clock } = etsy;
    const connection = fresh();
    const before = connection.current();
    clock.advance(hours(2));
    await Promise.all([1, 2, 3].map(() => source.listOpen(connection, null)));
    double.oauth.endTokens();
    await source.listOpen(connection, null);
    expect(connection.current().refreshToken).not.toBe(before.refreshToken);
    expect(connection.current()).toMatchObject({
      ...ETSY_APP,
      accessTokenEndsAt: '2026-11-16T15:00:00.000Z',
    });
    const tokens = () => double.server.calls.get('POST /v3/public/oauth/token') ?? 0;
    const requested = tokens();
    // Another process has the newest secrets; a connection that was opened earlier gets them.
    await source.listOpen({ ...connection, secrets: before }, null);
    expect(tokens()).toBe(requested);
    const old = etsy.connect({ ...before, accessToken: 'ended' });
    expect(await errorOf(source.listOpen(old, null))).toMatchObject({ code: 'credentials' });
  });

  it('waits a moment when Etsy limits its calls, and passes longer waits on', async () => {
    const { source, double, connection } = etsy;
    const refusal = { call: RECEIPTS, status: 429, body: { error: 'Too many requests' } };
    double.server.answerNext(refusal, { ...refusal, headers: { 'retry-after': '0' } });
    await expect(source.readChanged(connection, first)).resolves.toMatchObject({ orders: [] });
    double.server.answerNext({ ...refusal, headers: { 'retry-after': '7' } });
    expect(await errorOf(source.readChanged(connection, first))).toMatchObject({ retryAfterMs: 7000 });
    double.behavior.remainingToday = 0;
    const error = await errorOf(source.readChanged(connection, first));
    expect(error).toBeInstanceOf(SourceUnavailableError);
    expect(error).toMatchObject({ retryAfterMs: hours(1) });
  });

  it('skips no order when others change between two pages', async () => {
    const { connection, double } = etsy;
    const source = (await withPages(5)).source;
    const receipts = Array.from({ length: 17 }, () => double.shop.make());
    for (const receipt of receipts.slice(0, 9)) {
      receipt.update_timestamp = 1_795_000_000;
      receipt.create_timestamp = 1_795_000_000;
    }
    for (const since of [null, new Date('2026-11-14T00:00:00Z')]) {
      let calls = 0;
      double.afterAnswer = () => {
        calls += 1;
        const changed = receipts[9 + ((calls * 5) % 8)];
        if (calls < 8 && changed) double.shop.touch(changed);
      };
      const { orders } = await readPages(source, connection, since);
      expect(new Set(orders.map(({ externalId }) => externalId)).size).toBe(17);
    }
    double.afterAnswer = () => {};
    expect(new Set(await listAllOpen(source, connection)).size).toBe(17);
  });

  /** The same store in smaller pages. */
  async function withPages(pageSize: number) {
    const { EtsySource } = await import('./etsy-source.ts');
    const { ETSY } = await import('./etsy-deps.ts');
    const origin = new URL(etsy.double.url);
    const origins = { api: origin, site: origin };
    return { source: new EtsySource({ ...ETSY, origins, app: null, pageSize, clock: etsy.clock }) };
  }

  it('sends each tracking number once, even if answers are lost', async () => {
    const { source, connection, double } = etsy;
    const order = await read(double.shop.make().receipt_id);
    const parcel = makeParcel(order);
    loseNextReport(etsy);
    await expect(source.report(connection, parcel)).rejects.toThrow(SourceUnavailableError);
    // A caller that forgot to ask first.
    expect(await source.report(connection, parcel)).toMatchObject({ kind: 'reported' });
    const spaced = { ...parcel, trackingNumber: parcel.trackingNumber.replace(/(.{4})/g, '$1 ') };
    expect(await source.findReport(connection, spaced)).toEqual({ reference: expect.any(String) });
    expect(double.shop.mails.filter(({ receiptId }) => receiptId === Number(order.externalId))).toHaveLength(
      1,
    );

    const second = { ...makeParcel(order), carrier: 'OnTrac', hasOtherReports: true };
    double.server.answerNext({ call: TRACKING, status: 429, headers: { 'retry-after': '0' }, body: {} });
    expect(await source.report(connection, second)).toMatchObject({ kind: 'reported' });
    expect(double.shop.receipts.get(Number(order.externalId))?.shipments).toMatchObject([
      { carrier_name: 'usps', tracking_code: parcel.trackingNumber },
      { carrier_name: 'other', tracking_code: second.trackingNumber },
    ]);
  });

  it('says why Etsy refuses a report', async () => {
    const { source, connection, double } = etsy;
    const canceled = await read(double.shop.make({ status: 'canceled' }).receipt_id);
    const closed = { kind: 'refused', code: 'order_closed', message: 'The order is canceled on Etsy.' };
    expect(await source.report(connection, makeParcel(canceled))).toEqual(closed);
    const order = await read(double.shop.make().receipt_id);
    for (const [status, code] of [
      [400, 'invalid_tracking'],
      [404, 'order_missing'],
      [409, 'other'],
      [422, 'other'],
    ] as const) {
      double.server.answerNext({ call: TRACKING, status, body: { error: 'No.' } });
      const message = 'No.';
      expect(await source.report(connection, makeParcel(order))).toEqual({ kind: 'refused', code, message });
    }
    const odd = makeParcel({ ...order, externalId: '../../users/me' });
    expect(await source.report(connection, odd)).toMatchObject({ code: 'order_missing' });
    expect(double.shop.trackingNumbers(Number(order.externalId))).toEqual([]);
  });

  it('accepts webhooks twice and out of order, and refuses late, foreign and odd ones', async () => {
    const { source, double, clock } = etsy;
    const event = { kind: 'order', externalId: '42', shopId: '777001' };
    const deliveries = [double.delivery(42), double.delivery(42)];
    for (const delivery of [...deliveries, ...deliveries.toReversed()])
      expect(source.readWebhook(delivery, ETSY_WEBHOOK_SECRET)).toEqual(event);
    const late = double.delivery(42, { at: new Date(clock.now().getTime() - 301_000) });
    expect(() => source.readWebhook(late, ETSY_WEBHOOK_SECRET)).toThrow(SourceRefusedError);
    const elsewhere = double.delivery(42, { host: 'openapi.etsy.com.evil.example' });
    expect(source.readWebhook(elsewhere, ETSY_WEBHOOK_SECRET)).toEqual({ kind: 'ignored' });
  });

  it('does not mistake another format for an empty list', async () => {
    for (const body of [{}, { count: 1, results: [{}] }, [], null, { results: [] }]) {
      etsy.double.behavior.everyAnswer = { status: 200, body };
      await expect(etsy.source.readChanged(etsy.connection, first)).rejects.toThrow(SourceUnavailableError);
    }
  });

  const read = async (receiptId: number) => {
    const order = await etsy.source.readOrder(etsy.connection, String(receiptId));
    if (!order) throw new Error('The order is missing');
    return order;
  };
});
