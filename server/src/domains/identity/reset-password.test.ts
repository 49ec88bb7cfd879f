import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser, PASSWORD, postLogin, type TestUser } from '../../../test/factories.ts';
import { minutes } from '../../platform/clock.ts';
import { digest } from '../../platform/ids.ts';

let test: TestApp;
let user: TestUser;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  user = await makeUser(test);
});
afterAll(() => test.close());

const forgot = (email: string, headers: Record<string, string> = {}) =>
  test.inject({ method: 'POST', url: API.forgotPassword, payload: { email }, headers });
const reset = (token: string, password = 'a brand new password') =>
  test.inject({ method: 'POST', url: API.resetPassword, payload: { token, password } });

/** Requests a link and reads the token from the mail. */
async function requestToken(headers?: Record<string, string>): Promise<string> {
  const before = test.mails(user.email);
  expect((await forgot(user.email, headers)).statusCode).toBe(200);
  const arrived = () => test.mails(user.email).filter((mail) => !before.includes(mail));
  await vi.waitFor(() => expect(arrived()).toHaveLength(1), { timeout: 10_000 });
  const mail = arrived()[0] ?? '';
  const link = /(\S+)\/reset-password\?token=(\S+)/.exec(mail);
  expect(link?.[1]).toBe(PUBLIC_URL);
  return link?.[2] ?? '';
}

/** The queue runs jobs in order, so a mail to this account proves that all earlier jobs have finished. */
async function queueIsThrough(): Promise<void> {
  user = await makeUser(test);
  await requestToken();
}

describe('resetting a password', () => {
  it('sets the new password and ends every session without starting one', async () => {
    const { token: session } = await logInAs(test, user);
    const answer = await reset(await requestToken());
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Your password was changed. Please sign in.' },
    ]);
    expect((await test.inject({ url: API.verify, headers: bearer(session) })).statusCode).toBe(401);
    expect((await postLogin(test, user.email, PASSWORD)).statusCode).toBe(401);
    expect((await postLogin(test, user.email, 'a brand new password')).statusCode).toBe(200);
  });

  it('rejects a used, expired, replaced or truncated link, and stores only digests', async () => {
    const first = await requestToken();
    const rows = await test.deps.db
      .selectFrom('password_resets')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute();
    expect(rows.map((row) => row.token_hash)).toEqual([digest(first)]);
    expect((await reset(first.slice(0, -1))).statusCode).toBe(400);
    test.clock.advance(minutes(2));
    const second = await requestToken();
    expect((await reset(first)).statusCode).toBe(400);
    expect((await reset(second)).statusCode).toBe(200);
    const again = await reset(second);
    expect([again.statusCode, again.json().error]).toEqual([400, 'RESET_LINK_INVALID']);
    test.clock.advance(minutes(2));
    const late = await requestToken();
    test.clock.advance(minutes(30));
    expect((await reset(late)).statusCode).toBe(400);
  });

  it('accepts exactly one of ten concurrent uses of a link', async () => {
    const token = await requestToken();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) => reset(token, `new password ${number}`)),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  });

  it('keeps the link valid when the new password is rejected', async () => {
    const token = await requestToken();
    const short = await reset(token, 'short');
    expect([short.statusCode, short.json().message]).toEqual([
      400,
      'Password must be at least 8 characters long',
    ]);
    expect((await reset(token)).statusCode).toBe(200);
  });

  it('builds the link from the configured URL, not from the request', async () => {
    await requestToken({
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    });
  });

  it('answers known and unknown addresses alike, and mails only active accounts', async () => {
    const suspended = await makeUser(test, { status: 'suspended' });
    const answers = [
      await forgot(user.email),
      await forgot('nobody@nowhere.example'),
      await forgot(suspended.email),
    ];
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Password reset email sent!' }]);
    await queueIsThrough();
    const written = test.mails().join('\n');
    expect(written).not.toContain('nobody@nowhere.example');
    expect(written).not.toContain(suspended.email);
  });

  it('sends one mail for repeated requests', async () => {
    const { email } = user;
    await requestToken();
    for (let number = 0; number < 5; number += 1) await forgot(email);
    await queueIsThrough();
    expect(test.mails(email)).toHaveLength(1);
  });

  it('lifts the login throttle of the account', async () => {
    for (let number = 0; number < 10; number += 1)
      await postLogin(test, user.email, 'wrong guess', {}, '127.0.0.1');
    expect((await postLogin(test, user.email, PASSWORD)).statusCode).toBe(429);
    expect((await reset(await requestToken())).statusCode).toBe(200);
    expect((await postLogin(test, user.email, 'a brand new password')).statusCode).toBe(200);
  });

  it.each([undefined, '', 'no-address', 'a@b'])('rejects the address %j', async (email) => {
    expect((await forgot(email as string)).statusCode).toBe(400);
  });
});
