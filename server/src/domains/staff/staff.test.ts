import { setTimeout as sleep } from 'node:timers/promises';
import type { StaffRole } from '@lading/contract/permissions.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  bearer,
  logInAs,
  makeInvitation,
  makeUser,
  postLogin,
  type TestUser,
} from '../../../test/factories.ts';
import { setUpTotp } from '../../../test/second-factor.ts';
import { transaction } from '../../platform/db/database.ts';
import { deleteInvitationsBy } from './invitations.store.ts';
import { removeStaffByCommand } from './remove-staff.ts';
import { lockStaff, updateStaffRole } from './staff.store.ts';

type Person = TestUser & { token: string };

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

async function person(staffRole: StaffRole, name?: string): Promise<Person> {
  const user = await makeUser(test, { staffRole, ...(name ? { name } : {}) });
  return { ...user, token: (await logInAs(test, user)).token };
}

let owner: Person;
beforeEach(async () => {
  // Each test starts with one owner, no other staff and no invitations.
  await test.deps.db.deleteFrom('staff_invitations').execute();
  await test.deps.db
    .updateTable('users')
    .set({ status: 'inactive', staff_role: 'read_only' })
    .where('role', '=', 'admin')
    .execute();
  owner = await person('owner', 'Olive Owner');
});

const call = (by: Person, method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
  test.inject({ method, url, headers: bearer(by.token), ...(payload ? { payload } : {}) });
const at = (pattern: typeof API.adminStaffMember, { id }: { id: string }) => path(pattern, { id });
const setRole = (by: Person, of: { id: string }, role: string) =>
  call(by, 'PUT', path(API.adminStaffRole, { id: of.id }), { role });
const suspend = (by: Person, who: { id: string }) =>
  call(by, 'PUT', path(API.adminStaffSuspend, { id: who.id }));
const remove = (by: Person, who: { id: string }) => call(by, 'DELETE', at(API.adminStaffMember, who));

const accountOf = ({ id }: { id: string }) =>
  test.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const sessionsOf = ({ id }: { id: string }) =>
  test.deps.db.selectFrom('sessions').select('user_id').where('user_id', '=', id).execute();
const activeOwners = async () =>
  (
    await test.deps.db
      .selectFrom('users')
      .select('id')
      .where('staff_role', '=', 'owner')
      .where('status', '=', 'active')
      .execute()
  ).length;
const eventsBy = async ({ id }: { id: string }) =>
  (
    await test.deps.db
      .selectFrom('audit_logs')
      .select(['event_type', 'details'])
      .where('user_id', '=', id)
      .where('event_type', 'like', '%STAFF%')
      .orderBy('seq')
      .execute()
  ).map(({ event_type: type, details }) => ({ type, ...details }));

describe('the staff list', () => {
  it('shows role, status, last activity and sessions, without people who were removed', async () => {
    const support = await person('support', 'Sam Support');
    await logInAs(test, support);
    const gone = await person('finance', 'Gone');
    await remove(owner, gone);
    const { staff } = (await call(owner, 'GET', API.adminStaff)).json();
    const ids = staff.map(({ id }: { id: string }) => id);
    expect(ids).toContain(owner.id);
    expect(ids).not.toContain(gone.id);
    expect(staff.find(({ id }: { id: string }) => id === support.id)).toEqual({
      id: support.id,
      name: 'Sam Support',
      email: support.email,
      role: 'support',
      status: 'active',
      lastActive: test.clock.now().toISOString(),
      sessions: 2,
      secondFactor: false,
    });
  });

  it('tells the browser the role at sign-in and at every check', async () => {
    const support = await person('support');
    const login = (await postLogin(test, support.email, support.password)).json();
    expect(login.user).toMatchObject({ role: 'admin', staffRole: 'support' });
    const verify = (await call(support, 'GET', API.verify)).json();
    expect(verify.user).toMatchObject({ role: 'admin', staffRole: 'support' });
    const client = await makeUser(test);
    expect((await logInAs(test, client)).user).not.toHaveProperty('staffRole');
  });
});

describe('a change of role', () => {
  it('takes effect with the next request and is recorded', async () => {
    const member = await person('read_only');
    expect((await call(member, 'GET', API.adminStaff)).statusCode).toBe(403);
    const answer = await setRole(owner, member, 'owner');
    expect([answer.statusCode, answer.json().member.role]).toEqual([200, 'owner']);
    expect((await call(member, 'GET', API.adminStaff)).statusCode).toBe(200);
    await setRole(owner, member, 'finance');
    expect((await call(member, 'GET', API.adminStaff)).statusCode).toBe(403);
    expect(await eventsBy(owner)).toEqual([
      { type: 'CHANGE_STAFF_ROLE', staffId: member.id, before: 'read_only', after: 'owner' },
      { type: 'CHANGE_STAFF_ROLE', staffId: member.id, before: 'owner', after: 'finance' },
    ]);
  });

  it.each(['admin', '', null, 'OWNER'])('to %j is refused', async (role) => {
    const member = await person('support');
    const answer = await call(owner, 'PUT', path(API.adminStaffRole, { id: member.id }), { role });
    expect(answer.statusCode).toBe(400);
    expect((await accountOf(member)).staff_role).toBe('support');
  });

  it('of a client or an unknown account is refused', async () => {
    const client = await makeUser(test);
    for (const id of [client.id, '00000000-0000-7000-8000-000000000000']) {
      const answer = await setRole(owner, { id }, 'owner');
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'STAFF_NOT_FOUND']);
    }
    expect((await accountOf(client)).role).toBe('client');
  });
});

