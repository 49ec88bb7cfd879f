import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser, PASSWORD, type TestUser } from '../../../test/factories.ts';
import { ROUTES } from '../../app.ts';
import { hours, minutes } from '../../platform/clock.ts';

const apps: TestApp[] = [];
let standard: TestApp;
let strict: TestApp;
beforeAll(async () => {
  standard = await buildTestApp();
  strict = await buildTestApp({ LADING_SECURITY: 'strict' });
  apps.push(standard, strict);
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

const prove = (test: TestApp, token: string, password: string) =>
  test.inject({ method: 'POST', url: API.prove, headers: bearer(token), payload: { password } });

const suspend = (test: TestApp, token: string, { id }: TestUser) =>
  test.inject({ method: 'PUT', url: path(API.adminClientSuspend, { id }), headers: bearer(token) });

async function adminAndClient(test: TestApp) {
  const admin = await makeUser(test, { role: 'admin' });
  const { token } = await logInAs(test, admin);
  return { admin, token, client: await makeUser(test) };
}

const eventsOf = ({ deps }: TestApp, { id }: TestUser) =>
  deps.db
    .selectFrom('audit_logs')
    .select(['status', 'details'])
    .where('user_id', '=', id)
    .where('event_type', '=', 'IDENTITY_CONFIRMED')
    .orderBy('seq')
    .execute();

describe('sensitive routes in strict', () => {
  it('accept a sign-in of the last ten minutes', async () => {
    const { token, client } = await adminAndClient(strict);
    strict.clock.advance(minutes(10));
    expect((await suspend(strict, token, client)).statusCode).toBe(200);
  });

  it('ask for the password again after ten minutes, and change nothing until then', async () => {
    const { admin, token, client } = await adminAndClient(strict);
    strict.clock.advance(minutes(10) + 1);
    const refused = await suspend(strict, token, client);
    expect([refused.statusCode, refused.json().error, refused.json().message]).toEqual([
      403,
      'PROOF_REQUIRED',
      'Please confirm it’s you to continue.',
    ]);
    const { status } = await strict.deps.db
      .selectFrom('users')
      .select('status')
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('active');

    const renewed = (await prove(strict, token, PASSWORD)).json();
    expect((await suspend(strict, renewed.token, client)).statusCode).toBe(200);
    expect(await eventsOf(strict, admin)).toEqual([{ status: 'success', details: { by: 'password' } }]);
  });

  it('include exporting and deleting one’s own account (FI08)', async () => {
    const { token } = await logInAs(strict, await makeUser(strict));
    strict.clock.advance(minutes(10) + 1);
    const payload = { password: PASSWORD, confirmPermanentDelete: true };
    const answers = [
      await strict.inject({ url: API.accountExport, headers: bearer(token) }),
      await strict.inject({ method: 'DELETE', url: API.account, headers: bearer(token), payload }),
    ];
    expect(answers.map((answer) => answer.json().error)).toEqual(['PROOF_REQUIRED', 'PROOF_REQUIRED']);
    expect((await strict.inject({ url: API.verify, headers: bearer(token) })).statusCode).toBe(200);
  });

  it('include every CSV export of staff', async () => {
    const { token } = await adminAndClient(strict);
    strict.clock.advance(minutes(10) + 1);
    for (const route of ROUTES.filter(({ permission }) => permission === 'exports.read')) {
      const refused = await strict.inject({ url: route.path, headers: bearer(token) });
      expect(refused.json().error, route.path).toBe('PROOF_REQUIRED');
    }
  });

  it('include ending sessions, whether one or all others', async () => {
    const user = await makeUser(strict);
    const { token } = await logInAs(strict, user);
    await logInAs(strict, user);
    strict.clock.advance(minutes(10) + 1);
    const sessionsOf = async (one: string) =>
      (await strict.inject({ url: API.accountSessions, headers: bearer(one) })).json().sessions;
    const [, other] = await sessionsOf(token);
    for (const url of [API.accountSessions, path(API.accountSession, { id: other.id })]) {
      const refused = await strict.inject({ method: 'DELETE', url, headers: bearer(token) });
      expect([refused.statusCode, refused.json().error], url).toEqual([403, 'PROOF_REQUIRED']);
    }
    expect(await sessionsOf(token)).toHaveLength(2);
    const renewed = (await prove(strict, token, PASSWORD)).json();
    const ended = await strict.inject({
      method: 'DELETE',
      url: API.accountSessions,
      headers: bearer(renewed.token),
    });
    expect(ended.json()).toEqual({ ended: 1 });
  });

  it('count only ended sessions that still worked', async () => {
    const user = await makeUser(strict);
    await logInAs(strict, user);
    strict.clock.advance(hours(2) + 1);
    await logInAs(strict, user);
    const { token } = await logInAs(strict, user);
    const end = () => strict.inject({ method: 'DELETE', url: API.accountSessions, headers: bearer(token) });
    expect((await end()).json()).toEqual({ ended: 1 });
    expect((await end()).json()).toEqual({ ended: 0 });
  });

  it('do not include reads, which need no recent proof', async () => {
    const { token } = await adminAndClient(strict);
    strict.clock.advance(minutes(30));
    expect((await strict.inject({ url: API.adminClients, headers: bearer(token) })).statusCode).toBe(200);
  });

  it('answer clients 403 ADMIN_REQUIRED before they ask for proof', async () => {
    const { client } = await adminAndClient(strict);
    const { token } = await logInAs(strict, await makeUser(strict));
    strict.clock.advance(minutes(30));
    expect((await suspend(strict, token, client)).json().error).toBe('ADMIN_REQUIRED');
  });
});

describe('sensitive routes in standard', () => {
  it('need no proof beyond the token', async () => {
    const { token, client } = await adminAndClient(standard);
    standard.clock.advance(minutes(60));
    expect((await suspend(standard, token, client)).statusCode).toBe(200);
  });
});

describe('confirming the password', () => {
  it('replaces the token and keeps the session and its end', async () => {
    const user = await makeUser(standard);
    const { token, expiresAt } = await logInAs(standard, user);
    const answer = await prove(standard, token, PASSWORD);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().expiresAt).toBe(expiresAt);
    const statusOf = async (one: string) =>
      (await standard.inject({ url: API.verify, headers: bearer(one) })).statusCode;
    expect([await statusOf(token), await statusOf(answer.json().token)]).toEqual([401, 200]);
  });

  it('refuses a wrong password, records it and keeps the session', async () => {
    const user = await makeUser(standard);
    const { token } = await logInAs(standard, user);
    const answer = await prove(standard, token, 'not my password');
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'PASSWORD_INCORRECT']);
    expect(await eventsOf(standard, user)).toEqual([
      { status: 'error', details: { by: 'password', error: 'The password is incorrect.' } },
    ]);
    expect((await standard.inject({ url: API.verify, headers: bearer(token) })).statusCode).toBe(200);
  });

  it('limits wrong passwords like the sign-in', async () => {
    const user = await makeUser(standard);
    const { token } = await logInAs(standard, user);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      standard.clock.advance(minutes(1));
      await prove(standard, token, `guess ${attempt}`);
    }
    expect((await prove(standard, token, PASSWORD)).json().error).toBe('TOO_MANY_ATTEMPTS');
  });
});
