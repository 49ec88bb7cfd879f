import { API } from '@lading/contract/routes.ts';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInByPassword, makeUser, PASSWORD, postLogin } from '../../../test/factories.ts';
import { days, hours, minutes } from '../../platform/clock.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const verify = (token: string) => test.inject({ url: API.verify, headers: bearer(token) });
const eventsOf = (userId: string) =>
  test.deps.db
    .selectFrom('audit_logs')
    .select(['event_type', 'status', 'details'])
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute();

describe('logging in', () => {
  it('returns a token and the user, and stores only the digest of the token', async () => {
    const user = await makeUser(test, { name: 'Dana Reyes' });
    const answer = await postLogin(test, user.email.toUpperCase(), PASSWORD);
    expect(answer.statusCode).toBe(200);
    const body = answer.json();
    expect(body.user).toEqual({
      id: user.id,
      name: 'Dana Reyes',
      email: user.email,
      phone: null,
      role: 'client',
    });
    expect(body.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const stored = await test.deps.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(body.token);
    expect(await eventsOf(user.id)).toEqual([{ event_type: 'LOGIN', status: 'success', details: null }]);
  });

  it.each([
    ['without', {}, hours(12)],
    ['with', { remember: true }, days(30)],
  ])('sets the lifetime of a session %s "Remember me"', async (_name, extra, life) => {
    const user = await makeUser(test);
    const { token, expiresAt } = (await postLogin(test, user.email, PASSWORD, extra)).json();
    expect(new Date(expiresAt).getTime()).toBe(test.clock.now().getTime() + life);
    test.clock.advance(life - 1);
    expect((await verify(token)).statusCode).toBe(200);
    test.clock.advance(1);
    expect((await verify(token)).statusCode).toBe(401);
  });

  it.each([
    {},
    { email: '', password: '' },
    { email: 'a@b.example' },
    { password: 'x' },
    { email: 1, password: true },
  ])('requires both fields and rejects %j', async (payload) => {
    const answer = await test.inject({ method: 'POST', url: API.login, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe('Please enter both email and password');
  });

  it('answers a wrong password and an unknown address with the same message and the same amount of work (AU04)', async () => {
    const user = await makeUser(test);
    const strip = ({ requestId, ...rest }: Record<string, unknown>) => ({
      ...rest,
      hasId: typeof requestId === 'string',
    });
    const known = await postLogin(test, user.email, 'wrong password', {}, '10.1.0.1');
    const unknown = await postLogin(test, 'nobody@shop.example', 'wrong password', {}, '10.1.0.2');
    expect(known.statusCode).toBe(401);
    expect(strip(unknown.json())).toEqual(strip(known.json()));
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort());
    const rows = await test.deps.db
      .selectFrom('audit_logs')
      .select(['status', 'details', 'ip_address'])
      .where('ip_address', 'in', ['10.1.0.1', '10.1.0.2'])
      .orderBy('seq')
      .execute();
    expect(rows.map((row) => row.status)).toEqual(['error', 'error']);
    expect(rows[1]?.details).toEqual({
      error: 'The email or password is incorrect.',
      email: 'n…@shop.example',
    });
  });

  it('reveals that an account is suspended or inactive only with the right password', async () => {
    for (const [status, code] of [
      ['suspended', 'ACCOUNT_SUSPENDED'],
      ['inactive', 'ACCOUNT_INACTIVE'],
    ] as const) {
      const user = await makeUser(test, { status });
      const right = await postLogin(test, user.email, PASSWORD);
      expect([right.statusCode, right.json().error]).toEqual([403, code]);
      const wrong = await postLogin(test, user.email, 'wrong password');
      expect([wrong.statusCode, wrong.json().error]).toEqual([401, 'LOGIN_REFUSED']);
      expect((await eventsOf(user.id)).map((event) => event.status)).toEqual(['error', 'error']);
    }
  });

  it('rejects the token of a suspended account from the next request on (AU12)', async () => {
    const user = await makeUser(test);
    const { token } = await logInByPassword(test, user);
    expect((await verify(token)).statusCode).toBe(200);
    await test.deps.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute();
    const answer = await verify(token);
    expect([answer.statusCode, answer.json().message]).toEqual([
      401,
      'Session expired. Please log in again.',
    ]);
  });

  it('keeps the twenty newest sessions of an account (AU23)', async () => {
    const user = await makeUser(test);
    const tokens: string[] = [];
    for (let number = 0; number < 21; number += 1) {
      test.clock.advance(1000);
      tokens.push((await logInByPassword(test, user)).token);
    }
    expect((await verify(tokens[0] ?? '')).statusCode).toBe(401);
    expect((await verify(tokens[1] ?? '')).statusCode).toBe(200);
    expect((await verify(tokens[20] ?? '')).statusCode).toBe(200);
  });

  it('replaces a hash made with older parameters', async () => {
    const user = await makeUser(test);
    const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 2, parallelism: 1 });
    await test.deps.db.updateTable('users').set({ password_hash: old }).where('id', '=', user.id).execute();
    await logInByPassword(test, user);
    const { password_hash } = await test.deps.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(password_hash).toContain('m=8,t=1,p=1');
    await logInByPassword(test, user);
  });
});

