import { afterEach, describe, expect, it } from 'vitest';
import type { ShopifyBadAnswer } from '../../../../test/doubles/shopify/shopify-double-options.ts';
import { type ShopifyAtDouble, shopifyAtDouble } from '../../../../test/shopify-at-double.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { SourceUnavailableError } from '../port.ts';
import { makeParcel, memoryConnection } from '../port-suite.fixture.ts';
import { SHOPIFY } from './shopify-deps.ts';
import { numberOf } from './shopify-ids.ts';

describe('a call to Shopify', () => {
  const open: ShopifyAtDouble[] = [];
  const start = async (...settings: Parameters<typeof shopifyAtDouble>) => {
    const shopify = await shopifyAtDouble(...settings);
    open.push(shopify);
    return shopify;
  };
  afterEach(async () => {
    for (const shopify of open.splice(0)) await shopify.close();
  });
  const thrownBy = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  it('goes to the store’s own host with the token and the API version', async () => {
    expect(SHOPIFY.origin('some-shop.myshopify.com').href).toBe('https://some-shop.myshopify.com/');
    const { source, connection, requests } = await start();
    await source.connect(connection);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/admin/api/2026-10/graphql.json',
      headers: {
        'x-shopify-access-token': connection.secrets.accessToken,
        'content-type': 'application/json',
      },
    });
  });

  it('is not made to a host that is not Shopify’s', async () => {
    const { source, requests } = await start();
    for (const address of ['evil.example', 'https://127.0.0.1', 'a.myshopify.com.evil.example'])
      await expect(source.connect(memoryConnection(address, { accessToken: 'x' }))).rejects.toMatchObject({
        code: 'not_a_shop',
      });
    expect(requests).toEqual([]);
  });

  it.each([200, 429] as const)(
    'waits until the bucket has enough points, after status %d',
    async (status) => {
      const { double, source, connection, requests } = await start({
        throttledStatus: status,
        bucket: { size: 0, restoredPerSecond: 2_000 },
      });
      double.server.onRequest(() => {
        if (requests.length === 3) double.set({ bucket: { size: 1_000, restoredPerSecond: 2_000 } });
      });
      expect(await source.listOpen(connection, null)).toEqual({ externalIds: [], next: null });
      expect(requests).toHaveLength(3);
    },
  );

  it('leaves a longer wait to the caller, and says how long', async () => {
    const { source, connection } = await start({ bucket: { size: 0, restoredPerSecond: 1 } });
    const error = await thrownBy(source.listOpen(connection, null));
    expect(error).toBeInstanceOf(SourceUnavailableError);
    expect(error).toMatchObject({ retryAfterMs: 100_000 });
  });

  it('is repeated after 429 without a hint, and not before a Retry-After that is too long', async () => {
    const { double, source, connection, requests } = await start();
    double.set({ nextBadAnswers: ['limited', 'limited'] });
    expect(await source.listOpen(connection, null)).toEqual({ externalIds: [], next: null });
    expect(requests).toHaveLength(3);
    double.set({ nextBadAnswers: ['limited-for-2s'] });
    expect(await thrownBy(source.listOpen(connection, null))).toMatchObject({ retryAfterMs: 2_000 });
    expect(requests).toHaveLength(4);
  });

  it.each<ShopifyBadAnswer>(['error', 'bad-gateway', 'unavailable', 'html', 'huge'])(
    'is not repeated after: %s',
    async (badAnswer) => {
      const { double, source, connection, requests } = await start();
      double.set({ nextBadAnswers: [badAnswer] });
      await expect(source.listOpen(connection, null)).rejects.toThrow(SourceUnavailableError);
      expect(requests).toHaveLength(1);
    },
  );

  it.each([
    [401, 'credentials'],
    [402, 'permission'],
    [403, 'permission'],
    [404, 'not_found'],
    [302, 'not_found'],
  ])('that fails with %d is refused: %s', async (status, code) => {
    const { double, source, connection } = await start();
    double.server.answerNext({ call: 'POST /admin/api/*/graphql.json', status, body: { errors: 'No' } });
    await expect(source.listOpen(connection, null)).rejects.toMatchObject({ code });
  });

  it.each([
    ['no data', {}],
    ['an error that we do not know', { errors: [{ message: 'Odd', extensions: { code: 'ODD' } }] }],
    ['another shape', { data: { fulfillmentOrders: { nodes: {} } } }],
    ['an error beside the data', { data: { fulfillmentOrders: page([]) }, errors: [{ message: 'Half' }] }],
    ['a page without a cursor', { data: { fulfillmentOrders: page([], true) } }],
  ])('that is answered with %s is not an empty list', async (_, body) => {
    const { double, source, connection } = await start();
    double.server.answerNext({ call: 'POST /admin/api/*/graphql.json', status: 200, body });
    await expect(source.listOpen(connection, null)).rejects.toThrow(SourceUnavailableError);
  });

  it('that cannot connect is unavailable for reads and not sent for reports', async () => {
    const { double, source, connection } = await start();
    const order = await source.readOrder(connection, numberOf(double.addOrder().id));
    if (!order) throw new Error('No order');
    await double.server.close();
    await expect(source.readOrder(connection, order.externalId)).rejects.toThrow(SourceUnavailableError);
    open.splice(0);
    await expect(source.report(connection, makeParcel(order))).rejects.toThrow(NotSentError);
  });

  it('that is rate-limited reports nothing', async () => {
    const { double, source, connection } = await start();
    const order = await source.readOrder(connection, numberOf(double.addOrder().id));
    if (!order) throw new Error('No order');
    const isReport = (body: Buffer) => body.includes('mutation CreateFulfillment');
    double.server.onRequest(({ body }) => {
      if (isReport(body)) double.set({ badAnswer: 'limited-for-2s' });
    });
    await expect(source.report(connection, makeParcel(order))).rejects.toThrow(NotSentError);
    expect(double.records.fulfillments.size).toBe(0);
  });

  it('waits for a late answer, but not forever', async () => {
    const waits = { unknownMs: 5, mostMs: 1_000, answerMs: 20_000 };
    const late = await start({ faults: { slow: { share: 1, ms: 50 } } }, { waits });
    expect(await late.source.listOpen(late.connection, null)).toMatchObject({ externalIds: [] });
    const silent = await start({ faults: { neverAnswers: 1 } }, { waits: { ...waits, answerMs: 50 } });
    await expect(silent.source.listOpen(silent.connection, null)).rejects.toThrow(SourceUnavailableError);
  });

  it('logs once that Shopify retired our API version', async () => {
    const { source, connection, logText } = await start({ apiVersion: '2027-01' });
    await source.listOpen(connection, null);
    await source.listOpen(connection, null);
    expect(logText().match(/shopify.api_version_retired/g)).toHaveLength(1);
  });
});

function page(nodes: object[], hasNextPage = false) {
  return { pageInfo: { hasNextPage, endCursor: null }, nodes };
}
