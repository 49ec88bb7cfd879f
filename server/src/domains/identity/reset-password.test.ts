import { API } from '@lading/contract/routes.ts';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeApiKey } from '../../../test/api-keys.ts';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser, PASSWORD, postLogin, type TestUser } from '../../../test/factories.ts';
import { addPasskey, signInWithPasskey, tokenOf } from '../../../test/second-factor.ts';
import { minutes } from '../../platform/clock.ts';
import { digest } from '../../platform/ids.ts';

let test: TestApp;
let user: TestUser;
beforeAll(async () => {
  // Renewing a hash must take as long as in production, so that other requests can run in between.
  test = await buildTestApp({}, undefined, { fullHashing: true });
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
  const arrived = () =>
    test.mails(user.email).filter((mail) => mail.includes('?token=') && !before.includes(mail));
  await vi.waitFor(() => expect(arrived()).toHaveLength(1), { timeout: 30_000 });
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
    const { password_hash } = await test.deps.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('rejects a used, expired, replaced or truncated link, and stores only digests (AU08)', async () => {
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

  it('builds the link from the configured URL, not from the request (AU07)', async () => {
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

  it('sends at most three mails an hour for one account (AU06)', async () => {
    const { email } = user;
    for (let number = 0; number < 8; number += 1) {
      await forgot(email);
      await queueIsThrough();
      test.clock.advance(minutes(2));
    }
    await expect.poll(() => test.mails(email)).toHaveLength(3);
    test.clock.advance(minutes(60));
    await forgot(email);
    await queueIsThrough();
    await expect.poll(() => test.mails(email)).toHaveLength(4);
  });

  it('leaves no session for a concurrent sign-in with the old password', async () => {
    for (let round = 0; round < 4; round += 1) {
      user = await makeUser(test);
      const token = await requestToken();
      const [changed] = await Promise.all([
        reset(token),
        ...Array.from({ length: 3 }, (_, number) =>
          postLogin(test, user.email, PASSWORD, {}, `10.9.${round}.${number}`),
        ),
      ]);
      expect(changed?.statusCode).toBe(200);
      const sessions = await test.deps.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', user.id)
        .execute();
      expect(sessions).toEqual([]);
    }
  });

  it('does not write the old password back when its hash is renewed during a reset', async () => {
    const token = await requestToken();
    const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 2, parallelism: 1 });
    await test.deps.db.updateTable('users').set({ password_hash: old }).where('id', '=', user.id).execute();
    const [changed] = await Promise.all([reset(token), postLogin(test, user.email, PASSWORD)]);
    expect(changed.statusCode).toBe(200);
    expect((await postLogin(test, user.email, 'a brand new password')).statusCode).toBe(200);
  });

  it('tells the owner that the password was reset, and verifies the address', async () => {
    user = await makeUser(test, { verified: false, name: 'Pay at evil.example' });
    const token = await requestToken();
    expect(test.mails(user.email)[0]).not.toContain('evil.example');
    await reset(token);
    await expect
      .poll(() => test.mails(user.email).some((mail) => mail.includes('password was reset')))
      .toBe(true);
    const { email_verified_at } = await test.deps.db
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(email_verified_at).toEqual(test.clock.now());
  });

  it('removes the second factors of a stranger who signed up with the address', async () => {
    user = await makeUser(test, { verified: false });
    const { passkey } = await addPasskey(test, await tokenOf(test, user));
    expect((await reset(await requestToken())).statusCode).toBe(200);
    expect((await signInWithPasskey(test, passkey)).json().error).toBe('PASSKEY_REFUSED');
    // No second factor is asked for.
    expect((await postLogin(test, user.email, 'a brand new password')).statusCode).toBe(200);
  });

  it('removes the API keys of a stranger who signed up with the address', async () => {
    user = await makeUser(test, { verified: false });
    const { key } = await makeApiKey(test, await tokenOf(test, user));
    const status = async () => (await test.inject({ url: API.orders, headers: bearer(key) })).statusCode;
    expect(await status()).toBe(200);
    expect((await reset(await requestToken())).statusCode).toBe(200);
    expect(await status()).toBe(401);
  });

  it('lifts the login throttle of the account', async () => {
    for (let number = 0; number < 6; number += 1)
      await postLogin(test, user.email, 'wrong guess', {}, '127.0.0.1');
    expect((await postLogin(test, user.email, PASSWORD)).statusCode).toBe(429);
    expect((await reset(await requestToken())).statusCode).toBe(200);
    expect((await postLogin(test, user.email, 'a brand new password')).statusCode).toBe(200);
  });

  it.each([undefined, '', 'no-address', 'a@b'])('rejects the address %j', async (email) => {
    expect((await forgot(email as string)).statusCode).toBe(400);
  });
});
