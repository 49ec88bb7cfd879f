import { afterEach, describe, expect, it } from 'vitest';
import { NO_FAULTS } from '../../../../test/doubles/fault-plan.ts';
import { wooCommerceAtDouble } from '../../../../test/woocommerce-at-double.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { SourceUnavailableError } from '../port.ts';
import { LIMITED, LIMITED_MS, makeParcel, memoryConnection } from '../port-suite.fixture.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const start = async (...options: Parameters<typeof wooCommerceAtDouble>) => {
  const woo = await wooCommerceAtDouble(...options);
  open.push(woo);
  const shopOrder = woo.double.shop.make();
  const order = await woo.source.readOrder(woo.connection, String(shopOrder.id));
  if (!order) throw new Error('No order');
  return { ...woo, shopOrder, order };
};
const mailsOf = ({ double }: Awaited<ReturnType<typeof start>>) =>
  double.reports.mails.map(({ kind }) => kind);

const WAYS = [
  ['fulfillments', {}, /^fulfillment:\d+$/, ['fulfillment'], 'withdrawn'],
  [
    'Shipment Tracking',
    { fulfillments: false, plugins: ['wc-shipment-tracking'] },
    /^tracking:\w+$/,
    [],
    'withdrawn',
  ],
  ['AST', { fulfillments: false, plugins: ['wc-ast'] }, /^ast:\w+$/, [], 'withdrawn'],
  ['a note', { fulfillments: false }, /^note:\d+$/, ['note'], 'unsupported'],
] as const;

describe.each(WAYS)('a report to WooCommerce by %s', (_, behavior, reference, mails, withdrawal) => {
  const double = { ...behavior, plugins: [...('plugins' in behavior ? behavior.plugins : [])] };

  it('is made, found and withdrawn', async () => {
    const woo = await start({ double });
    const { source, connection, order } = woo;
    const parcel = makeParcel(order);
    expect(await source.findReport(connection, parcel)).toBeNull();
    const outcome = await source.report(connection, parcel);
    expect(outcome).toEqual({ kind: 'reported', reference: expect.stringMatching(reference) });
    if (outcome.kind !== 'reported') return;
    expect(woo.double.reports.trackingNumbers(woo.shopOrder.id)).toEqual([parcel.trackingNumber]);
    expect(mailsOf(woo)).toEqual(mails);
    expect(await source.findReport(connection, parcel)).toEqual({ reference: outcome.reference });
    expect(await source.findReport(connection, makeParcel(order))).toBeNull();
    const report = { parcel, reference: outcome.reference };
    for (const _again of [1, 2])
      expect(await source.withdraw(connection, report)).toEqual({ kind: withdrawal });
    expect(woo.double.violations).toEqual([]);
  });

  it('does not email the buyer when the client does not want it', async () => {
    const woo = await start({ double, settings: { notifyBuyer: false } });
    await woo.source.report(woo.connection, makeParcel(woo.order));
    expect(mailsOf(woo)).toEqual([]);
  });

  it('completes the order once if the client wants it, and opens it again after a void', async () => {
    const woo = await start({ double, settings: { completeOrder: true } });
    const { source, connection, order, shopOrder } = woo;
    const parcel = makeParcel(order);
    const outcome = await source.report(connection, parcel);
    if (outcome.kind !== 'reported') throw new Error(outcome.message);
    expect(shopOrder.status).toBe('completed');
    await source.findReport(connection, parcel);
    expect(mailsOf(woo)).toEqual([...mails, 'completed']);
    await source.withdraw(connection, { parcel, reference: outcome.reference });
    expect(shopOrder.status).toBe('processing');
    expect(await source.readOrder(connection, order.externalId)).toMatchObject({ state: 'open' });
  });
});

