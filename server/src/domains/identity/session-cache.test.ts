import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser, PASSWORD, type TestUser } from '../../../test/factories.ts';
import { sentStatements } from '../../../test/sent-statements.ts';
import { SESSION_CACHE_MS, SessionCache } from './session-cache.ts';

/** Two servers on one database. Time for their lookups moves only when a test moves it. */
let one: TestApp;
let two: TestApp;
let now = 0;
let user: TestUser;
let token: string;
let admin: string;

beforeAll(async () => {
  one = await buildTestApp({}, (deps) => {
    deps.sessionCache = new SessionCache(SESSION_CACHE_MS, () => now);
  });
  two = await buildTestApp({ DATABASE_URL: one.appUrl, DATABASE_OWNER_URL: one.ownerUrl }, (deps) => {
    deps.sessionCache = new SessionCache(SESSION_CACHE_MS, () => now);
  });
  admin = (await logInAs(one, await makeUser(one, { role: 'admin' }))).token;
});
afterAll(async () => {
  await two.close();
  await one.close();
});
beforeEach(async () => {
  user = await makeUser(one);
  ({ token } = await logInAs(one, user));
  // The first use of a session is recorded, and drops the lookup.
  for (const test of [one, two, one, two]) expect(await statusOn(test)).toBe(200);
});

const statusOn = async (test: TestApp, of = token) =>
  (await test.inject({ url: API.verify, headers: bearer(of) })).statusCode;
const send = async (
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  of: string,
  payload?: object,
) => {
  const answer = await one.inject({ method, url, headers: bearer(of), ...(payload ? { payload } : {}) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
};

describe('a lookup of a session', () => {
  it('is trusted for less than a second', () => {
    expect(SESSION_CACHE_MS).toBeLessThan(1000);
  });

  it('serves further reads without a statement until it is too old', async () => {
    const read = async () => {
      const texts = await sentStatements(() => statusOn(one));
      return texts.filter((text) => text.includes('"sessions"')).length;
    };
    expect([await read(), await read()]).toEqual([0, 0]);
    now += SESSION_CACHE_MS;
    expect([await read(), await read()]).toEqual([1, 0]);
  });

  it.each([
    ['the client signs out', () => send('POST', API.logout, token)],
    [
      'an operator suspends the account',
      () => send('PUT', path(API.adminClientSuspend, { id: user.id }), admin),
    ],
    [
      'an operator ends its sessions',
      () => send('DELETE', path(API.adminClientSessions, { id: user.id }), admin),
    ],
  ])(
    'is refused immediately by the same server and within a second by another when %s',
    async (_name, end) => {
      await end();
      expect(await statusOn(one)).toBe(401);
      now += SESSION_CACHE_MS;
      expect(await statusOn(two)).toBe(401);
    },
  );

  it('is refused everywhere when the password changes in another session', async () => {
    const other = (await logInAs(one, user)).token;
    const answer = await send('PUT', API.accountPassword, other, {
      currentPassword: PASSWORD,
      password: 'seven lanterns at dusk',
    });
    const { token: renewed } = answer.json();
    const statusesOn = (test: TestApp) =>
      Promise.all([statusOn(test), statusOn(test, other), statusOn(test, renewed)]);
    expect(await statusesOn(one)).toEqual([401, 401, 200]);
    now += SESSION_CACHE_MS;
    expect(await statusesOn(two)).toEqual([401, 401, 200]);
  });

  it('does not outlive a demotion', async () => {
    const boss = await makeUser(one, { role: 'admin' });
    const bossToken = (await logInAs(one, boss)).token;
    const clients = async (test: TestApp) =>
      (await test.inject({ url: API.adminClients, headers: bearer(bossToken) })).statusCode;
    for (const test of [one, two, one, two]) expect(await clients(test)).toBe(200);
    await one.deps.db.updateTable('users').set({ role: 'client' }).where('id', '=', boss.id).execute();
    now += SESSION_CACHE_MS;
    expect([await clients(one), await clients(two)]).toEqual([403, 403]);
  });

  it('is never used for a request that writes', async () => {
    await send('PUT', path(API.adminClientSuspend, { id: user.id }), admin);
    const answer = await two.inject({
      method: 'POST',
      url: API.rates,
      headers: bearer(token),
      payload: {},
    });
    expect(answer.statusCode).toBe(401);
  });

  it('does not survive when the session ends while it runs', async () => {
    const cache = new SessionCache(SESSION_CACHE_MS, () => 0);
    const hash = Buffer.from('a token');
    const running = Promise.withResolvers<undefined>();
    let lookUps = 0;
    const lookUp = () => {
      lookUps += 1;
      return running.promise;
    };
    const first = cache.find(hash, lookUp);
    const second = cache.find(hash, lookUp);
    expect(lookUps).toBe(1);
    cache.clear();
    const third = cache.find(hash, lookUp);
    expect(lookUps).toBe(2);
    running.resolve(undefined);
    expect(await Promise.all([first, second, third])).toEqual([undefined, undefined, undefined]);
    void cache.find(hash, lookUp);
    expect(lookUps).toBe(3);
  });
});
