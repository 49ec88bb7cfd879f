import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import {
  type Connection,
  type OrderSource,
  type ShopItem,
  type ShopOrder,
  SourceRefusedError,
  SourceUnavailableError,
  type WebhookRequest,
} from './port.ts';
import { LIMITED_MS, listAllOpen, makeParcel, readPages } from './port-suite.fixture.ts';
import { problemOf } from './source-problem.ts';

/** What every answer of the store is until it is switched back. */
export type BadAnswer = 'html' | 'error' | 'huge';

/** The store behind the adapter: a double. */
interface ShopUnderTest {
  /** Adds the order of `order-samples.json` and returns its external id. */
  addSample(): string;
  /**
   * Adds this many open and paid orders of two different items, changed after 2026-11-15, and returns their external
   * ids.
   */
  addOrders(count: number): string[];
  /** Changes the order, so that the store lists it as changed now. */
  change(externalId: string): void;
  /** The tracking numbers that the store shows for the order. */
  trackingNumbers(externalId: string): string[];
  /** How many emails about shipments the store sent to the order's buyer. */
  buyerMails(externalId: string): number;
  /** Every answer from now on; null for the store's own answers. */
  answerWith(answer: BadAnswer | null): void;
  /** Does the work of the next write that reports a shipment and drops the connection instead of answering. */
  loseNextReport(): void;
  /** Refuses the next write that reports a shipment because of the store's limits, for LIMITED_MS. */
  limitNextReport(): void;
  /** A signed webhook about the order, and the secret. Null if this kind of store has no webhooks. */
  makeWebhook: ((externalId: string) => { request: WebhookRequest; secret: string }) | null;
}

interface OrderSourceUnderTest {
  source: OrderSource;
  /** With `notifyBuyer` and `completeOrder`. */
  connection: Connection;
  /** The same store with credentials that it does not accept. */
  refused: Connection;
  shop: ShopUnderTest;
  close(): Promise<void>;
}

/** What only some stores can do, and how their sample differs. The rest of the suite applies to all. */
interface OrderSourceGuarantees {
  /** A report names the items in the parcel, so that the store knows what remains. */
  reportsItems: boolean;
  /** The store can be asked for a tracking number. If not, a second report of the same parcel changes nothing. */
  findsReports: boolean;
  withdraws: boolean;
  /** Emails that the store sends for one report. */
  mailsPerReport: number;
  /** Fields of the sample that this store does not have, or has in another form. */
  sample: { order: Partial<ShopOrder>; items?: Partial<ShopItem>[] };
}

/** The order of `order-samples.json`, which every store must return. */
const SAMPLE = {
  placedAt: new Date('2026-11-14T21:56:08Z'),
  updatedAt: new Date('2026-11-14T21:56:12Z'),
  paid: 'yes',
  state: 'open',
  nothingToShip: null,
  currency: 'USD',
  totalCents: 5130,
  shippingPaidCents: 600,
  buyerNote: 'Leave at the back door.',
  merchantNote: '',
  giftMessage: '',
  tags: [],
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
    phone: expect.stringMatching(/512\D*555\D*0142$/) as string,
    email: 'ada@shop.example',
  },
  recipientWithheld: null,
  shipBy: null,
  deliverBy: null,
} satisfies Partial<ShopOrder>;

const SAMPLE_ITEMS = [
  { sku: 'MUG-01', title: 'Mug', variant: 'Blue', quantity: 2, unitPriceCents: 1800, ounces: 12 },
  { sku: 'TEA-05', title: 'Tea', variant: '', quantity: 1, unitPriceCents: 930, ounces: 4 },
].map(({ ounces, ...item }) => ({
  ...item,
  weightGrams: expect.closeTo(ounces * 28.349_523_125, 6) as number,
  externalId: expect.stringMatching(/./) as string,
  remaining: item.quantity,
  originCountry: '',
  hsCode: '',
  requiresShipping: true,
}));

const sampleOrder = ({ order, items = [] }: OrderSourceGuarantees['sample']) => ({
  externalId: expect.stringMatching(/./),
  number: expect.stringMatching(/./),
  shippingMethod: { text: expect.any(String), code: expect.any(String) },
  reporting: expect.any(Object),
  items: SAMPLE_ITEMS.map((item, index) => ({ ...item, ...items[index] })),
  ...SAMPLE,
  ...order,
});

