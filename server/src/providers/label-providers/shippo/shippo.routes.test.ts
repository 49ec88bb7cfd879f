import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts';
import { type ShippoDouble, startShippoDouble } from '../../../../test/doubles/shippo-double.ts';
import { boughtLabel, call, makeShop } from '../../../../test/shipping.ts';
import { findViolations } from '../../../domains/reconciliation/invariants.store.ts';
import { minutes } from '../../../platform/clock.ts';
import { sweep } from '../../../sweep.ts';

const TOKEN = 'a-token-that-only-shippo-knows';

let double: ShippoDouble;
let test: TestApp;
const settings = () => ({
  CARRIER_PROVIDER: 'shippo',
  SHIPPO_API_KEY: 'shippo_test_of_routes',
  SHIPPO_BASE_URL: double.url,
  SHIPPO_LABEL_HOSTS: new URL(double.url).host,
  SHIPPO_CALLS_PER_MINUTE: '60000',
});
beforeAll(async () => {
  double = await startShippoDouble();
  test = await buildTestApp({ ...settings(), SHIPPO_WEBHOOK_TOKEN: TOKEN });
});
afterAll(async () => {
  await test.close();
  await double.close();
});

const postWebhook = (body: unknown, token = TOKEN) =>
  test.inject({
    method: 'POST',
    url: `/api/webhooks/shippo/${token}`,
    headers: { 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
const sellLabel = async () => (await boughtLabel(test, await makeShop(test))).trackingNumber ?? '';
const tracksAsked = () => double.server.calls.get('GET /tracks/usps/*') ?? 0;
const stateOf = async (trackingNumber: string) =>
  (
    await test.deps.db
      .selectFrom('shipments')
      .select('state')
      .where('tracking_number', '=', trackingNumber)
      .executeTakeFirstOrThrow()
  ).state;
const updated = (tracking_number: string, status: string) => ({
  event: 'track_updated',
  test: true,
  data: { carrier: 'usps', tracking_number, tracking_status: { status } },
});

describe('a label bought through Shippo', () => {
  it('has the document of Shippo, and correct shipment and ledger records', async () => {
    const shop = await makeShop(test);
    const { labelUrl, transactionId } = await boughtLabel(test, shop);
    const file = await test.inject({ url: labelUrl ?? '' });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    const shown = await call(test, shop, 'GET', API.transaction.replace(':id', transactionId));
    expect(shown.statusCode, shown.body).toBe(200);
    const scope = { now: test.clock.now(), maxInProgressMs: minutes(45), since: null };
    expect(await findViolations(test.deps.db, scope)).toEqual([]);
  });
});

describe('Shippo webhook events', () => {
  it.each(['another-token-of-the-same-len', 'short', '%00', `${TOKEN}x`])(
    'with %s in the path are refused before they are parsed (WH08)',
    async (token) => {
      const answer = await postWebhook('{ not JSON', token);
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'NOT_AUTHENTICATED']);
    },
  );

  it('trigger a tracking lookup, and their own status is not trusted', async () => {
    const trackingNumber = await sellLabel();
    await double.move(trackingNumber, 'TRANSIT');
    const answer = await postWebhook(updated(trackingNumber, 'DELIVERED'));
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    await sweep(test.deps);
    expect(await stateOf(trackingNumber)).toBe('in_transit');
  });

  it('that arrive late do not reset the status (WH09)', async () => {
    const trackingNumber = await sellLabel();
    await double.move(trackingNumber, 'DELIVERED');
    await postWebhook(updated(trackingNumber, 'DELIVERED'));
    await sweep(test.deps);
    await double.move(trackingNumber, 'TRANSIT');
    await postWebhook(updated(trackingNumber, 'TRANSIT'));
    await sweep(test.deps);
    expect(await stateOf(trackingNumber)).toBe('delivered');
  });

  it('in large numbers cause one lookup (WH07)', async () => {
    const trackingNumber = await sellLabel();
    await sweep(test.deps);
    const before = tracksAsked();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => postWebhook(updated(trackingNumber, 'TRANSIT'))),
    );
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    await sweep(test.deps);
    expect(tracksAsked() - before).toBe(1);
  });

  it.each([
    ['a parcel that is not ours', updated('9400100000000000000000', 'DELIVERED')],
    [
      'an unsupported carrier',
      { event: 'track_updated', data: { carrier: 'ontrac', tracking_number: 'C1' } },
    ],
    ['a parcel without a tracking number', { event: 'track_updated', data: {} }],
    ['nothing', { event: 'track_updated' }],
    ['a transaction', { event: 'transaction_updated', data: { object_id: 't', status: 'SUCCESS' } }],
    ['a batch', { event: 'batch_purchased', data: {} }],
    ['something new', { event: 'manifest_created', data: { a: [1, 2] } }],
  ])('for %s are accepted and change nothing', async (_what, body) => {
    const before = [...double.server.calls];
    expect((await postWebhook(body)).statusCode).toBe(200);
    expect([...double.server.calls]).toEqual(before);
  });

  it.each([
    ['not JSON', '{ this', 400],
    ['not an object', '[]', 400],
    ['without an event', '{}', 400],
    ['too large', JSON.stringify({ event: 'track_updated', data: 'x'.repeat(300_000) }), 413],
  ])('that are %s are refused (WH02)', async (_what, body, status) => {
    expect((await postWebhook(body)).statusCode).toBe(status);
  });

  it('do not leak the secret in their path to the log or the API description', async () => {
    await postWebhook(updated('9400100000000000000000', 'DELIVERED'));
    expect(test.logText()).toContain('/api/webhooks/shippo/:token');
    expect(test.logText()).not.toContain(TOKEN);
    expect(test.logText()).not.toContain('shippo_test_of_routes');
    expect((await test.inject({ url: API.openapi })).body).not.toContain('webhooks/shippo');
  });

  it('get 404 when no webhook secret is configured', async () => {
    const withoutWebhooks = await buildTestApp(settings());
    const answer = await withoutWebhooks.inject({
      method: 'POST',
      url: `/api/webhooks/shippo/${TOKEN}`,
      payload: {},
    });
    expect(answer.statusCode).toBe(404);
    await withoutWebhooks.close();
  });
});
