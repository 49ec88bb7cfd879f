import { randomBytes } from 'node:crypto';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { logInByPassword, makeUser, PASSWORD, postLogin } from '../../../test/factories.ts';
import {
  caller,
  eventsOf,
  finishLogin,
  setUpTotp,
  startLogin,
  tokenOf,
} from '../../../test/second-factor.ts';
import { AppError } from '../../platform/app-error.ts';
import { days, hours, minutes } from '../../platform/clock.ts';
import { installationSecrets } from '../../platform/db/installation-secret.ts';
import { SealedSecrets } from '../../platform/sealed-secrets.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

async function userWithApp() {
  const user = await makeUser(test);
  return { user, ...(await setUpTotp(test, await tokenOf(test, user))) };
}

describe('setting up an authenticator app', () => {
  it('needs a first code before it protects the account, and shows ten recovery codes once', async () => {
    const user = await makeUser(test);
    const token = await tokenOf(test, user);
    const call = caller(test, token);
    const started = (await call('POST', API.totp)).json();
    expect(started.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.link).toContain(`secret=${started.secret}&issuer=Lading`);
    expect((await postLogin(test, user.email, PASSWORD)).statusCode).toBe(200);
    const refused = await call('POST', API.totpConfirm, { code: '000000' });
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'CODE_INCORRECT']);
    expect((await call('GET', API.secondFactors)).json()).toMatchObject({ totp: null, recoveryCodes: null });

    const { recoveryCodes } = await setUpTotp(test, token);
    expect(new Set(recoveryCodes).size).toBe(10);
    const shown = (await call('GET', API.secondFactors)).json();
    expect(shown).toMatchObject({ required: false, totp: {}, passkeys: [], recoveryCodes: { left: 10 } });
    const stored = await test.deps.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', user.id)
      .execute();
    for (const { code_hash } of stored) expect(code_hash).toMatch(/^\$argon2id\$/);
    expect((await eventsOf(test, user.id)).map((event) => event.event_type)).toContain('SECOND_FACTOR_ADDED');
  });

  it('keeps the secret encrypted', async () => {
    const { user, app } = await userWithApp();
    const { sealed_secret } = await test.deps.db
      .selectFrom('totp_factors')
      .select('sealed_secret')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(sealed_secret.length).toBe(12 + 16 + 20);
    expect(app.code()).toMatch(/^\d{6}$/);
  });

  it('keeps the current app until a new one is confirmed', async () => {
    const { user, app } = await userWithApp();
    const call = caller(test, await tokenOf(test, user));
    await call('POST', API.totp);
    const { challenge } = await startLogin(test, user);
    expect((await finishLogin(test, { challenge, code: app.code() })).statusCode).toBe(200);
    const second = await setUpTotp(test, await tokenOf(test, user));
    expect(second.recoveryCodes).toBeNull();
    const next = await startLogin(test, user);
    expect((await finishLogin(test, { challenge: next.challenge, code: app.code() })).statusCode).toBe(403);
    const code = second.app.code();
    expect((await finishLogin(test, { challenge: next.challenge, code })).statusCode).toBe(200);
  });

  it('expires after half an hour', async () => {
    const user = await makeUser(test);
    await caller(test, await tokenOf(test, user))('POST', API.totp);
    test.clock.advance(minutes(30));
    const call = caller(test, await tokenOf(test, user));
    const answer = await call('POST', API.totpConfirm, { code: '123456' });
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'SET_UP_EXPIRED']);
  });

  it('needs a proof from the last ten minutes, even with standard security', async () => {
    const user = await makeUser(test);
    const call = caller(test, await tokenOf(test, user));
    test.clock.advance(minutes(11));
    for (const [method, url] of [
      ['POST', API.totp],
      ['POST', API.totpConfirm],
      ['DELETE', API.totp],
      ['POST', API.passkeyCreation],
      ['POST', API.passkeys],
      ['POST', API.recoveryCodes],
    ] as const) {
      const answer = await call(method, url);
      expect([answer.statusCode, answer.json().error], `${method} ${url}`).toEqual([403, 'PROOF_REQUIRED']);
    }
    expect((await call('GET', API.secondFactors)).statusCode).toBe(200);
  });
});

