import { API } from '@lading/contract/routes.ts';
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
