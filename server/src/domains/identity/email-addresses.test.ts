import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../../../test/build-test-app.ts';
import { onServer } from '../../../test/database-server.ts';
import { bearer, logInAs, makeUser, PASSWORD, postLogin, type TestUser } from '../../../test/factories.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { createAdmin } from './create-admin.ts';
import { sendEmailLink } from './send-email-links.ts';

let standard: TestApp;
let strict: TestApp;
beforeAll(async () => {
  standard = await buildTestApp();
  strict = await buildTestApp({ LADING_SECURITY: 'strict' });
});
afterAll(() => Promise.all([standard.close(), strict.close()]));

const NEW_PASSWORD = 'a quiet new harbor wall';

let count = 0;
const newAddress = () => {
  count += 1;
  return `noor${count}@harbor.example`;
};

const register = (test: TestApp, body: object) =>
  test.inject({
    method: 'POST',
    url: API.register,
    payload: { email: newAddress(), password: PASSWORD, full_name: 'Noor Haddad', ...body },
  });
const verify = (test: TestApp, token: string) =>
  test.inject({ method: 'POST', url: API.verifyEmail, payload: { token } });
const account = async (test: TestApp, token: string) =>
  (await test.inject({ url: API.account, headers: bearer(token) })).json();
const changeEmail = (test: TestApp, token: string, email: string, password = PASSWORD) =>
  test.inject({ method: 'PUT', url: API.accountEmail, headers: bearer(token), payload: { email, password } });
const resend = (test: TestApp, token: string) =>
  test.inject({ method: 'POST', url: API.accountEmailLinks, headers: bearer(token) });

/** Waits for the newest mail with a link to this address. */
async function linkIn(test: TestApp, email: string, after = 0): Promise<string> {
  const mails = () => test.mails(email).filter((mail) => /verify-email[?#]token=/.test(mail));
  await vi.waitFor(() => expect(mails().length).toBeGreaterThan(after), { timeout: 30_000 });
  const tokens = mails().map(
    (mail) => new RegExp(`${PUBLIC_URL}${PAGES.verifyEmail}[?#]token=(\\S+)`).exec(mail)?.[1],
  );
  return tokens.at(-1) ?? '';
}

/** The queue runs jobs in order, so a mail to another new account proves that earlier jobs have finished. */
async function queueIsThrough(test: TestApp): Promise<void> {
  const email = newAddress();
  await register(test, { email });
  await linkIn(test, email);
}

async function signedUp(test: TestApp): Promise<TestUser & { token: string }> {
  const email = newAddress();
  expect((await register(test, { email })).statusCode).toBe(201);
  const answer = (await postLogin(test, email, PASSWORD)).json();
  return { id: answer.user.id, email, password: PASSWORD, token: answer.token };
}

async function verifiedUser(test: TestApp) {
  const user = await makeUser(test, { email: newAddress() });
  return { ...user, token: (await logInAs(test, user)).token };
}

const changedMails = (test: TestApp, email: string) =>
  test.mails(email).filter((mail) => mail.includes('email address was changed'));

describe('verifying an email address', () => {
  it('works once with the link from the sign-up, within 24 hours', async () => {
    const user = await signedUp(standard);
    expect((await account(standard, user.token)).emailVerified).toBe(false);
    const link = await linkIn(standard, user.email);
    expect((await verify(standard, link)).json()).toEqual({ state: 'verified' });
    expect((await account(standard, user.token)).emailVerified).toBe(true);
    const again = await verify(standard, link);
    expect([again.statusCode, again.json().error]).toEqual([400, 'EMAIL_LINK_INVALID']);
    const events = await standard.deps.db
      .selectFrom('audit_logs')
      .select('event_type')
      .where('user_id', '=', user.id)
      .orderBy('seq')
      .execute();
    expect(events.map(({ event_type }) => event_type)).toEqual(['SIGN_UP', 'LOGIN', 'EMAIL_VERIFIED']);

    const late = await signedUp(standard);
    const lateLink = await linkIn(standard, late.email);
    standard.clock.advance(hours(24));
    expect((await verify(standard, lateLink)).statusCode).toBe(400);
  });

  it('stores only the digest of a link, and a new link replaces it', async () => {
    const user = await signedUp(standard);
    const first = await linkIn(standard, user.email);
    const rows = await standard.deps.db
      .selectFrom('email_links')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(first);
    standard.clock.advance(minutes(2));
    await resend(standard, user.token);
    const second = await linkIn(standard, user.email, 1);
    expect(second).not.toBe(first);
    expect((await verify(standard, first)).statusCode).toBe(400);
    expect((await verify(standard, second)).statusCode).toBe(200);
  });

  it('sends at most three mails an hour to an unverified address, all of them fixed texts', async () => {
    const email = newAddress();
    await register(standard, { email, full_name: 'Claim your prize at evil.example now' });
    const { token } = (await postLogin(standard, email, PASSWORD)).json();
    for (let number = 0; number < 4; number += 1) {
      standard.clock.advance(minutes(2));
      await resend(standard, token);
      await standard.inject({ method: 'POST', url: API.forgotPassword, payload: { email } });
      await queueIsThrough(standard);
    }
    expect(standard.mails(email)).toHaveLength(3);
    expect(standard.mails(email).join()).not.toContain('prize');
    expect(standard.mails(email).join()).toContain('Hello,');
  });

  it.each([
    'customer,\n\nyour account was locked. Pay at https://evil.example/pay',
    'see https://evil.example',
    'www.evil.example',
    'Noor\u202eHaddad',
    'Noor\u200bHaddad',
    'Noor\u0007',
  ])('refuses the name %j', async (full_name) => {
    const answer = await register(standard, { full_name });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Please enter a name without line breaks, web addresses or invisible characters.',
    ]);
  });

  it.each([
    'noor\u0001@harbor.example',
    'noor\u007f@harbor.example',
    'noor\u202e@harbor.example',
    'no\u200bor@harbor.example',
    'noor\ud800@harbor.example',
  ])('refuses the address %j (AU19)', async (email) => {
    const answer = await register(standard, { email });
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Please enter a valid email address']);
  });
});

