import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeInvitation, makeUser, postLogin } from '../../../test/factories.ts';
import { days, hours, minutes } from '../../platform/clock.ts';
import { cleanUpInvitations } from './clean-up-invitations.ts';

let test: TestApp;
let owner: { id: string; token: string };
beforeAll(async () => {
  test = await buildTestApp();
  const user = await makeUser(test, { staffRole: 'owner', name: 'Olive <b>Owner</b>' });
  owner = { id: user.id, token: (await logInAs(test, user)).token };
});
afterAll(() => test.close());

const PASSWORD = 'a password for staff';
let count = 0;
const newAddress = () => `new${++count}@staff.example`;

const post = (url: string, payload: object = {}, token: string | null = owner.token) =>
  test.inject({ method: 'POST', url, payload, headers: token ? bearer(token) : {} });
/** A manual clock may have expired the session. */
const renewSession = async () => {
  const { email } = await test.deps.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow();
  owner.token = (await logInAs(test, { id: owner.id, email, password: '' })).token;
};
const invite = (email: string, role = 'support') => post(API.adminStaffInvitations, { email, role });
const resend = (id: string) => post(path(API.adminStaffInvitationResend, { id }));
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';
const accept = (token: string, more: object = {}) =>
  post(API.acceptInvitation, { token, name: 'New Person', password: PASSWORD, ...more }, null);
const show = (token: string) => post(API.invitation, { token }, null);
const open = async () =>
  (await test.inject({ url: API.adminStaff, headers: bearer(owner.token) })).json().invitations;

async function invited(role?: string) {
  const email = newAddress();
  const { link, invitation } = (await invite(email, role)).json();
  return { email, link, token: tokenOf(link), id: invitation.id as string };
}

describe('an invitation', () => {
  it('is emailed with fixed text, and its link is shown once', async () => {
    const email = newAddress();
    const answer = await invite(email, 'finance');
    expect(answer.statusCode).toBe(201);
    const { invitation, link, delivery } = answer.json();
    expect(delivery).toBe('not_configured');
    expect(link).toMatch(new RegExp(`^${PUBLIC_URL}${PAGES.acceptInvitation}\\?token=[\\w-]{43}$`));
    expect(invitation).toMatchObject({
      email,
      role: 'finance',
      expired: false,
      invitedBy: 'Olive <b>Owner</b>',
    });
    const [mail, ...others] = test.mails(email);
    expect(others).toEqual([]);
    expect(mail).toContain(link);
    expect(mail).not.toContain('Olive');
    expect(JSON.stringify(await open())).not.toContain(tokenOf(link));
  });

  it('is stored as a digest of a token with at least 128 bits', async () => {
    const { token, id } = await invited();
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    const row = await test.deps.db
      .selectFrom('staff_invitations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toHaveLength(32);
    expect(JSON.stringify({ ...row, token_hash: row.token_hash.toString('base64url') })).not.toContain(token);
  });

  it('creates an account with its role that can sign in, and no session', async () => {
    const { email, token } = await invited('finance');
    expect((await show(token)).json()).toMatchObject({ email, role: 'finance' });
    const answer = await accept(token, { name: '  Fin Ance ' });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { message: 'Your account is ready. Please sign in.' },
    ]);
    const login = (await postLogin(test, email, PASSWORD)).json();
    expect(login.user).toMatchObject({ name: 'Fin Ance', email, role: 'admin', staffRole: 'finance' });
    expect((await open()).map((one: { email: string }) => one.email)).not.toContain(email);
    const events = await test.deps.db
      .selectFrom('audit_logs')
      .select('event_type')
      .where('user_id', '=', login.user.id)
      .where('event_type', '=', 'JOIN_STAFF')
      .execute();
    expect(events).toHaveLength(1);
  });

  it('works once, even for concurrent requests', async () => {
    const { email, token } = await invited();
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400, 400, 400]);
    expect((await accept(token)).json().error).toBe('INVITATION_INVALID');
    const accounts = await test.deps.db.selectFrom('users').select('id').where('email', '=', email).execute();
    expect(accounts).toHaveLength(1);
  });

  it('is bound to its address: other fields are not accepted', async () => {
    const { email, token } = await invited('support');
    await accept(token, { email: 'other@staff.example', role: 'owner' });
    const account = await test.deps.db
      .selectFrom('users')
      .select(['email', 'staff_role'])
      .where('email', 'in', [email, 'other@staff.example'])
      .execute();
    expect(account).toEqual([{ email, staff_role: 'support' }]);
  });

  it('expires after seven days', async () => {
    const { token, id } = await invited();
    test.clock.advance(days(7) - minutes(1));
    expect((await show(token)).statusCode).toBe(200);
    test.clock.advance(minutes(1));
    expect((await show(token)).json().error).toBe('INVITATION_INVALID');
    expect((await accept(token)).json().error).toBe('INVITATION_INVALID');
    await renewSession();
    expect((await open()).find((one: { id: string }) => one.id === id)).toMatchObject({ expired: true });
    const { link } = (await resend(id)).json();
    expect((await show(tokenOf(link))).statusCode).toBe(200);
  });

  it('is replaced when it is resent, at most three emails an hour', async () => {
    const { email, token, id } = await invited();
    const second = (await resend(id)).json();
    expect(second.delivery).toBe('not_configured');
    expect((await show(token)).json().error).toBe('INVITATION_INVALID');
    await resend(id);
    const limited = (await resend(id)).json();
    expect(limited.delivery).toBe('limited');
    expect(test.mails(email)).toHaveLength(3);
    expect((await show(tokenOf(limited.link))).statusCode).toBe(200);
    test.clock.advance(hours(1));
    expect((await resend(id)).json().delivery).toBe('not_configured');
    expect(test.mails(email)).toHaveLength(4);
  });

  it('can be revoked', async () => {
    const { token, id } = await invited();
    const revoke = () =>
      test.inject({
        method: 'DELETE',
        url: path(API.adminStaffInvitation, { id }),
        headers: bearer(owner.token),
      });
    expect((await revoke()).json()).toEqual({ revoked: true });
    expect((await accept(token)).json().error).toBe('INVITATION_INVALID');
    expect((await revoke()).json().error).toBe('INVITATION_NOT_FOUND');
    expect((await resend(id)).json().error).toBe('INVITATION_NOT_FOUND');
  });

  it('stays valid when the email cannot be sent, and the reason is logged', async () => {
    const { mailer } = test.deps;
    test.deps.mailer = { send: () => Promise.reject(new Error('The mail server is down')) };
    const answer = await invite(newAddress());
    test.deps.mailer = mailer;
    expect([answer.statusCode, answer.json().delivery]).toEqual([201, 'failed']);
    expect(test.logText()).toMatch(/"mail\.not_sent".*The mail server is down/);
    expect((await show(tokenOf(answer.json().link))).statusCode).toBe(200);
  });

  it('is deleted a month after it expired', async () => {
    const { id } = await invited();
    test.clock.advance(days(37) - minutes(1));
    await cleanUpInvitations(test.deps);
    await renewSession();
    expect((await open()).map((one: { id: string }) => one.id)).toContain(id);
    test.clock.advance(minutes(2));
    await cleanUpInvitations(test.deps);
    expect((await open()).map((one: { id: string }) => one.id)).not.toContain(id);
  });
});

