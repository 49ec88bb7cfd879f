import { STAFF_ROLES, type StaffRole } from '@lading/contract/permissions.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { logInAs, makeInvitation, makeUser, PASSWORD, postLogin } from '../../../test/factories.ts';
import { caller, eventsOf, setUpTotp, tokenOf } from '../../../test/second-factor.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { createAdmin } from '../identity/create-admin.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ LADING_SECURITY: 'strict', SUPPORT_EMAIL: 'help@labels.example' });
});
afterAll(() => test.close());

const outcome = (answer: { statusCode: number; json(): { error?: string } }) => [
  answer.statusCode,
  answer.json().error,
];

async function person(staffRole: StaffRole, secondFactor?: 'none') {
  const user = await makeUser(test, { staffRole, ...(secondFactor ? { secondFactor } : {}) });
  const { token } = await logInAs(test, user);
  return { ...user, token, call: caller(test, token) };
}

describe('an invitation in strict', () => {
  const accept = (token: string, password: string) =>
    test.inject({
      method: 'POST',
      url: API.acceptInvitation,
      payload: { token, name: 'Fin Ance', password },
    });

  it('refuses a common password and one that contains the invited address, and stays open', async () => {
    const owner = await person('owner');
    const email = 'ledgerkeeper@staff.example';
    await makeInvitation(test, owner.id, { email, token: 'strict-invitation' });
    for (const weak of ['password1234', 'ledgerkeeper'])
      expect(outcome(await accept('strict-invitation', weak)), weak).toEqual([400, 'PASSWORD_WEAK']);
    expect((await accept('strict-invitation', 'quiet harbor at dawn')).statusCode).toBe(201);
    const account = await test.deps.db
      .selectFrom('users')
      .select(['email_verified_at'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(account.email_verified_at).toEqual(test.clock.now());
  });
});

it('"admin:create" refuses a common password in strict', async () => {
  const admin = { email: 'weak@lading.example', password: 'password1234', by: 'command' as const };
  await expect(createAdmin(test.deps, admin)).rejects.toMatchObject({ code: 'PASSWORD_WEAK' });
  expect((await postLogin(test, admin.email, admin.password)).statusCode).toBe(401);
});

describe('staff in strict', () => {
  it.each(STAFF_ROLES)('with the role %s need a second factor', async (role) => {
    const member = await person(role, 'none');
    expect(outcome(await member.call('GET', API.adminClients))).toEqual([
      403,
      'SECOND_FACTOR_SETUP_REQUIRED',
    ]);
    await setUpTotp(test, member.token);
    expect((await member.call('GET', API.adminClients)).statusCode).toBe(200);
  });

  it('are changed only with a recent proof', async () => {
    const owner = await person('owner');
    const member = await person('support');
    test.clock.advance(minutes(11));
    const id = { id: member.id };
    const changes = [
      owner.call('POST', API.adminStaffInvitations, { email: 'x@staff.example', role: 'support' }),
      owner.call('PUT', path(API.adminStaffRole, id), { role: 'owner' }),
      owner.call('PUT', path(API.adminStaffSuspend, id)),
      owner.call('PUT', path(API.adminStaffActivate, id)),
      owner.call('DELETE', path(API.adminStaffSessions, id)),
      owner.call('DELETE', path(API.adminStaffSecondFactors, id)),
      owner.call('DELETE', path(API.adminStaffMember, id)),
    ];
    for (const answer of await Promise.all(changes)) expect(outcome(answer)).toEqual([403, 'PROOF_REQUIRED']);
    expect((await owner.call('GET', API.adminStaff)).statusCode).toBe(200);
  });
});

it('the list of staff counts only sessions that still work', async () => {
  const member = await person('support');
  const sessions = async () => {
    const owner = await person('owner');
    const { staff } = (await owner.call('GET', API.adminStaff)).json();
    return staff.find(({ id }: { id: string }) => id === member.id).sessions;
  };
  expect(await sessions()).toBe(1);
  test.clock.advance(hours(2) + minutes(1));
  expect(await sessions()).toBe(0);
});

describe('resetting the second factors of a person', () => {
  const factorIn = async (owner: Awaited<ReturnType<typeof person>>, id: string) =>
    (await owner.call('GET', API.adminStaff)).json().staff.find((member: { id: string }) => member.id === id)
      .secondFactor;

  it('removes them, sends the person an email and is recorded', async () => {
    const member = await person('support', 'none');
    await setUpTotp(test, await tokenOf(test, member));
    const owner = await person('owner');
    expect(await factorIn(owner, member.id)).toBe(true);
    const answer = await owner.call('DELETE', path(API.adminStaffSecondFactors, { id: member.id }));
    expect([answer.statusCode, answer.json().member.secondFactor]).toEqual([200, false]);
    expect(await factorIn(owner, member.id)).toBe(false);
    expect((await postLogin(test, member.email, PASSWORD)).statusCode).toBe(200);
    await expect.poll(() => test.mails(member.email).join()).toContain('An administrator removed all second');
    expect(test.mails(member.email).join()).toContain('please contact support at help@labels.example.');
    expect((await eventsOf(test, owner.id)).at(-1)).toEqual({
      event_type: 'RESET_SECOND_FACTORS',
      status: 'success',
      details: { userId: member.id, removed: 1 },
    });
  });

  it('is not possible for one’s own account, for a client or by other roles', async () => {
    const owner = await person('owner');
    const support = await person('support');
    const client = await makeUser(test);
    const reset = (by: typeof owner, id: string) =>
      by.call('DELETE', path(API.adminStaffSecondFactors, { id }));
    expect((await reset(owner, owner.id)).json().error).toMatch(/^(OWN_ACCOUNT|LAST_OWNER)$/);
    expect(outcome(await reset(owner, client.id))).toEqual([404, 'STAFF_NOT_FOUND']);
    expect(outcome(await reset(support, owner.id))).toEqual([403, 'PERMISSION_DENIED']);
  });
});
