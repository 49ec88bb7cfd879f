import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser, PASSWORD, postLogin, type TestUser } from '../../../test/factories.ts';
import { minutes } from '../../platform/clock.ts';

let test: TestApp;
let user: TestUser;
let token: string;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  user = await makeUser(test);
  ({ token } = await logInAs(test, user));
});
afterAll(() => test.close());

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const signIn = async (userAgent: string, ip: string): Promise<string> => {
  const answer = await test.inject({
    method: 'POST',
    url: API.login,
    payload: { email: user.email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
    remoteAddress: ip,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json().token;
};
const statusOf = async (one: string) =>
  (await test.inject({ url: API.verify, headers: bearer(one) })).statusCode;
const changePassword = (body: object, one = token) =>
  test.inject({ method: 'PUT', url: API.accountPassword, headers: bearer(one), payload: body });
const eventsOf = async (type: string, userId = user.id) =>
  test.deps.db
    .selectFrom('audit_logs')
    .select(['status', 'details'])
    .where('event_type', '=', type)
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute();
const mailWith = (text: string, to = user.email) =>
  vi.waitFor(
    () => {
      const found = test.mails(to).filter((mail) => mail.includes(text));
      expect(found).toHaveLength(1);
      return found[0] ?? '';
    },
    { timeout: 30_000 },
  );

describe('changing the password while signed in', () => {
  it('needs the current password, ends all other sessions and notifies the owner (AU13)', async () => {
    const other = (await logInAs(test, user)).token;
    const answer = await changePassword({ currentPassword: PASSWORD, password: 'seven lanterns at dusk' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        message: 'Your password was changed. All other sessions were ended.',
        token: expect.any(String),
        expiresAt: expect.any(String),
      },
    ]);
    // Someone may have a copy of the old token.
    const renewed = answer.json().token;
    expect([await statusOf(renewed), await statusOf(token), await statusOf(other)]).toEqual([200, 401, 401]);
    expect((await postLogin(test, user.email, PASSWORD)).statusCode).toBe(401);
    expect((await postLogin(test, user.email, 'seven lanterns at dusk')).statusCode).toBe(200);
    expect(await eventsOf('PASSWORD_CHANGED')).toEqual([{ status: 'success', details: null }]);
    await mailWith('Your account password was changed.');
  });

  it('refuses a wrong current password and changes nothing', async () => {
    const answer = await changePassword({ currentPassword: 'wrong', password: 'seven lanterns at dusk' });
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'PASSWORD_INCORRECT']);
    expect((await postLogin(test, user.email, PASSWORD)).statusCode).toBe(200);
    expect(await eventsOf('PASSWORD_CHANGED')).toEqual([]);
  });

  it('accepts a common password in standard, with a hint (AU11)', async () => {
    const answer = await changePassword({ currentPassword: PASSWORD, password: 'password' });
    expect([answer.statusCode, answer.json().hint]).toEqual([
      200,
      'This password is common and easy to guess. We recommend choosing a different one.',
    ]);
  });

  it('rejects a short one', async () => {
    const answer = await changePassword({ currentPassword: PASSWORD, password: 'short' });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Password must be at least 8 characters long',
    ]);
  });
});

describe('the sessions of an account (AU23)', () => {
  const list = async (one = token) =>
    (await test.inject({ url: API.accountSessions, headers: bearer(one) })).json().sessions;
  const end = (url: string, one = token) => test.inject({ method: 'DELETE', url, headers: bearer(one) });

  it('are listed with device, address and last use, and mark the current one', async () => {
    const phone = await signIn(SAFARI, '203.0.113.7');
    test.clock.advance(minutes(3));
    await test.inject({ url: API.account, headers: bearer(phone), remoteAddress: '198.51.100.4' });
    const sessions = await list();
    expect(sessions).toMatchObject([
      { device: 'Unknown device', ipAddress: '127.0.0.1', current: true },
      {
        device: 'Safari on iPhone',
        ipAddress: '198.51.100.4',
        current: false,
        lastUsedAt: test.clock.now().toISOString(),
      },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(phone);
  });

  it('can be ended one by one, but not those of others', async () => {
    const other = (await logInAs(test, user)).token;
    const [{ id }] = (await list()).filter(({ current }: { current: boolean }) => !current);
    const stranger = (await logInAs(test, await makeUser(test))).token;
    const url = path(API.accountSession, { id });
    expect((await end(url, stranger)).json().error).toBe('SESSION_NOT_FOUND');
    expect(await statusOf(other)).toBe(200);
    expect((await end(url)).statusCode).toBe(200);
    expect([await statusOf(other), await statusOf(token)]).toEqual([401, 200]);
    expect((await end(url)).json().error).toBe('SESSION_NOT_FOUND');
    expect(await eventsOf('SESSIONS_ENDED')).toEqual([{ status: 'success', details: { sessions: 1 } }]);
  });

  it('can all be ended except the current one', async () => {
    const others = [(await logInAs(test, user)).token, (await logInAs(test, user)).token];
    expect((await end(API.accountSessions)).json()).toEqual({ ended: 2 });
    expect(await Promise.all([token, ...others].map(statusOf))).toEqual([200, 401, 401]);
    expect((await end(API.accountSessions)).json()).toEqual({ ended: 0 });
    expect(await eventsOf('SESSIONS_ENDED')).toHaveLength(1);
  });

  it('can all be ended by an admin', async () => {
    const admin = await makeUser(test, { role: 'admin' });
    const adminToken = (await logInAs(test, admin)).token;
    const url = path(API.adminClientSessions, { id: user.id });
    const listed = await test.inject({ url, headers: bearer(adminToken) });
    expect(listed.json().sessions).toMatchObject([{ device: 'Unknown device', current: false }]);
    expect((await end(url, adminToken)).json()).toEqual({ ended: 1 });
    expect(await statusOf(token)).toBe(401);
    expect(await eventsOf('SESSIONS_ENDED', admin.id)).toEqual([
      { status: 'success', details: { sessions: 1, clientId: user.id } },
    ]);
    const ofAdmin = path(API.adminClientSessions, { id: admin.id });
    expect((await end(ofAdmin, adminToken)).statusCode).toBe(404);
  });
});

describe('a sign-in from another device', () => {
  it('is reported once, and the first device of an account is not', async () => {
    await signIn(CHROME, '203.0.113.7');
    await signIn(CHROME, '203.0.113.99');
    expect(test.mails(user.email)).toEqual([]);
    await signIn(SAFARI, '203.0.113.7');
    const mail = await mailWith('New sign-in to your Lading account');
    expect(mail).toContain('Device: Safari on iPhone');
    expect(mail).toContain('IP address: 203.0.113.7');
    await signIn(SAFARI, '203.0.113.7');
    await signIn(CHROME, '198.51.100.4');
    await vi.waitFor(() => expect(test.mails(user.email)).toHaveLength(2), { timeout: 30_000 });
    const notice = test.mails(user.email).join();
    expect(notice).toContain('IP address: 198.51.100.4');
    // This page also opens for an owner who is signed in.
    expect(notice).toContain(`reset your password now: ${PUBLIC_URL}${PAGES.requestPasswordReset}`);
  });
});