describe('an address', () => {
  it('that belongs to a client, a staff member or an open invitation is refused with the reason', async () => {
    const client = await makeUser(test);
    const member = await makeUser(test, { staffRole: 'support' });
    const { email: pending } = await invited();
    const errors = [];
    for (const email of [client.email.toUpperCase(), member.email, pending])
      errors.push((await invite(email)).json().error);
    expect(errors).toEqual(['CLIENT_ADDRESS', 'ALREADY_STAFF', 'ALREADY_INVITED']);
    expect(test.mails(client.email)).toEqual([]);
  });

  it('is invited once by concurrent requests', async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 4 }, () => invite(email)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
    expect(test.mails(email)).toHaveLength(1);
  });

  it('that a client signed up with after the invitation stays with the client', async () => {
    const { email, token } = await invited('owner');
    const client = await makeUser(test, { email });
    const answer = await accept(token);
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'CLIENT_ADDRESS']);
    const account = await test.deps.db
      .selectFrom('users')
      .select(['role', 'full_name'])
      .where('id', '=', client.id)
      .executeTakeFirst();
    expect(account).toMatchObject({ role: 'client' });
    expect((await show(token)).statusCode).toBe(200);
  });
});

describe('a stranger', () => {
  it('learns nothing from tokens: unknown, used and malformed ones get one answer', async () => {
    const { token } = await invited();
    await accept(token);
    const answers = [];
    for (const guess of ['x'.repeat(43), token, '', '../../x', 'ü'.repeat(40)])
      for (const answer of [await show(guess), await accept(guess)])
        answers.push([answer.statusCode, answer.json().error]);
    expect(new Set(answers.map(String))).toEqual(new Set(['400,INVITATION_INVALID']));
  });

  it('learns nothing about invited addresses from signing in or resetting a password', async () => {
    const { email } = await invited();
    expect((await postLogin(test, email, PASSWORD)).json().error).toBe('LOGIN_REFUSED');
    const known = await post(API.forgotPassword, { email }, null);
    const unknown = await post(API.forgotPassword, { email: 'nobody@staff.example' }, null);
    expect([known.statusCode, known.json()]).toEqual([unknown.statusCode, unknown.json()]);
  });
});

describe('bad input changes nothing', () => {
  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'A\nB' }, 'name'],
    [{ name: 'A\u202eB' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ password: 'short' }, 'password'],
  ])('%o', async (more, field) => {
    const { token } = await invited();
    const answer = await accept(token, more);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields[0].path).toBe(field);
    expect((await show(token)).statusCode).toBe(200);
  });

  it.each([
    { email: 'nobody', role: 'support' },
    { email: 'a@b.example', role: 'client' },
    { role: 'owner' },
  ])('invite %o', async (body) => {
    expect((await post(API.adminStaffInvitations, body)).statusCode).toBe(400);
  });
});

it('removing an owner revokes their invitations and keeps those of other owners', async () => {
  const other = await makeUser(test, { staffRole: 'owner' });
  const id = await makeInvitation(test, other.id);
  const { id: kept } = await invited();
  await test.inject({
    method: 'DELETE',
    url: path(API.adminStaffMember, { id: other.id }),
    headers: bearer(owner.token),
  });
  const ids = (await open()).map((one: { id: string }) => one.id);
  expect([ids.includes(id), ids.includes(kept)]).toEqual([false, true]);
});