describe('signing in with a code', () => {
  it('asks for the second factor only after the right password', async () => {
    const { user, app } = await userWithApp();
    const wrong = await postLogin(test, user.email, 'not the password');
    expect([wrong.statusCode, wrong.json().error]).toEqual([401, 'LOGIN_REFUSED']);
    const asked = await postLogin(test, user.email, PASSWORD, { remember: true });
    expect([asked.statusCode, asked.json()]).toEqual([
      401,
      {
        error: 'SECOND_FACTOR_REQUIRED',
        message: 'Please confirm this sign-in with your second factor.',
        requestId: expect.any(String),
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        methods: ['totp', 'recovery-code'],
        passkeyRequest: null,
      },
    ]);
    const { challenge } = asked.json();
    const answer = await finishLogin(test, { challenge, code: app.code() });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ token: expect.any(String), user: { id: user.id } });
    expect(new Date(answer.json().expiresAt).getTime()).toBe(test.clock.now().getTime() + days(30));
    expect((await eventsOf(test, user.id)).slice(-2)).toEqual([
      { event_type: 'LOGIN', status: 'pending', details: { method: 'password' } },
      { event_type: 'LOGIN', status: 'success', details: { method: 'totp' } },
    ]);
    const again = await finishLogin(test, { challenge, code: app.code() });
    expect([again.statusCode, again.json().error]).toEqual([401, 'SIGN_IN_EXPIRED']);
  });

  it('accepts each code once', async () => {
    const { user, app } = await userWithApp();
    const code = app.code();
    const first = await startLogin(test, user);
    const second = await startLogin(test, user);
    const answers = await Promise.all(
      [first, second].map(({ challenge }) => finishLogin(test, { challenge, code })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 403]);
  });

  it('accepts the code of the step before and no older one', async () => {
    const { user, app } = await userWithApp();
    test.clock.advance(minutes(2));
    const { challenge } = await startLogin(test, user);
    expect((await finishLogin(test, { challenge, code: app.code(-2) })).statusCode).toBe(403);
    expect((await finishLogin(test, { challenge, code: app.code(1) })).statusCode).toBe(403);
    expect((await finishLogin(test, { challenge, code: app.code(-1) })).statusCode).toBe(200);
  });

  it('ends after five minutes, after a suspension, and after a change of the password', async () => {
    const { user, app } = await userWithApp();
    const late = await startLogin(test, user);
    test.clock.advance(minutes(5));
    const expired = await finishLogin(test, { challenge: late.challenge, code: app.code() });
    expect(expired.json().error).toBe('SIGN_IN_EXPIRED');

    const { challenge } = await startLogin(test, user);
    const users = test.deps.db.updateTable('users').where('id', '=', user.id);
    await users.set({ status: 'suspended' }).execute();
    expect((await finishLogin(test, { challenge, code: app.code() })).json().error).toBe('SIGN_IN_EXPIRED');
    await users
      .set({ status: 'active', password_hash: await test.deps.passwords.hash('another password') })
      .execute();
    expect((await finishLogin(test, { challenge, code: app.code() })).json().error).toBe('SIGN_IN_EXPIRED');
  });

  it('is still required after a password reset', async () => {
    const { user } = await userWithApp();
    const post = (url: string, payload: object) => test.inject({ method: 'POST', url, payload });
    await post(API.forgotPassword, { email: user.email });
    const linkOf = () => /token=([\w-]+)/.exec(test.mails(user.email).join().replaceAll('=\r\n', ''));
    await expect.poll(linkOf).not.toBeNull();
    const password = 'a wide new river';
    expect((await post(API.resetPassword, { token: linkOf()?.[1], password })).statusCode).toBe(200);
    expect((await postLogin(test, user.email, password)).json().error).toBe('SECOND_FACTOR_REQUIRED');
  });

  it.each([
    {},
    { code: '123456', recoveryCode: 'ABCDE-FGH23' },
    { code: '12345' },
    { code: 123456 },
    { passkey: {} },
  ])('rejects %j', async (proof) => {
    const answer = await finishLogin(test, { challenge: 'x', ...proof });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('a replaced key of app secrets', () => {
  it('lets everyone sign in, and re-encrypts each secret at its next use', async () => {
    const { user, app } = await userWithApp();
    const sealedOf = async () =>
      (
        await test.deps.db
          .selectFrom('totp_factors')
          .select('sealed_secret')
          .where('user_id', '=', user.id)
          .executeTakeFirstOrThrow()
      ).sealed_secret;
    const before = await sealedOf();
    await test.deps.db
      .insertInto('installation_secrets')
      .values({ name: 'second-factors:2', secret: randomBytes(32) })
      .execute();
    const restarted = new SealedSecrets(installationSecrets(test.deps.db, 'second-factors'));
    test.deps.sealedSecrets = restarted;
    const { challenge } = await startLogin(test, user);
    expect((await finishLogin(test, { challenge, code: app.code() })).statusCode).toBe(200);
    expect((await sealedOf()).equals(before)).toBe(false);
    expect((await restarted.openWithAge(user.id, await sealedOf())).isOld).toBe(false);
  });
});

describe('wrong codes', () => {
  const wrongTimes = async (challenge: string, code: string, count: number) => {
    const answers = [];
    for (let time = 0; time < count; time += 1) answers.push(await finishLogin(test, { challenge, code }));
    return answers.map((answer) => answer.json().error);
  };

  it('end the sign-in and block codes, for longer each time, and notify the owner', async () => {
    const { user, app } = await userWithApp();
    const first = await startLogin(test, user);
    expect(await wrongTimes(first.challenge, app.wrongCode(), 6)).toEqual([
      ...Array(5).fill('CODE_INCORRECT'),
      'SIGN_IN_EXPIRED',
    ]);
    await expect.poll(() => test.mails(user.email).join()).toContain('several incorrect codes');
    const second = await startLogin(test, user);
    const blocked = await finishLogin(test, { challenge: second.challenge, code: app.code() });
    expect([blocked.statusCode, blocked.json().message]).toEqual([
      429,
      'Too many incorrect codes. Please try again in 15 minutes, or use a passkey if you have one.',
    ]);
    expect(blocked.headers['retry-after']).toBe('900');

    test.clock.advance(minutes(15));
    const third = await startLogin(test, user);
    expect(await wrongTimes(third.challenge, app.wrongCode(), 5)).toEqual(Array(5).fill('CODE_INCORRECT'));
    const fourth = await startLogin(test, user);
    expect(
      (await finishLogin(test, { challenge: fourth.challenge, code: app.code() })).headers['retry-after'],
    ).toBe('1800');
    test.clock.advance(hours(1));
    const last = await startLogin(test, user);
    expect((await finishLogin(test, { challenge: last.challenge, code: app.code() })).statusCode).toBe(200);
  });

  it('cannot be tried in parallel beyond the limit', async () => {
    const { user, app } = await userWithApp();
    const challenges: string[] = [];
    for (let count = 0; count < 3; count += 1) challenges.push((await startLogin(test, user)).challenge);
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        finishLogin(test, { challenge: challenges[index % 3], code: app.wrongCode() }),
      ),
    );
    const errors = answers.map((answer) => answer.json().error);
    expect(errors.filter((error) => error === 'CODE_INCORRECT')).toHaveLength(5);
    expect(errors.filter((error) => error === 'TOO_MANY_ATTEMPTS')).toHaveLength(10);
  });
});