describe('owners (AZ09)', () => {
  const own = [
    ['role', (who: Person) => setRole(who, who, 'support')],
    ['status', (who: Person) => suspend(who, who)],
    ['account', (who: Person) => remove(who, who)],
    ['sessions', (who: Person) => call(who, 'DELETE', path(API.adminStaffSessions, { id: who.id }))],
  ] as const;

  it.each(own)('cannot change their own %s', async (_, change) => {
    await person('owner');
    const answer = await change(owner);
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'OWN_ACCOUNT']);
    expect(await accountOf(owner)).toMatchObject({ staff_role: 'owner', status: 'active', erased_at: null });
  });

  it.each(own)(
    'cannot change their own %s if they are the only owner; the error says that someone else must become owner first',
    async (_, change) => {
      const answer = await change(owner);
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'LAST_OWNER']);
      expect(await activeOwners()).toBe(1);
    },
  );

  it('leave one owner when they demote, suspend or remove each other at the same time', async () => {
    const changes = [(by: Person, who: Person) => setRole(by, who, 'read_only'), suspend, remove];
    for (const change of changes)
      for (const changeBack of changes) {
        const other = await person('owner');
        const [first, second] = await Promise.all([change(owner, other), changeBack(other, owner)]);
        expect([first.statusCode, second.statusCode].filter((status) => status === 200)).toHaveLength(1);
        expect(await activeOwners()).toBe(1);
        if (first.statusCode !== 200) owner = other;
      }
  });
});

describe('suspended staff', () => {
  it('are signed out immediately, cannot sign in, and can again after reactivation', async () => {
    const member = await person('support');
    expect((await suspend(owner, member)).json().member).toMatchObject({ status: 'suspended', sessions: 0 });
    expect((await call(member, 'GET', API.adminShipments)).statusCode).toBe(401);
    expect((await postLogin(test, member.email, member.password)).json().error).toBe('ACCOUNT_SUSPENDED');
    await call(owner, 'PUT', path(API.adminStaffActivate, { id: member.id }));
    expect((await call(member, 'GET', API.adminShipments)).statusCode).toBe(401);
    expect((await postLogin(test, member.email, member.password)).statusCode).toBe(200);
    expect((await eventsBy(owner)).map(({ type }) => type)).toEqual(['SUSPEND_STAFF', 'ACTIVATE_STAFF']);
  });
});

it('staff who are suspended, demoted or removed lose their open invitations', async () => {
  const member = await person('owner');
  await makeInvitation(test, member.id, { email: 'accomplice-1@shop.example' });
  await suspend(owner, member);
  const demoted = await person('owner');
  await makeInvitation(test, demoted.id, { email: 'accomplice-2@shop.example' });
  await setRole(owner, demoted, 'finance');
  const removed = await person('owner');
  await makeInvitation(test, removed.id, { email: 'accomplice-3@shop.example' });
  await remove(owner, removed);
  expect((await call(owner, 'GET', API.adminStaff)).json().invitations).toEqual([]);
});

