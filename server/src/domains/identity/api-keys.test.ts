import { API_KEY_PREFIX, type ApiKey, MAX_API_KEYS } from '@lading/contract/api-keys.ts';
import type { OrderPapers } from '@lading/contract/orders/ship-orders.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../../test/api-keys.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser, type TestUser } from '../../../test/factories.ts';
import { eventsOf } from '../../../test/second-factor.ts';
import { anImportedOrder } from '../../../test/ship-orders.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { digest, newId, newSecret } from '../../platform/ids.ts';

let test: TestApp;
let strict: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  strict = await buildTestApp({ LADING_SECURITY: 'strict' });
});
afterAll(async () => {
  await test.close();
  await strict.close();
});

let user: TestUser;
let token: string;
beforeEach(async () => {
  user = await makeUser(test);
  ({ token } = await logInAs(test, user));
});

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, secret: string, payload?: object) =>
  test.inject({ method, url, headers: bearer(secret), ...(payload ? { payload } : {}) });
const create = (payload: object, by = token) => send('POST', API.apiKeys, by, payload);
const list = async (): Promise<ApiKey[]> => (await send('GET', API.apiKeys, token)).json().apiKeys;
const remove = (id: string, by = token) => send('DELETE', path(API.apiKey, { id }), by);
const listOrders = (key: string) => send('GET', `${API.orders}?view=all`, key);
const mailsAboutKeys = () => test.mails(user.email).filter((mail) => mail.includes('API key'));

