import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch } from '@lading/contract/bulk.ts';
import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAST_TIMINGS } from '../src/timings.ts';
import { BatchListener } from './batch-listener.ts';
import { BulkCustomer, rowToShip } from './bulk-customer.ts';
import { RestartableProcess } from './restartable-process.ts';
import { runLading } from './run-lading.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const METRICS_TOKEN = 'a token for figures';
const ROWS = 30;
const EMAIL = 'nodes@buys.example';
/** Longer than any test. */
const ENDLESS_DRAIN_SECONDS = '600';

let database: TestDatabase;
let dataDir: string;
let one: RestartableProcess;
let two: RestartableProcess;
let worker: RestartableProcess;
let customer: BulkCustomer;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'lading-nodes-'));
  const env = { METRICS_TOKEN };
  const server = (drainSeconds: string) =>
    new RestartableProcess(dataDir, database.ownerUrl, {
      role: 'server',
      env: { ...env, DRAIN_SECONDS: drainSeconds },
    });
  one = server(ENDLESS_DRAIN_SECONDS);
  two = server('3');
  worker = new RestartableProcess(dataDir, database.ownerUrl, { role: 'worker', env });
  await Promise.all([one.start(), two.start()]);
  customer = new BulkCustomer(one.address, { name: 'nodes', lookAgainMs: 100 });
  await customer.signUp();
  const login = await post(one, API.login, { email: EMAIL, password: 'a long password' });
  ({ token } = (await login.json()) as { token: string });
}, 120_000);
afterAll(async () => {
  await Promise.all([one, two, worker].map((lading) => lading.end('SIGINT')));
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** An unverified address gets three emails an hour, so the receipt might not be sent. */
async function verifyEmail(): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [EMAIL]);
  await owner.end();
}

async function post(lading: RestartableProcess, path: string, body: object): Promise<Response> {
  return fetch(`${await lading.address()}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
const statusOf = async (lading: RestartableProcess, path: string) =>
  (await fetch(`${await lading.address()}${path}`)).status;

async function figure(lading: RestartableProcess, name: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${await lading.address()}/metrics`, { headers })).text();
  return new RegExp(`^lading_${name} (.*)$`, 'm').exec(text)?.[1];
}

async function listen(lading: RestartableProcess, lastEventId?: string): Promise<BatchListener> {
  const listener = new BatchListener();
  const path = API.batchEvents.replace(':id', customer.batchId);
  await listener.open(`${await lading.address()}${path}`, token, lastEventId);
  return listener;
}

function outbox(): string[] {
  try {
    return readdirSync(join(dataDir, 'outbox'));
  } catch {
    return [];
  }
}

/** Starting a process takes seconds, so each test continues with the processes that the previous test left running. */
describe('several processes', { shuffle: false }, () => {
  describe('a separate server or worker', () => {
    it.each(['server', 'worker'] as const)('needs its own database (%s)', async (role) => {
      await expect(runLading(dataDir, {}, role)).rejects.toThrow(
        `Lading did not start: A separate ${role} needs DATABASE_URL: the embedded database serves a single process.`,
      );
    });

    it('leaves work to the worker: without one, nothing is lost or processed, and a metric shows it', async () => {
      await customer.upload(Array.from({ length: ROWS }, (_, index) => rowToShip(index + 1)));
      await post(one, API.forgotPassword, { email: EMAIL });
      // As long as several sweeps of a worker.
      await sleep(3 * FAST_TIMINGS.sweepEveryMs);
      expect((await customer.batch()).work).toMatchObject({ what: 'addresses', done: 0, total: ROWS });
      expect(outbox()).toEqual([]);
      expect(await figure(one, 'sweep_age_seconds')).toBe('+Inf');

      await worker.start();
      await customer.waitForAddresses();
      // Signing up and resetting the password send one each.
      await expect.poll(outbox, { timeout: 20_000 }).toHaveLength(2);
      await verifyEmail();
      await expect
        .poll(async () => Number(await figure(one, 'sweep_age_seconds')), { timeout: 20_000 })
        .toBeLessThan(60);
    }, 180_000);

    it('answers only health checks and metrics as a worker', async () => {
      expect([await statusOf(worker, '/healthz'), await statusOf(worker, '/readyz')]).toEqual([200, 200]);
      expect(await figure(worker, 'open_incidents')).toBe('0');
      for (const path of ['/', '/config.json', API.runtimeConfig, '/api/docs'])
        expect(await statusOf(worker, path), path).toBe(404);
      expect((await post(worker, API.login, { email: EMAIL, password: 'a long password' })).status).toBe(404);
    });
  });

  describe('a listener at one process', () => {
    it('gets the events of other processes, and loses none when that process stops', async () => {
      const listener = await listen(two);
      await customer.getRates();
      const countOf = (batch: Batch | undefined, status: keyof Batch['counts']) => batch?.counts[status];
      await expect
        .poll(() => countOf(listener.batches.at(-1), 'rate_selected'), { timeout: 20_000 })
        .toBe(ROWS);

      // While the worker buys the labels that the first server was asked for.
      const leaving = two.end('SIGTERM');
      await customer.pay();
      await customer.waitForLabels();
      expect(await leaving).toBe(0);
      await listener.ended;
      const again = await listen(one, listener.lastId);
      const heard = () =>
        new Map([...listener.view, ...again.view].filter(([, [status]]) => status === 'label_generated'));
      await expect.poll(() => heard().size, { timeout: 20_000 }).toBe(ROWS);
      await again.leave();
    }, 180_000);
  });

  it('send the receipt of a payment from the worker', async () => {
    const receipts = () => outbox().filter((file) => file.includes('-receipt-'));
    await expect.poll(receipts, { timeout: 20_000 }).toHaveLength(1);
  });

  describe('a server that gets a stop signal', () => {
    it('reports that it is not ready, keeps answering during the drain time, and exits with code 0', async () => {
      const { url } = one;
      const ask = async (path: string) => (await fetch(`${url}${path}`)).status;
      one.signal('SIGTERM');
      await expect.poll(() => ask('/readyz'), { interval: 20 }).toBe(503);
      expect([await ask('/healthz'), await ask(API.runtimeConfig)]).toEqual([200, 200]);
      // A second signal ends the drain time.
      expect(await one.end('SIGTERM')).toBe(0);
      await expect(ask('/healthz')).rejects.toThrow('fetch failed');
    });

    it('does not wait for the load balancer on Ctrl-C', async () => {
      await one.start();
      expect(await one.end('SIGINT')).toBe(0);
    });
  });
});