it('an owner who is demoted while inviting or resending leaves no invitation behind', async () => {
  const member = await person('owner');
  const kept = await makeInvitation(test, owner.id, { email: 'kept@shop.example' });
  const attempts = await transaction(test.deps.db, async (trx) => {
    await lockStaff(trx);
    await deleteInvitationsBy(trx, member.id);
    await updateStaffRole(trx, member.id, 'finance');
    const calls = Promise.all([
      call(member, 'POST', API.adminStaffInvitations, { email: 'accomplice-4@shop.example', role: 'owner' }),
      call(member, 'POST', path(API.adminStaffInvitationResend, { id: kept })),
    ]);
    // Until here, the member is still an owner for everyone else.
    await Promise.race([calls, sleep(1_000)]);
    return { calls };
  });
  expect((await attempts.calls).map(({ statusCode }) => statusCode)).toEqual([403, 403]);
  const { invitations } = (await call(owner, 'GET', API.adminStaff)).json();
  expect(invitations).toMatchObject([{ id: kept, invitedBy: 'Olive Owner' }]);
});

it('an owner ends all sessions of a person, who can sign in again', async () => {
  const member = await person('support');
  await logInAs(test, member);
  const answer = await call(owner, 'DELETE', path(API.adminStaffSessions, { id: member.id }));
  expect(answer.json().member.sessions).toBe(0);
  expect((await call(member, 'GET', API.verify)).statusCode).toBe(401);
  expect((await logInAs(test, member)).token).toBeDefined();
  expect(await eventsBy(owner)).toEqual([{ type: 'END_STAFF_SESSIONS', staffId: member.id }]);
});

describe('removed staff', () => {
  it('are signed out immediately and cannot sign in or reset the password', async () => {
    const member = await person('finance');
    const mails = test.mails(member.email).length;
    expect((await remove(owner, member)).json()).toEqual({ removed: true });
    expect(await sessionsOf(member)).toEqual([]);
    expect((await call(member, 'GET', API.adminShipments)).statusCode).toBe(401);
    expect((await postLogin(test, member.email, member.password)).json().error).toBe('LOGIN_REFUSED');
    await test.inject({ method: 'POST', url: API.forgotPassword, payload: { email: member.email } });
    const other = await makeUser(test);
    await test.inject({ method: 'POST', url: API.forgotPassword, payload: { email: other.email } });
    // Jobs of one queue run in order, so the second mail shows that the first request was handled.
    await expect.poll(() => test.mails(other.email).length).toBe(1);
    expect(test.mails(member.email)).toHaveLength(mails);
  });

  it.each([
    ['an owner', (member: Person) => remove(owner, member)],
    ['the command', (member: Person) => removeStaffByCommand(test.deps, member.email)],
  ])('lose their second factors when %s removes them', async (_by, removeMember) => {
    const member = await person('finance');
    await setUpTotp(test, member.token);
    await removeMember(member);
    for (const table of ['totp_factors', 'recovery_codes'] as const)
      expect(
        await test.deps.db.selectFrom(table).select('user_id').where('user_id', '=', member.id).execute(),
      ).toEqual([]);
  });

  it('keep their name in the audit log, and their address becomes free', async () => {
    const member = await person('read_only', 'Robin Reader');
    await call(member, 'GET', `${API.adminAuditLogs}?limit=1`);
    await remove(owner, member);
    expect(await accountOf(member)).toMatchObject({
      full_name: 'Robin Reader (former staff)',
      status: 'inactive',
    });
    const url = `${API.adminAuditLogs}?limit=25&action=VIEW_AUDIT_LOGS`;
    const names = (await call(owner, 'GET', url))
      .json()
      .data.auditLogs.map(({ userName }: { userName: string }) => userName);
    expect(names).toContain('Robin Reader (former staff)');
    const register = await test.inject({
      method: 'POST',
      url: API.register,
      payload: { email: member.email, password: 'another password', full_name: 'Robin Reader' },
    });
    expect(register.statusCode).toBe(201);
    expect(await eventsBy(owner)).toEqual([{ type: 'REMOVE_STAFF', staffId: member.id, by: 'staff' }]);
  });

  it('are not found afterward', async () => {
    const member = await person('support');
    await remove(owner, member);
    for (const answer of [await remove(owner, member), await suspend(owner, member)])
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'STAFF_NOT_FOUND']);
  });

  it('can be removed by the command on the host, except for the last owner', async () => {
    const member = await person('owner');
    await removeStaffByCommand(test.deps, member.email.toUpperCase());
    expect((await accountOf(member)).erased_at).not.toBeNull();
    expect(await sessionsOf(member)).toEqual([]);
    await expect(removeStaffByCommand(test.deps, owner.email)).rejects.toMatchObject({ code: 'LAST_OWNER' });
    const client = await makeUser(test);
    await expect(removeStaffByCommand(test.deps, client.email)).rejects.toMatchObject({
      code: 'STAFF_NOT_FOUND',
    });
    expect((await accountOf(client)).erased_at).toBeNull();
  });
});