describe('an API key', () => {
  it('is shown once and stored as a digest', async () => {
    const { apiKey, key } = await makeApiKey(test, token, 'labels', '  Warehouse  ');
    expect(key).toMatch(new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`));
    expect(apiKey).toMatchObject({
      name: 'Warehouse',
      scope: 'labels',
      ending: key.slice(-4),
      lastUsedAt: null,
    });
    const listed = await send('GET', API.apiKeys, token);
    expect(listed.json().apiKeys).toEqual([apiKey]);
    expect(listed.body).not.toContain(key);
    expect(test.logText()).not.toContain(key);
    const { key_hash } = await test.deps.db
      .selectFrom('api_keys')
      .select('key_hash')
      .where('id', '=', apiKey.id)
      .executeTakeFirstOrThrow();
    expect(key_hash).toEqual(digest(key));
  });

  it('acts for its client, and shows when it was last used', async () => {
    const { apiKey, key } = await makeApiKey(test, token);
    expect((await send('GET', API.verify, key)).json()).toMatchObject({ valid: true, user: { id: user.id } });
    const imported = await send('POST', API.ordersImport, key, { orders: [anImportedOrder()] });
    expect(imported.json().results).toMatchObject([{ externalId: 'A-1', errors: [] }]);
    expect((await listOrders(key)).json().orders).toMatchObject([{ number: '#1' }]);
    expect((await list())[0]?.lastUsedAt).toBe(test.clock.now().toISOString());
    test.clock.advance(minutes(2));
    await listOrders(key);
    expect(await list()).toMatchObject([{ id: apiKey.id, lastUsedAt: test.clock.now().toISOString() }]);
  });

  it('works for as long as it exists, without signing in again', async () => {
    const { apiKey, key } = await makeApiKey(test, token);
    test.clock.advance(hours(24 * 400));
    expect((await listOrders(key)).statusCode).toBe(200);
    ({ token } = await logInAs(test, user));
    expect((await remove(apiKey.id)).json()).toEqual({ apiKeys: [] });
    const refused = await listOrders(key);
    expect([refused.statusCode, refused.json().error]).toEqual([401, 'API_KEY_INVALID']);
    expect((await remove(apiKey.id)).json().error).toBe('API_KEY_NOT_FOUND');
  });

  it('that nobody created is refused', async () => {
    const refused = await listOrders(`${API_KEY_PREFIX}${newSecret()}`);
    expect([refused.statusCode, refused.json().error]).toEqual([401, 'API_KEY_INVALID']);
  });

  it('cannot create keys, see them, change the account or sign out', async () => {
    const { key } = await makeApiKey(test, token, 'labels');
    const calls = [
      create({ name: 'Another', scope: 'labels' }, key),
      send('GET', API.apiKeys, key),
      send('GET', API.account, key),
      send('POST', API.balancePayout, key, { cents: 100 }),
    ];
    for (const answer of await Promise.all(calls))
      expect([answer.statusCode, answer.json().error]).toEqual([403, 'API_KEY_NOT_ALLOWED']);
    expect((await send('POST', API.logout, key)).statusCode).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  it('for orders cannot spend money', async () => {
    const { key } = await makeApiKey(test, token, 'orders');
    for (const url of [API.rates, API.createPaymentIntent, API.label, API.ordersShip, API.batches]) {
      const answer = await send('POST', url, key, {});
      expect([url, answer.json().error]).toEqual([url, 'API_KEY_NOT_ALLOWED']);
    }
  });

  it('for orders prints packing slips but no labels', async () => {
    const [forOrders, forLabels] = [
      await makeApiKey(test, token, 'orders'),
      await makeApiKey(test, token, 'labels'),
    ];
    const print = async (key: string, content: OrderPapers) =>
      (await send('POST', API.ordersPrint, key, { orderIds: [newId()], content })).json().error;
    expect(await print(forOrders.key, 'labels_and_slips')).toBe('API_KEY_NOT_ALLOWED');
    for (const content of ['slips', 'pick_list'] as const)
      expect(await print(forOrders.key, content)).toBe('ORDER_NOT_FOUND');
    expect(await print(forLabels.key, 'labels_and_slips')).toBe('ORDER_NOT_FOUND');
    expect(await print(token, 'labels_and_slips')).toBe('ORDER_NOT_FOUND');
  });

  it('cannot be deleted by another client, whose try is recorded', async () => {
    const { apiKey } = await makeApiKey(test, token);
    const stranger = await makeUser(test);
    const { token: theirs } = await logInAs(test, stranger);
    expect((await remove(apiKey.id, theirs)).statusCode).toBe(404);
    expect(await list()).toEqual([apiKey]);
    expect((await eventsOf(test, stranger.id)).map(({ event_type }) => event_type)).toContain(
      'ACCESS_DENIED',
    );
  });

  it('stops while its account is suspended', async () => {
    const { key } = await makeApiKey(test, token);
    const setStatus = (status: 'active' | 'inactive') =>
      test.deps.db.updateTable('users').set({ status }).where('id', '=', user.id).execute();
    await setStatus('inactive');
    expect((await listOrders(key)).json().error).toBe('API_KEY_INVALID');
    await setStatus('active');
    expect((await listOrders(key)).statusCode).toBe(200);
  });

  it('still works after a password change', async () => {
    const { key } = await makeApiKey(test, token);
    const payload = { currentPassword: user.password, password: 'an entirely new password' };
    const changed = await test.inject({
      method: 'PUT',
      url: API.accountPassword,
      headers: bearer(token),
      payload,
    });
    expect(changed.statusCode).toBe(200);
    expect((await listOrders(key)).statusCode).toBe(200);
  });
});

describe('creating an API key', () => {
  it('is recorded without its name, and the owner gets an email', async () => {
    const { apiKey } = await makeApiKey(test, token, 'orders', 'Shop of Zerlina');
    await remove(apiKey.id);
    const events = (await eventsOf(test, user.id)).filter(({ event_type }) =>
      event_type.startsWith('API_KEY'),
    );
    expect(events.map(({ event_type, details }) => [event_type, details])).toEqual([
      ['API_KEY_CREATED', { apiKeyId: apiKey.id, scope: 'orders' }],
      ['API_KEY_DELETED', { apiKeyId: apiKey.id }],
    ]);
    await expect.poll(mailsAboutKeys).toHaveLength(1);
  });

  it('needs a recent proof of identity', async () => {
    test.clock.advance(minutes(11));
    expect((await create({ name: 'Web shop', scope: 'orders' })).json().error).toBe('PROOF_REQUIRED');
    expect(await list()).toEqual([]);
  });

  it('needs a verified address in strict', async () => {
    const unverified = await makeUser(strict, { verified: false });
    const { token: of } = await logInAs(strict, unverified);
    await expect(makeApiKey(strict, of)).rejects.toThrow('EMAIL_NOT_VERIFIED');
  });

  it('is refused for staff', async () => {
    const admin = await logInAs(test, await makeUser(test, { role: 'admin' }));
    const refused = await create({ name: 'Script', scope: 'orders' }, admin.token);
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'API_KEYS_FOR_CLIENTS']);
  });

  it.each([
    ['no name', { name: '  ', scope: 'orders' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(61), scope: 'orders' }, 'name'],
    ['no scope', { name: 'Shop' }, 'scope'],
    ['an unknown scope', { name: 'Shop', scope: 'admin' }, 'scope'],
  ])('is refused with %s', async (_what, body, field) => {
    const refused = await create(body);
    expect([refused.statusCode, refused.json().fields[0].path]).toEqual([400, field]);
    expect(await list()).toEqual([]);
  });

  it('stops at the limit, even for concurrent calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_API_KEYS + 4 }, (_, at) => create({ name: `Key ${at}`, scope: 'orders' })),
    );
    const errors = answers
      .filter(({ statusCode }) => statusCode !== 201)
      .map((answer) => answer.json().error);
    expect(errors).toEqual(Array(4).fill('TOO_MANY_API_KEYS'));
    expect(await list()).toHaveLength(MAX_API_KEYS);
  });

  it('does not reach keys of other accounts', async () => {
    const { apiKey } = await makeApiKey(test, token);
    const other = await logInAs(test, await makeUser(test));
    expect((await remove(apiKey.id, other.token)).json().error).toBe('API_KEY_NOT_FOUND');
    expect((await send('GET', API.apiKeys, other.token)).json().apiKeys).toEqual([]);
    expect(await list()).toHaveLength(1);
  });
});

describe('the API keys of a client', () => {
  it('can be listed and deleted by an admin, and the client gets an email', async () => {
    const staff = await makeUser(test, { role: 'admin' });
    const admin = await logInAs(test, staff);
    const ofClient = path(API.adminClientApiKeys, { id: user.id });
    const { apiKey, key } = await makeApiKey(test, token, 'labels');
    const listed = await send('GET', ofClient, admin.token);
    expect(listed.json()).toEqual({ apiKeys: [apiKey] });
    expect(listed.body).not.toContain(key);
    expect((await send('DELETE', ofClient, admin.token)).json()).toEqual({ deleted: 1 });
    expect((await listOrders(key)).json().error).toBe('API_KEY_INVALID');
    expect(await list()).toEqual([]);
    expect((await send('DELETE', ofClient, admin.token)).json()).toEqual({ deleted: 0 });
    const events = (await eventsOf(test, staff.id)).filter(({ event_type }) => event_type !== 'LOGIN');
    expect(events).toMatchObject([
      { event_type: 'API_KEYS_DELETED', details: { userId: user.id, deleted: 1 } },
    ]);
    await expect.poll(() => mailsAboutKeys().filter((mail) => mail.includes('were deleted'))).toHaveLength(1);
  });

  it('are only those of clients', async () => {
    const staff = await makeUser(test, { role: 'admin' });
    const admin = await logInAs(test, staff);
    const ofStaff = path(API.adminClientApiKeys, { id: staff.id });
    for (const method of ['GET', 'DELETE'] as const)
      expect((await send(method, ofStaff, admin.token)).json().error).toBe('CLIENT_NOT_FOUND');
  });
});
