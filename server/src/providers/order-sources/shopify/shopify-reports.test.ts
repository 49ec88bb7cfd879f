import { afterEach, describe, expect, it } from 'vitest';
import type { Order } from '../../../../test/doubles/shopify/shopify-double-records.ts';
import { type ShopifyAtDouble, shopifyAtDouble } from '../../../../test/shopify-at-double.ts';
import { SourceUnavailableError } from '../port.ts';
import { LIMITED, makeParcel } from '../port-suite.fixture.ts';
import { numberOf } from './shopify-ids.ts';

describe('a report to Shopify', () => {
  const open: ShopifyAtDouble[] = [];
  const start = async () => {
    const shopify = await shopifyAtDouble();
    open.push(shopify);
    const read = async ({ id }: Order) => {
      const order = await shopify.source.readOrder(shopify.connection, numberOf(id));
      if (!order) throw new Error('The order is missing');
      return order;
    };
    return { ...shopify, read };
  };
  afterEach(async () => {
    for (const { double, close } of open.splice(0)) {
      expect(double.api.invalid).toEqual([]);
      await close();
    }
  });

  it('names the carrier as Shopify does', async () => {
    const { double, source, connection, read } = await start();
    for (const [carrier, company] of [
      ['USPS', 'USPS'],
      ['DHL', 'DHL Express'],
      ['OnTrac', 'OnTrac'],
    ] as const) {
      const order = double.addOrder();
      await source.report(connection, { ...makeParcel(await read(order)), carrier, trackingUrl: '' });
      expect(double.records.fulfillmentsOf(order.id)[0]?.trackingInfo).toMatchObject([
        { company, url: null },
      ]);
    }
  });

  it('lets Shopify email the buyer only if the client wants it', async () => {
    const { double, source, connect, connection, read } = await start();
    const silent = connect(connection.secrets, { notifyBuyer: false });
    const order = await read(double.addOrder());
    expect(await source.report(silent, makeParcel(order))).toMatchObject({ kind: 'reported' });
    expect(double.records.mails).toEqual([]);
  });

  it('of a parcel from two locations makes two fulfillments and one email', async () => {
    const { double, source, connection, read } = await start();
    const made = double.addOrder();
    double.split(made, 'gid://shopify/Location/99');
    const parcel = makeParcel(await read(made));
    const outcome = await source.report(connection, parcel);
    expect(double.trackingNumbers(made.id)).toEqual([parcel.trackingNumber, parcel.trackingNumber]);
    expect(double.records.mails).toHaveLength(1);
    expect(outcome).toMatchObject({ kind: 'reported', reference: expect.stringContaining(',') });
    if (outcome.kind !== 'reported') return;
    const { reference } = outcome;
    expect(await source.findReport(connection, parcel)).toEqual({ reference });
    expect(await source.withdraw(connection, { reference })).toEqual({ kind: 'withdrawn' });
    expect(double.trackingNumbers(made.id)).toEqual([]);
  });

  it('that was interrupted between two locations is completed without a second email', async () => {
    const { double, source, connection, read } = await start();
    const made = double.addOrder();
    double.split(made, 'gid://shopify/Location/99');
    const parcel = makeParcel(await read(made));
    double.set({ losesNext: ['CreateFulfillment'] });
    await expect(source.report(connection, parcel)).rejects.toThrow(SourceUnavailableError);
    expect(await source.findReport(connection, parcel)).toMatchObject({ isPartial: true });
    expect(await source.report(connection, parcel)).toMatchObject({ kind: 'reported' });
    expect(await read(made)).toMatchObject({ state: 'shipped' });
    expect(double.trackingNumbers(made.id)).toHaveLength(2);
    expect(double.records.mails).toHaveLength(1);
  });

  it('that Shopify rate-limits after the first location is uncertain', async () => {
    const { double, source, connection, read } = await start();
    const made = double.addOrder();
    double.split(made, 'gid://shopify/Location/99');
    const parcel = makeParcel(await read(made));
    double.server.onRequest(({ body }) => {
      if (body.includes('mutation CreateFulfillment') && double.records.fulfillments.size === 1)
        double.server.answerNext({ call: 'POST /admin/api/*/graphql.json', ...LIMITED });
    });
    await expect(source.report(connection, parcel)).rejects.toThrow(SourceUnavailableError);
    expect(double.trackingNumbers(made.id)).toHaveLength(1);
  });

  it('that Shopify refuses for the second location names the fulfillment of the first', async () => {
    const { double, source, connection, read } = await start();
    const made = double.addOrder();
    const second = double.split(made, 'gid://shopify/Location/99');
    const parcel = makeParcel(await read(made));
    second.status = 'ON_HOLD';
    const outcome = await source.report(connection, parcel);
    const [first] = double.records.fulfillmentsOf(made.id);
    expect(outcome).toMatchObject({ kind: 'refused', reference: first?.id });
    expect(await source.findReport(connection, parcel)).toEqual({ reference: first?.id, isPartial: true });

    second.status = 'OPEN';
    expect(await source.report(connection, parcel)).toMatchObject({ kind: 'reported' });
    expect(double.trackingNumbers(made.id)).toHaveLength(2);
    expect(double.records.mails).toHaveLength(1);
  });

  it('that the store already has changes nothing', async () => {
    const { double, source, connection, read } = await start();
    const parcel = makeParcel(await read(double.addOrder()));
    const first = await source.report(connection, parcel);
    expect(await source.report(connection, parcel)).toEqual(first);
    expect(double.records.fulfillments.size).toBe(1);
    expect(double.records.mails).toHaveLength(1);
  });

  it('finds the items after the merchant split the order', async () => {
    const { double, source, connection, read } = await start();
    const made = double.addOrder();
    const parcel = makeParcel(await read(made));
    double.split(made);
    expect(await source.report(connection, parcel)).toMatchObject({ kind: 'reported' });
    expect(double.trackingNumbers(made.id)).toEqual([parcel.trackingNumber]);
  });

  it('without named items covers what remains', async () => {
    const { double, source, connection, read } = await start();
    const made = double.addOrder();
    const parcel = { ...makeParcel(await read(made)), items: [] };
    expect(await source.report(connection, parcel)).toMatchObject({ kind: 'reported' });
    expect(await read(made)).toMatchObject({ state: 'shipped' });
    expect(await source.findReport(connection, parcel)).not.toBeNull();
  });

  it('of an order with 120 items is complete and found', async () => {
    const { double, source, connection, read } = await start();
    const made = double.addOrder({ lines: Array.from({ length: 120 }, () => ({})) });
    const parcel = makeParcel(await read(made));
    expect(await source.report(connection, parcel)).toMatchObject({ kind: 'reported' });
    expect(await read(made)).toMatchObject({ state: 'shipped' });
    expect(await source.findReport(connection, parcel)).not.toBeNull();
  });

  it.each<[string, (order: Order) => void, string, RegExp]>([
    [
      'more than remains',
      ({ parts }) => {
        for (const line of parts[0]?.lines ?? [])
          line.remainingQuantity = Math.min(1, line.remainingQuantity);
      },
      'other',
      /quantity/,
    ],
    [
      'an order that is on hold',
      ({ parts }) => {
        for (const part of parts) part.status = 'ON_HOLD';
      },
      'other',
      /on_hold/,
    ],
    [
      'an order that is closed',
      ({ parts }) => {
        for (const part of parts) part.status = 'CLOSED';
      },
      'order_closed',
      /closed/,
    ],
    [
      'a canceled order',
      (order) => {
        order.cancelledAt = '2026-11-16T00:00:00Z';
      },
      'order_closed',
      /cancelled/,
    ],
    [
      'items that the merchant removed',
      ({ parts }) => {
        for (const part of parts) part.lines = [];
      },
      'order_closed',
      /nothing left/,
    ],
  ])('of %s is refused with the reason', async (_, change, code, message) => {
    const { double, source, connection, read } = await start();
    const made = double.addOrder();
    const parcel = makeParcel(await read(made));
    change(made);
    expect(await source.report(connection, parcel)).toEqual({
      kind: 'refused',
      code,
      message: expect.stringMatching(message),
    });
    expect(double.records.fulfillments.size).toBe(0);
  });

  it('with a tracking number that Shopify refuses says so', async () => {
    const { double, source, connection, read } = await start();
    const parcel = makeParcel(await read(double.addOrder()));
    expect(await source.report(connection, { ...parcel, trackingNumber: '9'.repeat(300) })).toMatchObject({
      kind: 'refused',
      code: 'invalid_tracking',
    });
  });

  it('is withdrawn even if the first answer was lost', async () => {
    const { double, source, connection, read } = await start();
    const made = double.addOrder();
    const outcome = await source.report(connection, makeParcel(await read(made)));
    if (outcome.kind !== 'reported') throw new Error(outcome.message);
    double.set({ losesNext: ['CancelFulfillment'] });
    await expect(source.withdraw(connection, outcome)).rejects.toThrow(SourceUnavailableError);
    expect(await source.withdraw(connection, outcome)).toEqual({ kind: 'withdrawn' });
    expect(await read(made)).toMatchObject({ state: 'open' });
  });
});
