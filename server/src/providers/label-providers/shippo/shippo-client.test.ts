import { afterEach, describe, expect, it } from 'vitest';
import { type ShippoAtDouble, shippoAtDouble } from '../../../../test/shippo-at-double.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { createLog } from '../../../platform/log.ts';
import type { CallBudget, CallLimit } from '../../../platform/outgoing/call-budget.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { callBudget } from '../../../provider-stores/call-budget.store.ts';
import { ShippoAccountError } from './shippo-client.ts';
import { limitOf } from './shippo-limits.ts';

const open: ShippoAtDouble[] = [];
const start = async (...settings: Parameters<typeof shippoAtDouble>) => {
  const shippo = await shippoAtDouble(...settings);
  open.push(shippo);
  return shippo;
};
afterEach(async () => {
  for (const shippo of open.splice(0)) await shippo.close();
});

const ORDER = { rate: 'a-rate', label_file_type: 'PDF_4x6', async: false, metadata: 'lading 1' };
const ADDRESS = {
  street1: '965 Mission St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94103',
  country: 'US',
};
const answers = (call: string, ...statuses: number[]) =>
  statuses.map((status) => ({ call, status, headers: { 'retry-after': '0' }, body: 'Busy' }));

describe('a call to Shippo', () => {
  it('sends the API key and the API version', async () => {
    const { client, requests } = await start();
    await client.createAddress(ADDRESS);
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'ShippoToken shippo_test_key_of_this_test',
      'shippo-api-version': '2018-02-08',
      'content-type': 'application/json',
    });
  });

  it.each([429, 500, 503, 408, 302])('without side effects is retried after %d', async (status) => {
    const { client, double, calls } = await start();
    double.server.answerNext(...answers('POST /addresses', status, status));
    expect(await client.createAddress(ADDRESS)).toMatchObject({ ok: true, value: { zip: '94103' } });
    expect(calls()).toHaveLength(3);
  });

  it('without side effects is retried after a lost connection', async () => {
    const { client, double, calls } = await start();
    double.server.faults = { ...double.server.faults, losesAnswers: 1 };
    await expect(client.createAddress(ADDRESS)).rejects.toThrow(/did not answer as expected/);
    expect(calls()).toHaveLength(3);
  });

  it('fails after three attempts', async () => {
    const { client, double, calls } = await start();
    double.server.answerNext(...answers('GET /tracks/usps/*', 500, 500, 500));
    await expect(client.track('usps', '9400')).rejects.toThrow('Shippo answered with status 500');
    expect(calls()).toHaveLength(3);
  });

  it('does not wait for a long Retry-After', async () => {
    const { client, double, calls } = await start();
    const headers = { 'retry-after': '10' };
    double.server.answerNext({ call: 'POST /addresses', status: 429, headers, body: 'Busy' });
    await expect(client.createAddress(ADDRESS)).rejects.toThrow(NotSentError);
    expect(calls()).toHaveLength(1);
  });

  it.each([400, 404, 409, 422])('that is refused with %d is not retried', async (status) => {
    const { client, double, calls } = await start();
    double.server.answerNext({ call: 'POST /addresses', status, body: { detail: 'No such place' } });
    expect(await client.createAddress(ADDRESS)).toEqual({ ok: false, status, text: 'No such place.' });
    expect(calls()).toHaveLength(1);
  });

  it.each([401, 403])('that fails with %d throws an account error', async (status) => {
    const { client, double } = await start();
    double.server.answerNext({ call: 'POST /addresses', status, body: { detail: 'Token does not exist' } });
    await expect(client.createAddress(ADDRESS)).rejects.toThrow(ShippoAccountError);
  });

  it('fails when the answer is not JSON', async () => {
    const { client, double } = await start();
    double.server.answerNext({ call: 'POST /addresses', status: 201, body: '<html>Sorry</html>' });
    await expect(client.createAddress(ADDRESS)).rejects.toThrow(/POST \/addresses .*unknown format/);
  });

  it('leaves neither the API key nor the answer in the log', async () => {
    const { client, double, logText } = await start();
    const body = { detail: `Bad <script>alert(1)</script> ${'x'.repeat(5000)}`, secret: 'inside' };
    double.server.answerNext({ call: 'GET /tracks/usps/*', status: 400, body });
    await client.track('usps', '9400112345600000000124');
    expect(logText()).toContain('"call":"GET /tracks","status":400');
    expect(logText()).not.toMatch(/<script>|x{1000}|key_of_this_test|9400112345600000000124/);
  });
});

