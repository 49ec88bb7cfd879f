import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { logInAs, makeUser, PASSWORD } from '../../../test/factories.ts';
import { caller, eventsOf } from '../../../test/second-factor.ts';

let standard: TestApp;
let strict: TestApp;
beforeAll(async () => {
  standard = await buildTestApp();
  strict = await buildTestApp({ LADING_SECURITY: 'strict' });
});
afterAll(() => Promise.all([standard.close(), strict.close()]));

async function person(test: TestApp, facts: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(test, facts);
  return { ...user, call: caller(test, (await logInAs(test, user)).token) };
}

let count = 0;
const newAddress = () => {
  count += 1;
  return `ada${count}@change.example`;
};

describe('canceling a change of address and resending its links', () => {
  it('say whether there was something to cancel or to send', async () => {
    const { call } = await person(strict);
    const cancel = async () => (await call('DELETE', API.accountEmail)).json();
    const resend = async () => (await call('POST', API.accountEmailLinks)).json();
    expect(await cancel()).toEqual({ canceled: false });
    expect(await resend()).toEqual({ sent: false });
    await call('PUT', API.accountEmail, { email: newAddress(), password: PASSWORD });
    expect(await resend()).toEqual({ sent: true });
    expect(await cancel()).toEqual({ canceled: true });
    expect(await resend()).toEqual({ sent: false });
  });

  it('resends the link to an address that is not verified', async () => {
    const { call } = await person(strict, { verified: false });
    expect((await call('POST', API.accountEmailLinks)).json()).toEqual({ sent: true });
  });
});

describe('entering the current address as the new one', () => {
  it.each(['standard', 'strict'] as const)('changes nothing and records nothing in %s', async (level) => {
    const test = level === 'standard' ? standard : strict;
    const user = await person(test);
    const answer = await user.call('PUT', API.accountEmail, { email: user.email, password: PASSWORD });
    expect(answer.json()).toEqual({ state: 'same' });
    expect((await eventsOf(test, user.id)).map((event) => event.event_type)).not.toContain('EMAIL_CHANGED');
    expect(test.mails(user.email)).toEqual([]);
  });

  it('saves another spelling, which is recorded', async () => {
    const user = await person(strict, { email: newAddress() });
    const email = user.email.replace('ada', 'Ada');
    const answer = await user.call('PUT', API.accountEmail, { email, password: PASSWORD });
    expect(answer.json()).toEqual({ state: 'same' });
    expect((await user.call('GET', API.account)).json()).toMatchObject({ email, emailVerified: true });
    expect((await eventsOf(strict, user.id)).at(-1)?.event_type).toBe('EMAIL_CHANGED');
  });
});

describe('changing the address of a client who is not active', () => {
  const change = async (test: TestApp, id: string, body: object) =>
    (await person(test, { role: 'admin' })).call('PUT', path(API.adminClient, { id }), body);

  it('is refused in strict, because no link could be sent', async () => {
    const { id, email } = await makeUser(strict, { status: 'suspended' });
    const refused = await change(strict, id, { email: newAddress() });
    expect([refused.statusCode, refused.json().error, refused.json().message]).toEqual([
      409,
      'ACCOUNT_NOT_ACTIVE',
      'You can’t change the email address of an account that isn’t active, because it can’t receive confirmation links. Please activate the account first.',
    ]);
    expect(
      await strict.deps.db.selectFrom('email_changes').select('user_id').where('user_id', '=', id).execute(),
    ).toEqual([]);
    expect((await change(strict, id, { email: email.toUpperCase() })).statusCode).toBe(200);
  });

  it('works in strict together with the activation, but not together with a suspension', async () => {
    const suspended = await makeUser(strict, { status: 'suspended' });
    const both = await change(strict, suspended.id, { email: newAddress(), status: 'active' });
    expect([both.statusCode, both.json().user.status]).toEqual([200, 'active']);
    const active = await makeUser(strict);
    const refused = await change(strict, active.id, { email: newAddress(), status: 'suspended' });
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'ACCOUNT_NOT_ACTIVE']);
  });

  it('works in standard', async () => {
    const { id } = await makeUser(standard, { status: 'suspended' });
    const email = newAddress();
    expect((await change(standard, id, { email })).json().user.email).toBe(email);
  });
});