describe('a session', () => {
  it('of an admin lasts 12 hours, even with "Remember me"', async () => {
    const admin = await makeUser(test, { role: 'admin' });
    const { expiresAt } = (await postLogin(test, admin.email, PASSWORD, { remember: true })).json();
    expect(new Date(expiresAt).getTime()).toBe(test.clock.now().getTime() + hours(12));
  });

  it('updates the last activity of its account with every request, at most once a minute', async () => {
    const user = await makeUser(test);
    const { token } = await logInByPassword(test, user);
    const lastActive = async () =>
      (
        await test.deps.db
          .selectFrom('users')
          .select('last_active_at')
          .where('id', '=', user.id)
          .executeTakeFirst()
      )?.last_active_at;
    const signedInAt = test.clock.now();
    test.clock.advance(minutes(1) - 1);
    await test.inject({ url: API.profile, headers: bearer(token) });
    expect(await lastActive()).toEqual(signedInAt);
    test.clock.advance(1);
    await test.inject({ url: API.profile, headers: bearer(token) });
    expect(await lastActive()).toEqual(test.clock.now());
  });

  it('returns its account and updates its last activity', async () => {
    const user = await makeUser(test, { role: 'admin', name: 'Morgan Hale' });
    const { token } = await logInByPassword(test, user);
    test.clock.advance(minutes(5));
    expect((await verify(token)).json()).toEqual({
      valid: true,
      user: {
        id: user.id,
        name: 'Morgan Hale',
        email: user.email,
        phone: null,
        role: 'admin',
        staffRole: 'owner',
      },
    });
    const row = await test.deps.db
      .selectFrom('users')
      .select('last_active_at')
      .where('id', '=', user.id)
      .executeTakeFirst();
    expect(row?.last_active_at).toEqual(test.clock.now());
  });

  it('ends permanently on logout (AU13)', async () => {
    const user = await makeUser(test);
    const { token } = await logInByPassword(test, user);
    const other = (await logInByPassword(test, user)).token;
    const out = () => test.inject({ method: 'POST', url: API.logout, headers: bearer(token) });
    const first = await out();
    expect(first.json()).toEqual({ message: 'You are signed out.' });
    expect(first.headers['clear-site-data']).toBe('"storage"');
    expect((await verify(token)).statusCode).toBe(401);
    expect((await verify(other)).statusCode).toBe(200);
    expect((await out()).statusCode).toBe(401);
    const logouts = await test.deps.db
      .selectFrom('audit_logs')
      .select(['status', 'user_id'])
      .where('event_type', '=', 'LOGOUT')
      .orderBy('seq')
      .execute();
    expect(logouts).toEqual([{ status: 'success', user_id: user.id }]);
  });

  it.each([
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${'A'.repeat(43)}`,
    'Basic YTpi',
    `bearer ${'A'.repeat(43)}`,
    `Bearer ${'A'.repeat(4000)}`,
  ])('rejects the header %j', async (authorization) => {
    expect((await test.inject({ url: API.verify, headers: { authorization } })).statusCode).toBe(401);
  });
});

describe('the log', () => {
  it('contains no password and no token at any level (FI07)', async () => {
    const user = await makeUser(test);
    const { token } = await logInByPassword(test, user);
    await verify(token);
    await postLogin(test, user.email, 'a-very-secret-mistake');
    test.deps.log.error(
      { err: new Error('x'), req: { headers: { authorization: `Bearer ${token}` } }, password: PASSWORD },
      'worst case',
    );
    const text = test.logText();
    expect(text).toContain('"route":"/api/auth/login"');
    for (const secret of [token, PASSWORD, 'a-very-secret-mistake']) expect(text).not.toContain(secret);
  });
});