describe('an order', () => {
  it.each([
    ['Shippo limits the rate', 429, NotSentError],
    ['the outcome is unknown', 500, /status 500/],
    ['Shippo redirects it', 307, /status 307/],
  ])('is sent once when %s', async (_what, status, error) => {
    const { client, double, calls } = await start();
    double.server.answerNext(...answers('POST /transactions', status));
    await expect(client.createTransaction(ORDER)).rejects.toThrow(error);
    expect(calls()).toEqual(['POST /transactions']);
  });

  it('is sent once when the answer is lost, and is not reported as never sent', async () => {
    const { client, double, calls } = await start();
    double.server.faults = { ...double.server.faults, losesAnswers: 1 };
    const error = await client.createTransaction(ORDER).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NotSentError);
    expect(calls()).toHaveLength(1);
  });

  it('is reported as never sent when the connection is refused', async () => {
    const { client, double } = await start();
    await double.close();
    open.splice(0);
    await expect(client.createTransaction(ORDER)).rejects.toThrow(NotSentError);
  });

  it('is reported as never sent when the call budget is not available', async () => {
    const budget: CallBudget = {
      take: async () => {
        throw new Error('The database is down');
      },
    };
    const { client, calls } = await start({ budget });
    await expect(client.createTransaction(ORDER)).rejects.toThrow(NotSentError);
    expect(calls()).toEqual([]);
  });

  it('is not sent during an outage until the cooldown ends', async () => {
    const { client, double, calls, clock } = await start();
    double.server.answerNext(...answers('POST /transactions', 500, 500, 500, 500, 500));
    for (let times = 0; times < 5; times += 1) await client.createTransaction(ORDER).catch(() => {});
    await expect(client.createTransaction(ORDER)).rejects.toThrow(NotSentError);
    expect(calls()).toHaveLength(5);
    clock.advance(11_000);
    expect(await client.createTransaction(ORDER)).toMatchObject({ ok: false, status: 400 });
  });

  it('does not count a rate limit as a failure of Shippo', async () => {
    const { client, double, calls } = await start();
    double.server.answerNext(...answers('POST /transactions', ...Array<number>(20).fill(429)));
    for (let times = 0; times < 20; times += 1) await client.createTransaction(ORDER).catch(() => {});
    expect(await client.createTransaction(ORDER)).toMatchObject({ ok: false, status: 400 });
    expect(calls()).toHaveLength(21);
  });
});

describe("Shippo's limits", () => {
  it.each([
    ['post', 500, 50],
    ['purchase', 500, 50],
    ['get', 4000, 400],
    ['list', 50, 10],
    ['tracks', 500, 50],
  ] as const)('leave a reserve for %s: live %d, test %d', (kind, live, test) => {
    const most = ({ perMinute, burst }: CallLimit) => perMinute + burst;
    expect(most(limitOf(kind, true))).toBeLessThanOrEqual(0.9 * live);
    expect(most(limitOf(kind, false))).toBeLessThanOrEqual(0.9 * test);
  });

  it('apply to all writes together', () => {
    const most = (live: boolean) =>
      (['post', 'purchase'] as const)
        .map((kind) => limitOf(kind, live))
        .reduce((sum, { perMinute, burst }) => sum + perMinute + burst, 0);
    expect([most(true), most(false)]).toEqual([450, 45]);
  });

  it('scale with a custom write limit', () => {
    expect(limitOf('list', true, 2000).perMinute).toBe(162);
    expect(limitOf('purchase', false, 1).perMinute).toBe(1);
  });

  it('are shared by all processes, separately for each kind', async () => {
    const taken: string[] = [];
    const budget: CallBudget = { take: async (kind) => void taken.push(kind) };
    const { client } = await start({ budget });
    await client.createAddress(ADDRESS);
    await client.createTransaction(ORDER);
    await client.transaction('t');
    await client.transactions(1);
    await client.refunds();
    await client.track('usps', '9400');
    expect(taken).toEqual([
      'shippo:post',
      'shippo:purchase',
      'shippo:get',
      'shippo:list',
      'shippo:list',
      'shippo:tracks',
    ]);
  });

  it('are never exceeded, as counted by the double', async () => {
    const database = await createTestDatabase();
    const { db, close } = openDatabase(database.appUrl, createLog('silent'));
    const limits = { post: 45, getTracks: 45 };
    const one = await start({ budget: callBudget(db), double: { limits } });
    const tracked = await Promise.allSettled(
      Array.from({ length: 200 }, () => one.client.track('usps', '9400')),
    );
    const bought = await Promise.allSettled(
      Array.from({ length: 100 }, () => one.client.createTransaction(ORDER)),
    );
    expect(one.double.server.journal.filter(({ kind }) => kind === 'throttled')).toEqual([]);
    const refused = [...tracked, ...bought].filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(200);
    for (const outcome of refused)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(NotSentError);
    await close();
    await database.drop();
  });
});
