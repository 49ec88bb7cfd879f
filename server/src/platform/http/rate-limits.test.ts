import { Writable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onServer } from '../../../test/database-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type OpenDatabase, openDatabase } from '../db/database.ts';
import { createLog } from '../log.ts';
import { createServer } from './create-server.ts';
import { installErrorAnswers } from './error-answers.ts';
import { Metrics } from './metrics.ts';
import { installGeneralLimit, LIMITS, RateLimits } from './rate-limits.ts';
import { deleteExpiredCounts } from './request-counts.store.ts';

interface Node {
  app: FastifyInstance;
  database: OpenDatabase;
}

const MAX_LOGINS = 5;
const MAX_RATES = 200;
const PROVIDER_CALLS = 30;
const lines: string[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});
const log = createLog('warn', sink);
let database: TestDatabase;
let nodes: [Node, Node];

async function startNode(): Promise<Node> {
  const open = openDatabase(database.appUrl, log, 4);
  const app = createServer(log, new Metrics(), ['127.0.0.1']);
  installErrorAnswers(app);
  const limits = new RateLimits(open.db, log, PROVIDER_CALLS);
  installGeneralLimit(app, limits);
  app.get('/api/read', async () => 'read');
  const limited = (path: string) => ({
    config: { ownLimit: true },
    onRequest: limits.byAddress({ max: MAX_LOGINS, timeWindow: '1 minute' }, `POST ${path}`),
  });
  app.post('/api/login', limited('/api/login'), async () => 'in');
  app.post('/api/reset', limited('/api/reset'), async () => 'sent');
  const accountOf = (request: FastifyRequest) => String(request.headers['x-account']);
  const perAccount = { max: MAX_RATES, timeWindow: '1 minute', perAccount: true } as const;
  app.post(
    '/api/rates',
    { onRequest: limits.byAccount(perAccount, 'POST /api/rates', accountOf) },
    async () => 'rates',
  );
  const provider = { ...perAccount, name: 'label provider', sharedProvider: true } as const;
  for (const path of ['/api/quotes', '/api/checks'])
    app.post(path, { onRequest: limits.byAccount(provider, `POST ${path}`, accountOf) }, async () => 'done');
  await app.ready();
  return { app, database: open };
}

