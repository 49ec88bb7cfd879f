import type { AddressInfo } from 'node:net';
import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { bearer, logInAs, makeUser } from './factories.ts';

/** More requests than may wait for a connection before reads are refused. */
const CROWD = 220;

let test: TestApp;
let token: string;
let origin: string;
beforeAll(async () => {
  test = await buildTestApp({ LADING_RATE_LIMITS: 'on' });
  token = (await logInAs(test, await makeUser(test))).token;
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(() => test.close());

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${origin}${path}`, { headers: bearer(token), ...init });

it('a server whose database is too slow refuses further reads immediately, and recovers', async () => {
  const blocker = new pg.Client({ connectionString: test.ownerUrl });
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
  const crowd = Array.from({ length: CROWD }, () => ask(API.history).then(({ status }) => status));
  await vi.waitFor(() => expect(test.deps.poolState().waiting).toBeGreaterThan(150), { timeout: 30_000 });

  const refused = await ask(API.history);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(((await refused.json()) as { error: string }).error).toBe('OVERLOADED');
  // Immediately: earlier requests are still waiting.
  expect(test.deps.poolState().waiting).toBeGreaterThan(150);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  // A purchase waits for its turn instead.
  const purchase = ask(API.label, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: '{}',
  });
  const first = await Promise.race([
    purchase.then(() => 'answered'),
    new Promise((done) => setTimeout(done, 200, 'waiting')),
  ]);
  expect(first).toBe('waiting');

  await blocker.query('COMMIT');
  await blocker.end();
  expect((await purchase).status).toBe(400);
  const answers = await Promise.all(crowd);
  // On a slow machine, some requests wait for ten seconds and are then refused.
  expect(answers).toContain(200);
  expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect((await ask(API.history)).status).toBe(200);
}, 60_000);