describe('a report to WooCommerce', () => {
  it('names carriers that the store does not know', async () => {
    for (const double of [{}, { fulfillments: false, plugins: ['wc-ast' as const] }]) {
      const woo = await start({ double });
      const parcel = { ...makeParcel(woo.order), carrier: 'Pony Express' };
      expect(await woo.source.report(woo.connection, parcel)).toMatchObject({ kind: 'reported' });
      expect(woo.double.violations).toEqual([]);
      const [fulfillment] = woo.double.reports.fulfillments;
      if (!('fulfillments' in double))
        expect(fulfillment?.meta_data).toEqual(
          expect.arrayContaining([
            { key: '_shipment_provider', value: 'other' },
            { key: '_shipping_provider', value: 'other' },
            { key: '_provider_name', value: 'Pony Express' },
          ]),
        );
    }
  });

  it.each([
    ['cancelled', 'canceled'],
    ['refunded', 'refunded'],
    ['trash', 'in the trash'],
  ])('is refused when the order is %s', async (status, shown) => {
    const { source, connection, order, shopOrder, double } = await start();
    shopOrder.status = status;
    expect(await source.report(connection, makeParcel(order))).toEqual({
      kind: 'refused',
      code: 'order_closed',
      message: `The order is ${shown} in the store.`,
    });
    expect(double.reports.mails).toEqual([]);
  });

  it('is refused with the store’s own words', async () => {
    const { source, connection, order } = await start();
    const parcel = makeParcel(order);
    const tooMany = { ...parcel, items: parcel.items.map((item) => ({ ...item, quantity: 9 })) };
    expect(await source.report(connection, tooMany)).toEqual({
      kind: 'refused',
      code: 'other',
      message: 'The quantity is more than what is left to fulfill.',
    });
  });

  it('says that a key is read-only', async () => {
    const { source, connection, order, double } = await start();
    double.behavior.isReadOnly = true;
    await expect(source.report(connection, makeParcel(order))).rejects.toMatchObject({ code: 'permission' });
  });

  it('is not sent when the store cannot be reached', async () => {
    const { source, connection, order, double } = await start();
    const blocked = memoryConnection('http://127.0.0.1:1', connection.secrets);
    const allowed = makeParcel(order);
    await expect(source.report(blocked, allowed)).rejects.toMatchObject({ code: 'address_blocked' });
    await double.close();
    open.length = 0;
    await expect(source.report(connection, allowed)).rejects.toThrow(NotSentError);
  });

  it.each([
    ['the answer to the report was lost', 'POST /wp-json/wc/v3/orders/*/fulfillments', 'losesAnswers'],
    ['the order could not be completed', 'PUT /wp-json/wc/v3/orders/*', 'errors'],
    ['the answer to the completion was lost', 'PUT /wp-json/wc/v3/orders/*', 'losesAnswers'],
  ] as const)('is found and finished when %s', async (_, call, fault) => {
    const woo = await start({ settings: { completeOrder: true } });
    const { source, connection, order, double, shopOrder } = woo;
    const parcel = makeParcel(order);
    double.server.faults = { ...NO_FAULTS, [fault]: 1, only: [call] };
    await expect(source.report(connection, parcel)).rejects.toThrow(SourceUnavailableError);
    double.server.faults = NO_FAULTS;
    const begun = await source.findReport(connection, parcel);
    expect(begun).toMatchObject({ reference: expect.stringMatching(/^fulfillment:/) });
    if (begun?.isPartial)
      expect(await source.report(connection, parcel, begun)).toEqual({
        kind: 'reported',
        reference: begun.reference,
      });
    expect(await source.findReport(connection, parcel)).toEqual({ reference: begun?.reference });
    expect(shopOrder.status).toBe('completed');
    expect(mailsOf(woo)).toEqual(['fulfillment', 'completed']);
    expect(double.reports.fulfillments).toHaveLength(1);
  });

  it('whose outcome is unknown is withdrawn without completing the order', async () => {
    const woo = await start({ settings: { completeOrder: true } });
    const { source, connection, order, double, shopOrder } = woo;
    const parcel = makeParcel(order);
    const call = 'POST /wp-json/wc/v3/orders/*/fulfillments';
    double.server.faults = { ...NO_FAULTS, losesAnswers: 1, only: [call] };
    await expect(source.report(connection, parcel)).rejects.toThrow(SourceUnavailableError);
    double.server.faults = NO_FAULTS;
    const found = await source.findReport(connection, parcel);
    expect(found).toEqual({ reference: expect.stringMatching(/^fulfillment:/), isPartial: true });
    expect(shopOrder.status).toBe('processing');
    const report = { parcel, reference: found?.reference ?? '' };
    expect(await source.withdraw(connection, report)).toEqual({ kind: 'withdrawn' });
    expect(shopOrder.status).toBe('processing');
    expect(mailsOf(woo)).toEqual(['fulfillment']);
  });

  it('is uncertain when the store rate-limits the completion of the order', async () => {
    const woo = await start({ settings: { completeOrder: true } });
    const { source, connection, order, double } = woo;
    const parcel = makeParcel(order);
    double.server.answerNext({ call: 'PUT /wp-json/wc/v3/orders/*', ...LIMITED });
    const error = await source.report(connection, parcel).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SourceUnavailableError);
    expect(error).toMatchObject({ retryAfterMs: LIMITED_MS });
    const begun = await source.findReport(connection, parcel);
    expect(begun).toMatchObject({ isPartial: true });
    if (begun) await source.report(connection, parcel, begun);
    expect(mailsOf(woo)).toEqual(['fulfillment', 'completed']);
  });

  it('completes an order only with its last parcel', async () => {
    const woo = await start({ settings: { completeOrder: true } });
    const { source, connection, order, shopOrder } = woo;
    const [mug, tea] = order.items;
    if (!mug || !tea) throw new Error('No items');
    await source.report(connection, makeParcel(order, [mug]));
    expect(shopOrder.status).toBe('processing');
    await source.report(connection, makeParcel(order, [tea]));
    expect(shopOrder.status).toBe('completed');
    expect(mailsOf(woo)).toEqual(['fulfillment', 'fulfillment', 'completed']);
  });

  it.each([
    ['completed by hand', 'completed', false],
    ['shipped by a plug-in', 'shipped', true],
  ])('is withdrawn from an order that was %s, which stays as it is', async (_, status, completeOrder) => {
    const { source, connection, order, shopOrder } = await start({ settings: { completeOrder } });
    const parcel = makeParcel(order);
    const outcome = await source.report(connection, parcel);
    if (outcome.kind !== 'reported') throw new Error(outcome.message);
    shopOrder.status = status;
    const report = { parcel, reference: outcome.reference };
    for (const _again of [1, 2])
      expect(await source.withdraw(connection, report)).toEqual({ kind: 'withdrawn', isStillShipped: true });
    expect(shopOrder.status).toBe(status);
  });

  it('is not withdrawn if the store refuses', async () => {
    const { source, connection, order, double } = await start();
    const parcel = makeParcel(order);
    const outcome = await source.report(connection, parcel);
    if (outcome.kind !== 'reported') throw new Error(outcome.message);
    double.server.answerNext({
      call: 'DELETE /wp-json/wc/v3/orders/*/fulfillments/*',
      status: 400,
      body: { code: 0, message: 'Fulfillments are locked.', data: { status: 400 } },
    });
    expect(await source.withdraw(connection, { parcel, reference: outcome.reference })).toEqual({
      kind: 'refused',
      message: 'Fulfillments are locked.',
    });
  });
});