beforeEach(async () => {
  lines.length = 0;
  database = await createTestDatabase();
  nodes = [await startNode(), await startNode()];
});
afterEach(async () => {
  for (const { app, database: open } of nodes) {
    await app.close();
    await open.close();
  }
  await database.drop();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const post = async ({ app }: Node, url: string, address = '192.0.2.1') =>
  (await app.inject({ method: 'POST', url, headers: from(address) })).statusCode;
const read = ({ app }: Node, address = '192.0.2.1') =>
  app.inject({ url: '/api/read', headers: from(address) });
const countRows = async ({ database: { db } }: Node) => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM request_counts`.execute(db);
  return rows[0]?.n;
};

describe('rate limits of two processes on one database', () => {
  it('count an expensive route exactly across processes', async () => {
    const [one, other] = nodes;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => post(at % 2 === 0 ? one : other, '/api/login')),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(MAX_LOGINS);
    expect(answers.filter((status) => status === 429)).toHaveLength(12 - MAX_LOGINS);
  });

  it('count each route and each caller separately', async () => {
    const [one, other] = nodes;
    for (let at = 0; at < MAX_LOGINS; at += 1) await post(one, '/api/login');
    expect(await post(other, '/api/login')).toBe(429);
    expect(await post(other, '/api/reset')).toBe(200);
    expect(await post(other, '/api/login', '192.0.2.2')).toBe(200);
  });

  it('leave one account half of what the label provider answers, on all routes together', async () => {
    const ask = (url: string, account: string) =>
      nodes[0].app.inject({ method: 'POST', url, headers: { ...from('192.0.2.1'), 'x-account': account } });
    for (let at = 0; at < PROVIDER_CALLS / 2; at += 1)
      expect((await ask(at % 2 === 0 ? '/api/quotes' : '/api/checks', 'busy')).statusCode).toBe(200);
    expect((await ask('/api/quotes', 'busy')).statusCode).toBe(429);
    expect((await ask('/api/checks', 'busy')).statusCode).toBe(429);
    expect((await ask('/api/quotes', 'other')).statusCode).toBe(200);
  });

  it('restart when the window ends', async () => {
    const [one, other] = nodes;
    for (let at = 0; at < MAX_LOGINS; at += 1) await post(one, '/api/login');
    await sql`UPDATE request_counts SET ends_at = now() - interval '1 second'`.execute(one.database.db);
    expect(await post(other, '/api/login')).toBe(200);
  });

  it('do not query the database about a caller over the limit, and say when to retry', async () => {
    const [one] = nodes;
    for (let at = 0; at <= MAX_LOGINS; at += 1) await post(one, '/api/login');
    await sql`DELETE FROM request_counts`.execute(one.database.db);
    const refused = await one.app.inject({ method: 'POST', url: '/api/login', headers: from('192.0.2.1') });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
    expect(await countRows(one)).toBe(0);
  });

  it('make an unknown caller over the limit wait longer for each refusal', async () => {
    const [one] = nodes;
    for (let at = 0; at < MAX_LOGINS + 6; at += 1) await post(one, '/api/login');
    const order: number[] = [];
    const refused = post(one, '/api/login').then((status) => order.push(status));
    for (let at = 0; at < 5; at += 1) order.push((await read(one)).statusCode);
    await refused;
    expect(order).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('share the general limit, without a query for callers far below it', async () => {
    const [one, other] = nodes;
    const share = LIMITS.general.max / 20;
    for (let at = 1; at < share; at += 1) await read(one, '192.0.2.9');
    const half = LIMITS.general.max / 2 + 1;
    for (const node of nodes) for (let at = 0; at < half; at += 1) await read(node);
    await vi.waitFor(
      async () => {
        expect((await read(one)).statusCode).toBe(429);
        expect((await read(other)).statusCode).toBe(429);
      },
      { timeout: 30_000, interval: 300 },
    );
    expect((await read(other, '192.0.2.9')).statusCode).toBe(200);
    const unknownPath = await one.app.inject({ url: '/api/unknown', headers: from('192.0.2.1') });
    expect(unknownPath.statusCode).toBe(429);
    expect(await countRows(one)).toBe(1);
  });

  it('work per process while counts cannot be stored, which is logged, and are shared again afterward', async () => {
    const [one, other] = nodes;
    const { db } = one.database;
    await onServer(database.ownerUrl, 'ALTER TABLE request_counts RENAME TO away');
    for (let at = 0; at < MAX_LOGINS; at += 1) expect(await post(one, '/api/login')).toBe(200);
    expect(await post(one, '/api/login')).toBe(429);
    for (let at = 0; at < 100; at += 1) expect((await read(other)).statusCode).toBe(200);
    // One line for each process.
    await expect
      .poll(() => lines.filter((line) => line.includes('"rate_limits.not_shared"')))
      .toHaveLength(2);
    await onServer(database.ownerUrl, 'ALTER TABLE away RENAME TO request_counts');
    await read(other);
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ hits: number }>`SELECT hits FROM request_counts`.execute(db);
        expect(rows).toEqual([{ hits: 101 }]);
      },
      { timeout: 30_000 },
    );
  });

  it('count an account by its id, whatever addresses and processes its calls reach (RX06)', async () => {
    const [one, other] = nodes;
    let calls = 0;
    const rates = async (node: Node, account: string) => {
      calls += 1;
      const headers = { ...from(`198.51.${calls >> 8}.${calls & 255}`), 'x-account': account };
      return node.app.inject({ method: 'POST', url: '/api/rates', headers });
    };
    for (let at = 0; at < MAX_RATES; at += 1) expect((await rates(one, 'ada')).statusCode).toBe(200);
    const refused = await rates(one, 'ada');
    expect(refused.json()).toMatchObject({ error: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    for (let at = 0; at < MAX_RATES / 20; at += 1) await rates(other, 'ada');
    await vi.waitFor(async () => expect((await rates(other, 'ada')).statusCode).toBe(429), {
      timeout: 30_000,
      interval: 300,
    });
    expect((await rates(other, 'bea')).statusCode).toBe(200);
  });

  it('delete expired windows', async () => {
    const [one] = nodes;
    await post(one, '/api/login');
    await post(one, '/api/login', '192.0.2.2');
    await sql`UPDATE request_counts SET ends_at = now() - interval '1 second' WHERE key LIKE '%.2'`.execute(
      one.database.db,
    );
    await deleteExpiredCounts(one.database.db);
    expect(await countRows(one)).toBe(1);
  });
});