describe('changing an email address in standard', () => {
  it('takes effect immediately with the password and notifies both addresses', async () => {
    const user = await verifiedUser(standard);
    const email = newAddress();
    expect((await changeEmail(standard, user.token, email)).json()).toEqual({ state: 'changed' });
    expect(await account(standard, user.token)).toEqual({ email, emailVerified: false, emailChange: null });
    expect((await postLogin(standard, user.email, PASSWORD)).statusCode).toBe(401);
    expect((await postLogin(standard, email, PASSWORD)).statusCode).toBe(200);
    await expect.poll(() => changedMails(standard, user.email)).toHaveLength(1);
    expect(changedMails(standard, user.email)[0]).not.toContain(email);
    expect((await verify(standard, await linkIn(standard, email))).json()).toEqual({ state: 'verified' });
  });

  it('refuses a wrong password and a taken address, and changes nothing', async () => {
    const user = await verifiedUser(standard);
    const wrong = await changeEmail(standard, user.token, newAddress(), 'wrong password');
    expect(wrong.json().error).toBe('PASSWORD_INCORRECT');
    const other = await verifiedUser(standard);
    const taken = await changeEmail(standard, user.token, other.email.toUpperCase());
    expect([taken.statusCode, taken.json().error, taken.json().fields?.[0].path]).toEqual([
      409,
      'EMAIL_TAKEN',
      'email',
    ]);
    expect((await account(standard, user.token)).email).toBe(user.email);
  });
});

