import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { createLog } from '../src/platform/log.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { onServer, prepareTemplate } from './database-server.ts';
import { makeOperator } from './operator.ts';
import { aShipment, boughtLabel, call, expectConsistentLedger, makeShop, type Shop } from './shipping.ts';
import { startStandby } from './standby.ts';
import { startUnresponsiveProxy, type UnresponsiveProxy } from './unresponsive-proxy.ts';

const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'lading-read-only-'));
const primaryDir = join(folder, 'primary');
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;

beforeAll(async () => {
  primary = await startEmbeddedPostgres(primaryDir, log);
  await primary.ensureDatabase('lading');
  await prepareTemplate(primary.url('lading'));
  standby = await startStandby(primary, join(folder, 'standby'), log);
}, 180_000);
afterAll(async () => {
  await standby?.stop();
  await primary?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const stopPrimary = () => primary.stop();
const startPrimary = async () => {
  primary = await startEmbeddedPostgres(primaryDir, log);
};

/** Calls the API like the web application, and returns the visible parts of the answer. */
const ask = async (test: TestApp, shop: Shop, method: 'GET' | 'POST', url: string, payload?: object) => {
  const { statusCode, headers, body } = await call(test, shop, method, url, payload);
  return {
    status: statusCode,
    again: headers['retry-after'],
    error: body.startsWith('{') ? JSON.parse(body).error : undefined,
  };
};
const readiness = async (test: TestApp) => {
  const answer = await test.inject({ method: 'GET', url: '/readyz' });
  return [answer.statusCode, answer.json().status];
};
const becomes = (what: () => Promise<unknown>, expected: unknown) =>
  vi.waitFor(async () => expect(await what()).toEqual(expected), { timeout: 20_000, interval: 100 });

const REFUSED = { status: 503, again: '5', error: 'READ_ONLY' };
const AWAY = { status: 503, again: '5', error: 'NOT_READY' };

describe('with a replica, while the primary is down', { shuffle: false }, () => {
  let test: TestApp;
  let shop: Shop;
  let admin: Shop;
  let label: string;
  const rates = () => ask(test, shop, 'POST', API.rates, aShipment());
  const labelFile = () => API.labelFile.replace(':id', label);

  beforeAll(async () => {
    test = await buildTestApp({
      DATABASE_URL: primary.url('lading', 'app'),
      DATABASE_REPLICA_URL: standby.url('lading', 'app'),
    });
    shop = await makeShop(test);
    admin = await makeOperator(test);
    label = (await boughtLabel(test, shop)).transactionId;
    const replica = new pg.Client({ connectionString: standby.url('lading', 'app') });
    await replica.connect();
    await becomes(
      async () =>
        (await replica.query('SELECT FROM shipment_labels WHERE shipment_id = $1', [label])).rowCount,
      1,
    );
    await replica.end();
    test.clock.advance(120_000);
    await stopPrimary();
  }, 120_000);
  afterAll(() => test.close());

  it('reads work', async () => {
    // A connection that has not noticed the stop yet fails one request.
    await becomes(async () => (await call(test, shop, 'GET', API.verify)).statusCode, 200);
    for (const url of [API.verify, API.history, API.profile, labelFile(), `${API.mergedLabels}?ids=${label}`])
      expect([url, (await call(test, shop, 'GET', url)).statusCode]).toEqual([url, 200]);
    await becomes(() => readiness(test), [200, 'read-only']);
  });

  it('everything else is refused before it starts, with the read-only message', async () => {
    await becomes(rates, REFUSED);
    const answer = await call(test, shop, 'POST', API.rates, aShipment());
    expect(answer.json().message).toBe(
      'Lading is temporarily read-only. Nothing was changed. Please try again in a minute.',
    );
    expect((await test.inject({ method: 'POST', url: API.login, payload: {} })).statusCode).toBe(503);
  });

  it('data that needs an audit record is not shown to admins', async () => {
    expect(await ask(test, admin, 'GET', labelFile())).toEqual(REFUSED);
  });

  it('many callers get answers, and none waits for a connection', async () => {
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, turn) =>
        turn % 2 === 0 ? rates() : ask(test, shop, 'GET', API.history),
      ),
    );
    expect(new Set(asked.map(({ status, error }) => `${status} ${error}`))).toEqual(
      new Set(['503 READ_ONLY', '200 undefined']),
    );
    expect(test.deps.poolState()).toMatchObject({ waiting: 0 });
    expect((await test.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
  });

  it('everything works again when the primary is back, without a restart', async () => {
    await startPrimary();
    await becomes(() => readiness(test), [200, 'ready']);
    await boughtLabel(test, shop);
    expect((await call(test, admin, 'GET', labelFile())).statusCode).toBe(200);
    await expectConsistentLedger(test);
  });
});

describe('without a replica', () => {
  let test: TestApp;
  let shop: Shop;
  const rates = () => ask(test, shop, 'POST', API.rates, aShipment());
  const history = () => ask(test, shop, 'GET', API.history);
  beforeAll(async () => {
    test = await buildTestApp({ DATABASE_URL: primary.url('lading', 'app') });
    shop = await makeShop(test);
  }, 120_000);
  afterAll(() => test.close());

  it('every call gets an immediate error that asks for a retry until the primary is back', async () => {
    await stopPrimary();
    expect(await history()).toEqual(AWAY);
    expect(await rates()).toEqual(AWAY);
    const crowd = await Promise.all(Array.from({ length: 60 }, history));
    expect(crowd).toEqual(crowd.map(() => AWAY));
    expect((await test.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(503);
    expect((await test.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
    await startPrimary();
    await becomes(rates, { status: 200, again: undefined, error: undefined });
    expect((await history()).status).toBe(200);
  });

  it('a read-only primary is still used for reads', async () => {
    const setReadOnly = (onOff: string) =>
      onServer(primary.url('lading'), `ALTER DATABASE lading SET default_transaction_read_only = ${onOff}`);
    const cutAll = () =>
      onServer(
        primary.url('postgres', 'superuser'),
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lading'",
      );
    await setReadOnly('on');
    await cutAll();
    await becomes(rates, REFUSED);
    expect((await history()).status).toBe(200);
    expect((await ask(test, shop, 'GET', API.verify)).status).toBe(200);
    expect(await readiness(test)).toEqual([200, 'read-only']);
    await onServer(
      primary.url('postgres', 'superuser'),
      'ALTER DATABASE lading SET default_transaction_read_only = off',
    );
    await cutAll();
    await becomes(rates, { status: 200, again: undefined, error: undefined });
    expect(await readiness(test)).toEqual([200, 'ready']);
  });

  it('a lost connection fails only one request', async () => {
    await onServer(
      primary.url('postgres', 'superuser'),
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lading'",
    );
    await becomes(rates, { status: 200, again: undefined, error: undefined });
    expect(test.deps.databaseMode()).toBe('ready');
  });
});

describe('while the primary does not respond', () => {
  let proxy: UnresponsiveProxy;
  let test: TestApp;
  let shop: Shop;
  const rates = () => ask(test, shop, 'POST', API.rates, aShipment());
  beforeAll(async () => {
    proxy = await startUnresponsiveProxy(primary.url('lading', 'app'));
    test = await buildTestApp({
      DATABASE_URL: proxy.url,
      DATABASE_REPLICA_URL: standby.url('lading', 'app'),
      LADING_FAST_TIMINGS: 'on',
    });
    shop = await makeShop(test);
  }, 120_000);
  afterAll(async () => {
    await test.close();
    await proxy.close();
  }, 120_000);

  it('waiting requests get an error, later requests do not wait, and everything works again afterward', async () => {
    proxy.stopResponding();
    expect(await rates()).toEqual(AWAY);
    expect(await rates()).toEqual(REFUSED);
    expect(await readiness(test)).toEqual([200, 'read-only']);
    proxy.resume();
    await becomes(() => readiness(test), [200, 'ready']);
    const crowd = await Promise.all(Array.from({ length: 20 }, rates));
    expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