describe('recovery codes', () => {
  it('sign in once each, in any spelling, and notify the owner', async () => {
    const { user, recoveryCodes } = await userWithApp();
    const [code = ''] = recoveryCodes ?? [];
    const typed = code.toLowerCase().replace('-', ' ');
    const { challenge } = await startLogin(test, user);
    const answer = await finishLogin(test, { challenge, recoveryCode: typed });
    expect(answer.statusCode).toBe(200);
    const call = caller(test, answer.json().token);
    expect((await call('GET', API.secondFactors)).json().recoveryCodes).toMatchObject({ left: 9 });
    await expect
      .poll(() => test.mails(user.email).join())
      .toContain('Someone signed in to your account with a recovery code.');
    const next = await startLogin(test, user);
    const refused = await finishLogin(test, { challenge: next.challenge, recoveryCode: code });
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'RECOVERY_CODE_INCORRECT']);
    expect(
      (await eventsOf(test, user.id)).filter((event) => event.event_type === 'RECOVERY_CODE_USED'),
    ).toEqual([{ event_type: 'RECOVERY_CODE_USED', status: 'success', details: { left: 9 } }]);
  });

  it('are not blocked by tries that an overloaded server could not check', async () => {
    const { user, recoveryCodes } = await userWithApp();
    const [recoveryCode] = recoveryCodes ?? [];
    const challenges: string[] = [];
    for (let count = 0; count < 6; count += 1) challenges.push((await startLogin(test, user)).challenge);
    const [challenge, ...others] = challenges;
    expect((await finishLogin(test, { challenge, recoveryCode: 'wrong' })).statusCode).toBe(403);
    const overloaded = vi
      .spyOn(test.deps.passwords, 'matches')
      .mockImplementation(() => Promise.reject(new AppError('OVERLOADED')));
    const answers = [];
    for (const other of others) answers.push(await finishLogin(test, { challenge: other, recoveryCode }));
    overloaded.mockRestore();
    expect(answers.map((answer) => answer.json().error)).toEqual(Array(5).fill('OVERLOADED'));
    expect((await finishLogin(test, { challenge, recoveryCode })).statusCode).toBe(200);
    expect(test.mails(user.email).join()).not.toContain('several incorrect codes');
  });

  it('are replaced as a set', async () => {
    const { user, recoveryCodes } = await userWithApp();
    const call = caller(test, await tokenOf(test, user));
    const fresh = (await call('POST', API.recoveryCodes)).json().recoveryCodes;
    expect(fresh).toHaveLength(10);
    const { challenge } = await startLogin(test, user);
    const old = await finishLogin(test, { challenge, recoveryCode: recoveryCodes?.[0] });
    expect(old.statusCode).toBe(403);
    expect((await finishLogin(test, { challenge, recoveryCode: fresh[9] })).statusCode).toBe(200);
  });

  it('need a second factor', async () => {
    const call = caller(test, await tokenOf(test, await makeUser(test)));
    const answer = await call('POST', API.recoveryCodes);
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'NO_SECOND_FACTOR']);
  });
});

describe('removing the authenticator app', () => {
  it('allows signing in with the password alone again and deletes the recovery codes', async () => {
    const { user } = await userWithApp();
    const call = caller(test, await tokenOf(test, user));
    const answer = await call('DELETE', API.totp);
    expect(answer.json()).toMatchObject({ totp: null, recoveryCodes: null });
    expect((await logInByPassword(test, user)).token).toBeTruthy();
    expect((await call('DELETE', API.totp)).statusCode).toBe(404);
    await expect
      .poll(() => test.mails(user.email).join())
      .toContain('A passkey or an authenticator app was removed');
  });
});