describe('in strict', () => {
  it('sign-up refuses a common password (AU11, M2)', async () => {
    const answer = await register(strict, { password: 'Password1!' });
    expect([answer.statusCode, answer.json().error, answer.json().message]).toEqual([
      400,
      'PASSWORD_WEAK',
      'This password is common and easy to guess. Please choose another one.',
    ]);
    expect(answer.json().fields[0].path).toBe('password');
  });

  it('a payment needs a verified address', async () => {
    const user = await signedUp(strict);
    const pay = () =>
      strict.inject({
        method: 'POST',
        url: API.createPaymentIntent,
        headers: bearer(user.token),
        payload: { amount: 5 },
      });
    const refused = await pay();
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    expect((await verify(strict, await linkIn(strict, user.email))).statusCode).toBe(200);
    expect((await pay()).statusCode).not.toBe(403);
  });

  it('an address changes only after both addresses have confirmed, and both get an email', async () => {
    const user = await verifiedUser(strict);
    const email = newAddress();
    expect((await changeEmail(strict, user.token, email)).json()).toEqual({ state: 'waiting' });
    expect((await account(strict, user.token)).emailChange).toMatchObject({
      email,
      oldConfirmed: false,
      newConfirmed: false,
    });
    expect((await verify(strict, await linkIn(strict, email))).json()).toEqual({ state: 'waiting' });
    expect((await account(strict, user.token)).email).toBe(user.email);
    expect((await verify(strict, await linkIn(strict, user.email))).json()).toEqual({ state: 'changed' });
    expect(await account(strict, user.token)).toEqual({ email, emailVerified: true, emailChange: null });
    // Ignoring the email would be wrong: the person who asked for the change knows the password.
    expect(strict.mails(user.email).join()).toContain(
      `do not open the link, and reset your password now: ${PUBLIC_URL}${PAGES.requestPasswordReset}`,
    );
    await expect.poll(() => changedMails(strict, user.email)).toHaveLength(1);
    await expect.poll(() => strict.mails(email).some((mail) => mail.includes('This is now your'))).toBe(true);
  });

  it('canceling a change invalidates its links', async () => {
    const user = await verifiedUser(strict);
    const email = newAddress();
    await changeEmail(strict, user.token, email);
    const link = await linkIn(strict, email);
    await strict.inject({ method: 'DELETE', url: API.accountEmail, headers: bearer(user.token) });
    expect((await verify(strict, link)).json().error).toBe('EMAIL_LINK_INVALID');
    expect((await account(strict, user.token)).emailChange).toBeNull();
  });

  it.each([
    [
      'resetting the password',
      async ({ email }: TestUser) => {
        await strict.inject({ method: 'POST', url: API.forgotPassword, payload: { email } });
        const token = () => /reset-password[?#]token=(\S+)/.exec(strict.mails(email).join('\n'))?.[1];
        await vi.waitFor(() => expect(token()).toBeDefined(), { timeout: 30_000 });
        const payload = { token: token(), password: NEW_PASSWORD };
        return (await strict.inject({ method: 'POST', url: API.resetPassword, payload })).statusCode;
      },
    ],
    [
      'changing the password',
      async ({ token }: { token: string }) => {
        const payload = { currentPassword: PASSWORD, password: NEW_PASSWORD };
        const headers = bearer(token);
        return (await strict.inject({ method: 'PUT', url: API.accountPassword, headers, payload }))
          .statusCode;
      },
    ],
    [
      'promoting the account to an admin',
      async ({ email }: TestUser) => {
        await createAdmin(strict.deps, { email, password: NEW_PASSWORD, by: 'command' });
        return 200;
      },
    ],
  ])('%s cancels a change of address that the old password requested', async (_what, setPassword) => {
    // The old address is not asked, because it was never verified.
    const user = await signedUp(strict);
    const email = newAddress();
    expect((await changeEmail(strict, user.token, email)).json()).toEqual({ state: 'waiting' });
    const link = await linkIn(strict, email);
    expect(await setPassword(user)).toBe(200);
    expect((await verify(strict, link)).json().error).toBe('EMAIL_LINK_INVALID');
    expect((await postLogin(strict, email, NEW_PASSWORD)).json().error).toBe('LOGIN_REFUSED');
  });

  it('a link confirms only the address that it was sent to, and a second change gets its own link', async () => {
    const user = await signedUp(strict);
    const own = newAddress();
    const other = newAddress();
    await changeEmail(strict, user.token, own);
    const link = await linkIn(strict, own);
    // As if the link had been stored right after the request for another address had deleted all links.
    await onServer(
      strict.ownerUrl,
      `UPDATE email_changes SET new_email = '${other}', new_email_key = '${other}' WHERE user_id = '${user.id}'`,
    );
    expect((await verify(strict, link)).json().error).toBe('EMAIL_LINK_INVALID');
    expect(await account(strict, user.token)).toMatchObject({ email: user.email, emailVerified: false });
    await sendEmailLink(strict.deps, { userId: user.id, purpose: 'change_new' });
    expect((await verify(strict, await linkIn(strict, other))).json()).toEqual({ state: 'changed' });
  });

  it('a change by an admin must be confirmed by both addresses, too', async () => {
    const user = await verifiedUser(strict);
    const admin = (await logInAs(strict, await makeUser(strict, { role: 'admin' }))).token;
    const email = newAddress();
    const answer = await strict.inject({
      method: 'PUT',
      url: path(API.adminClient, { id: user.id }),
      headers: bearer(admin),
      payload: { email },
    });
    expect([answer.statusCode, answer.json().user.email]).toEqual([200, user.email]);
    await verify(strict, await linkIn(strict, user.email));
    await verify(strict, await linkIn(strict, email));
    expect((await account(strict, user.token)).email).toBe(email);
  });

  it('an idle session ends after two hours, and the periodic check of an open page does not extend it', async () => {
    const { token } = await verifiedUser(strict);
    const call = async (url: string) => (await strict.inject({ url, headers: bearer(token) })).statusCode;
    strict.clock.advance(hours(1));
    expect(await call(API.account)).toBe(200);
    strict.clock.advance(hours(2) - 1);
    expect(await call(API.verify)).toBe(200);
    strict.clock.advance(1);
    expect(await call(API.verify)).toBe(401);
  });

  it.each([
    ['a refresh of an unused page', API.account, { 'x-background': '1' }, 200],
    ['the live view of an upload', path(API.batchEvents, { id: crypto.randomUUID() }), {}, 404],
  ])('an idle session is not extended by %s', async (_what, url, headers, status) => {
    const { token } = await verifiedUser(strict);
    const call = async () =>
      (await strict.inject({ url, headers: { ...bearer(token), ...headers } })).statusCode;
    strict.clock.advance(hours(2) - 1);
    expect(await call()).toBe(status);
    strict.clock.advance(1);
    expect(await call()).toBe(401);
  });
});
