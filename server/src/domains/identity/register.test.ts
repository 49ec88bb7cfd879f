import { AUTH, PHONE } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, postLogin } from '../../../test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const form = (email: string, more: Record<string, unknown> = {}) => ({
  email,
  password: 'a long password',
  full_name: 'Ada Park',
  phone: '(503) 555-0142',
  ...more,
});
const register = (payload: unknown) =>
  test.inject({ method: 'POST', url: API.register, payload: payload as object });
const userOf = (emailKey: string) =>
  test.deps.db.selectFrom('users').selectAll().where('email_key', '=', emailKey).executeTakeFirst();

describe('signing up', () => {
  it('creates an active client whose password is stored only as an argon2id hash', async () => {
    const answer = await register(form('Ada@Shop.example'));
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ message: 'Your account was created. Please sign in.' });
    const user = await userOf('ada@shop.example');
    expect(user).toMatchObject({
      email: 'Ada@Shop.example',
      full_name: 'Ada Park',
      phone: '5035550142',
      role: 'client',
      status: 'active',
    });
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$/);
    expect(
      await test.deps.db
        .selectFrom('audit_logs')
        .select(['event_type', 'status'])
        .where('user_id', '=', user?.id ?? '')
        .execute(),
    ).toEqual([{ event_type: 'SIGN_UP', status: 'success' }]);
  });

  it.each(['BEA@corner.EXAMPLE', ' bea@corner.example ', 'ｂea@corner.example'])(
    'rejects %j when the account exists (AU05)',
    async (email) => {
      await register(form('bea@corner.example'));
      const answer = await register(form(email));
      expect(answer.statusCode).toBe(409);
      expect(answer.json().message).toBe('An account with this email already exists');
      const { count } = await test.deps.db
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('email_key', 'like', '%corner.example')
        .executeTakeFirstOrThrow();
      expect(count).toBe(1);
    },
  );

  it('accepts exactly one of twenty concurrent sign-ups with one address', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(form('race@shop.example'))));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(19);
  });

  it.each(['badminton@club.org', 'admin@evil.example', 'x+admin@y.example'])(
    'creates a client for %s (AU18)',
    async (email) => {
      expect((await register(form(email))).statusCode).toBe(201);
      const { token, user } = (await postLogin(test, email, 'a long password')).json();
      expect(user.role).toBe('client');
      const refused = await test.inject({ url: API.adminAuditLogs, headers: bearer(token) });
      expect(refused.statusCode).toBe(403);
    },
  );

  it('ignores role, status and other fields that are not part of the form (MA01)', async () => {
    const hostile = {
      role: 'admin',
      is_admin: true,
      status: 'suspended',
      commission: 99,
      userId: 'x',
      id: 'y',
    };
    expect((await register(form('mass@shop.example', hostile))).statusCode).toBe(201);
    expect(await userOf('mass@shop.example')).toMatchObject({ role: 'client', status: 'active' });
  });

  it.each([
    [{ full_name: '' }, AUTH.signUpFieldsRequired],
    [{ full_name: '   ' }, AUTH.signUpFieldsRequired],
    [{ email: undefined }, AUTH.signUpFieldsRequired],
    [{ password: undefined }, AUTH.signUpFieldsRequired],
    [{ password: '1234567' }, AUTH.passwordTooShort],
    [{ phone: '+15035550142' }, PHONE.countryCode],
    [{ phone: '0015035550142' }, PHONE.countryCode],
    [{ phone: '12345' }, PHONE.tenDigits],
    [{ email: 'no-at-sign' }, 'Please enter a valid email address'],
    [{ email: { $ne: '' } }, AUTH.signUpFieldsRequired],
    [{ full_name: 'x'.repeat(201) }, 'Please use at most 200 characters.'],
  ])('rejects %j with the message of the form and changes nothing (AU20)', async (change, sentence) => {
    const answer = await register(form('refused@shop.example', change));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'VALIDATION_FAILED', message: sentence });
    expect(await userOf('refused@shop.example')).toBeUndefined();
  });

  it.each([
    ['64 emoji', '😀'.repeat(64)],
    ['leading spaces', '   spaces matter'],
    ['a NUL', 'nul\u0000inside it'],
  ])('does not alter a password with %s (AU10)', async (name, password) => {
    const email = `${name.replaceAll(' ', '-')}@pass.example`;
    expect((await register(form(email, { password }))).statusCode).toBe(201);
    expect((await postLogin(test, email, password)).statusCode).toBe(200);
    expect((await postLogin(test, email, password.trim().slice(0, -1))).statusCode).toBe(401);
  });

  it('rejects a password of more than 1024 bytes before hashing it (AU10)', async () => {
    const answer = await register(form('huge@pass.example', { password: 'é'.repeat(513) }));
    expect(answer.statusCode).toBe(400);
    expect(
      (await register(form('huge@pass.example', { password: 'x'.repeat(1024 * 1024) }))).statusCode,
    ).toBe(413);
  });

  it('rejects a hostile address quickly (IN05)', async () => {
    for (const email of [`a@${'a.'.repeat(50_000)}`, `${'a'.repeat(5000)}@b.c`, 'a@b', '@', 'a b@c.d']) {
      expect([400, 413]).toContain((await register(form(email))).statusCode);
    }
  });
});