/** Tests for every order source. */
export function orderSourcePortSuite(
  name: string,
  make: () => Promise<OrderSourceUnderTest>,
  { reportsItems, findsReports, withdraws, mailsPerReport, sample }: OrderSourceGuarantees,
): void {
  describe(`${name} as an order source`, () => {
    let test: OrderSourceUnderTest;
    beforeAll(async () => {
      test = await make();
    });
    afterAll(() => test.close());

    const readOrder = async (externalId: string): Promise<ShopOrder> => {
      const order = await test.source.readOrder(test.connection, externalId);
      if (!order) throw new Error(`The store does not have ${externalId}`);
      return order;
    };
    const newOrder = async () => {
      const [externalId = ''] = test.shop.addOrders(1);
      return readOrder(externalId);
    };
    const readAll = (changedSince: Date | null) => readPages(test.source, test.connection, changedSince);

    it('connects and names the store', async () => {
      const shop = await test.source.connect(test.connection);
      expect(shop).toMatchObject({
        name: expect.stringMatching(/./),
        externalId: expect.stringMatching(/./),
      });
      expect(await test.source.connect(test.connection)).toMatchObject({ externalId: shop.externalId });
    });

    it('says that the store refuses the credentials', async () => {
      const error = await test.source.connect(test.refused).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SourceRefusedError);
      expect(error).toMatchObject({ code: 'credentials', message: expect.stringMatching(/\S.*\.$/) });
      for (const secret of Object.values(test.refused.secrets))
        expect((error as Error).message).not.toContain(secret);
      await expect(readPages(test.source, test.refused, null)).rejects.toThrow(SourceRefusedError);
    });

    it('returns the sample order in canonical form', async () => {
      expect(await readOrder(test.shop.addSample())).toEqual(sampleOrder(sample));
    });

    it('reads every open order over all pages', async () => {
      const added = test.shop.addOrders(60);
      const { orders, pages } = await readAll(null);
      expect(orders.map(({ externalId }) => externalId)).toEqual(expect.arrayContaining(added));
      expect(pages).toBeGreaterThan(1);
    });

    it('reads only orders that changed since a given time, oldest change first, each as readOrder returns it', async () => {
      test.shop.addOrders(3);
      const before = (await readAll(null)).orders;
      const last = new Date(Math.max(...before.map(({ updatedAt }) => updatedAt.getTime())) + 120_000);
      expect((await readAll(last)).orders).toEqual([]);

      const since = new Date('2026-11-15T00:00:00Z');
      const { orders } = await readAll(since);
      expect(orders.length).toBeGreaterThanOrEqual(3);
      const times = orders.map(({ updatedAt }) => updatedAt.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const [oldest] = orders;
      if (!oldest) throw new Error('No order changed');
      test.shop.change(oldest.externalId);
      const again = (await readAll(since)).orders.filter((one) => one.externalId === oldest.externalId);
      expect(again.at(-1)).toEqual(await readOrder(oldest.externalId));
      expect(again.at(-1)?.updatedAt.getTime()).toBeGreaterThanOrEqual(oldest.updatedAt.getTime());
    });

    it('returns the same order again if nothing changed', async () => {
      const order = await newOrder();
      expect(await readOrder(order.externalId)).toEqual(order);
    });

    it('finds no order under an unknown id', async () => {
      expect(await test.source.readOrder(test.connection, '999999999')).toBeNull();
    });

    it('lists open orders until they are shipped', async () => {
      const order = await newOrder();
      expect(await listAllOpen(test.source, test.connection)).toContain(order.externalId);
      await test.source.report(test.connection, makeParcel(order));
      if (reportsItems) expect(await readOrder(order.externalId)).toMatchObject({ state: 'shipped' });
      expect(await listAllOpen(test.source, test.connection)).not.toContain(order.externalId);
    });

    it('reports a parcel once and finds the report', async () => {
      const order = await newOrder();
      const parcel = makeParcel(order);
      expect(await test.source.findReport(test.connection, parcel)).toBeNull();
      const outcome = await test.source.report(test.connection, parcel);
      expect(outcome).toEqual({ kind: 'reported', reference: expect.any(String) });
      expect(test.shop.trackingNumbers(order.externalId)).toEqual([parcel.trackingNumber]);
      expect(test.shop.buyerMails(order.externalId)).toBe(mailsPerReport);
      if (outcome.kind !== 'reported') return;
      const { reference } = outcome;
      if (findsReports) expect(await test.source.findReport(test.connection, parcel)).toEqual({ reference });
    });

    it('ends with one report when an answer was lost', async () => {
      const order = await newOrder();
      const parcel = makeParcel(order);
      test.shop.loseNextReport();
      const error = await test.source.report(test.connection, parcel).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SourceUnavailableError);
      const found = await test.source.findReport(test.connection, parcel);
      if (findsReports) expect(found).toMatchObject({ reference: expect.any(String) });
      if (!found || found.isPartial)
        expect(await test.source.report(test.connection, parcel, found ?? undefined)).toMatchObject({
          kind: 'reported',
        });
      expect(test.shop.trackingNumbers(order.externalId)).toEqual([parcel.trackingNumber]);
      expect(test.shop.buyerMails(order.externalId)).toBe(mailsPerReport);
    });

    it('reports nothing when the store rate-limits the report, and says how long to wait', async () => {
      const order = await newOrder();
      const parcel = makeParcel(order);
      test.shop.limitNextReport();
      const error = await test.source.report(test.connection, parcel).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(NotSentError);
      expect(problemOf(error)).toMatchObject({ kind: 'unavailable', retryAfterMs: LIMITED_MS });
      expect(test.shop.trackingNumbers(order.externalId)).toEqual([]);
      expect(await test.source.report(test.connection, parcel)).toMatchObject({ kind: 'reported' });
      expect(test.shop.buyerMails(order.externalId)).toBe(mailsPerReport);
    });

    if (reportsItems)
      it('reports a part of an order, then the rest', async () => {
        const order = await newOrder();
        const [first, ...rest] = order.items;
        if (!first) throw new Error('An order without items');
        const part = makeParcel(order, [first]);
        expect(await test.source.report(test.connection, part)).toMatchObject({ kind: 'reported' });
        const partly = await readOrder(order.externalId);
        expect(partly.state).toBe('partly_shipped');
        expect(partly.items.map(({ remaining }) => remaining)).toEqual([
          0,
          ...rest.map(({ remaining }) => remaining),
        ]);
        const other = { ...makeParcel(partly, rest), hasOtherReports: true };
        expect(await test.source.report(test.connection, other)).toMatchObject({ kind: 'reported' });
        expect(await readOrder(order.externalId)).toMatchObject({ state: 'shipped' });
        expect(test.shop.trackingNumbers(order.externalId)).toEqual([
          part.trackingNumber,
          other.trackingNumber,
        ]);
      });

    it('refuses to report an order that the store does not have', async () => {
      const order = await newOrder();
      const parcel = makeParcel({ ...order, externalId: '999999999', number: 'no-such-order' });
      expect(await test.source.report(test.connection, parcel)).toEqual({
        kind: 'refused',
        code: 'order_missing',
        message: expect.stringMatching(/\S/),
      });
    });

    it(withdraws ? 'withdraws a report, even twice' : 'cannot withdraw a report', async () => {
      const order = await newOrder();
      const parcel = makeParcel(order);
      const outcome = await test.source.report(test.connection, parcel);
      if (outcome.kind !== 'reported') throw new Error(outcome.message);
      const report = { parcel, reference: outcome.reference };
      const withdrawn = { kind: withdraws ? 'withdrawn' : 'unsupported' };
      expect(await test.source.withdraw(test.connection, report)).toEqual(withdrawn);
      expect(await test.source.withdraw(test.connection, report)).toEqual(withdrawn);
      if (!withdraws) return;
      expect(await test.source.findReport(test.connection, parcel)).toBeNull();
      expect(test.shop.trackingNumbers(order.externalId)).toEqual([]);
      expect((await readOrder(order.externalId)).items).toEqual(order.items);
    });

    it.each<BadAnswer>(['html', 'error', 'huge'])(
      'is unavailable, not empty, when the store answers with: %s',
      async (answer) => {
        const order = await newOrder();
        const { source, connection, shop } = test;
        shop.answerWith(answer);
        try {
          for (const call of [
            () => source.connect(connection),
            () => source.readChanged(connection, { changedSince: null, page: null }),
            () => source.readChanged(connection, { changedSince: new Date(0), page: null }),
            () => source.readOrder(connection, order.externalId),
            () => source.listOpen(connection, null),
            ...(findsReports ? [() => source.findReport(connection, makeParcel(order))] : []),
          ])
            await expect(call()).rejects.toThrow(SourceUnavailableError);
          const error = await source.report(connection, makeParcel(order)).catch((thrown: unknown) => thrown);
          expect(problemOf(error)).toMatchObject({ kind: 'unavailable' });
        } finally {
          shop.answerWith(null);
        }
        expect(shop.buyerMails(order.externalId)).toBe(0);
      },
    );

    it('reads a signed webhook and refuses a wrong signature', async () => {
      const { source, shop } = test;
      expect(source.readWebhook === null).toBe(shop.makeWebhook === null);
      if (!source.readWebhook || !shop.makeWebhook) return;
      const { externalId } = await newOrder();
      const { request, secret } = shop.makeWebhook(externalId);
      expect(source.readWebhook(request, secret)).toMatchObject({ kind: 'order', externalId });
      const changed = { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) };
      for (const [wrong, key] of [
        [request, `${secret}x`],
        [request, ''],
        [changed, secret],
        [{ ...request, headers: { ...request.headers, ...unsigned(request) } }, secret],
      ] as const)
        expect(() => source.readWebhook?.(wrong, key)).toThrow(SourceRefusedError);
    });
  });
}

/** The headers of a request without their values. */
const unsigned = ({ headers }: WebhookRequest) =>
  Object.fromEntries(
    Object.keys(headers).map((key) => [key, /hmac|signature/i.test(key) ? '' : headers[key]]),
  );
