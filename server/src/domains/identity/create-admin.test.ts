import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../../test/api-keys.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser, postLogin } from '../../../test/factories.ts';
import { addPasskey, signInWithPasskey, tokenOf } from '../../../test/second-factor.ts';
import { removeStaffByCommand } from '../staff/remove-staff.ts';
import { createAdmin, ensureFirstAdmin } from './create-admin.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const asAdmin = (token: string) => test.inject({ url: API.adminAuditLogs, headers: bearer(token) });

describe('the first admin', { shuffle: false }, () => {
  const admin = { email: 'Boss@Lading.example', password: 'first password' };

  it('is created once from the configuration by processes that start at the same time', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(test.deps, admin)));
    expect(outcomes.toSorted()).toEqual(['created', 'exists', 'exists']);
  });

  it('keeps its password at a later start', async () => {
    expect(await ensureFirstAdmin(test.deps, { ...admin, password: 'another password' })).toBe('exists');
    const { token } = (await postLogin(test, 'boss@lading.example', 'first password')).json();
    expect((await asAdmin(token)).statusCode).toBe(200);
  });

  it('is not created again after it changed its address', async () => {
    const address = 'ada@lading.example';
    await test.deps.db
      .updateTable('users')
      .set({ email: address, email_key: address })
      .where('email_key', '=', 'boss@lading.example')
      .execute();
    expect(await ensureFirstAdmin(test.deps, admin)).toBe('created-before');
    expect((await postLogin(test, admin.email, admin.password)).statusCode).toBe(401);
    expect((await postLogin(test, address, admin.password)).statusCode).toBe(200);
  });

  it('is never a client who signed up with that address', async () => {
    const squatter = await makeUser(test, { email: 'ops@lading.example' });
    expect(await ensureFirstAdmin(test.deps, { email: 'ops@lading.example', password: 'the real one' })).toBe(
      'taken-by-client',
    );
    const { token } = await logInAs(test, squatter);
    expect((await asAdmin(token)).statusCode).toBe(403);
  });

  it('is not recreated from the configuration after it was removed', async () => {
    const dismissed = { email: 'dismissed@lading.example', password: 'still in the file' };
    await createAdmin(test.deps, { ...dismissed, by: 'command' });
    await removeStaffByCommand(test.deps, dismissed.email);
    expect(await ensureFirstAdmin(test.deps, dismissed)).toBe('staff-removed');
    expect((await postLogin(test, dismissed.email, dismissed.password)).statusCode).toBe(401);
  });

  it('can be promoted by the command, which ends its sessions', async () => {
    const user = await makeUser(test, { email: 'promoted@lading.example' });
    const { token } = await logInAs(test, user);
    expect(
      await createAdmin(test.deps, { email: user.email, password: 'new admin password', by: 'command' }),
    ).toBe('promoted');
    expect((await asAdmin(token)).statusCode).toBe(401);
    expect((await postLogin(test, user.email, 'new admin password')).json().user.role).toBe('admin');
  });

  it('cannot be opened with the passkey of a stranger who signed up with that address', async () => {
    const squatter = await makeUser(test, { email: 'squatted@lading.example', verified: false });
    const { passkey } = await addPasskey(test, await tokenOf(test, squatter));
    await createAdmin(test.deps, { email: squatter.email, password: 'new admin password', by: 'command' });
    expect((await signInWithPasskey(test, passkey)).json().error).toBe('PASSKEY_REFUSED');
    expect((await postLogin(test, squatter.email, 'new admin password')).statusCode).toBe(200);
  });

  it('has no API keys of a stranger who signed up with that address', async () => {
    const squatter = await makeUser(test, { email: 'keyed@lading.example', verified: false });
    const { key } = await makeApiKey(test, await tokenOf(test, squatter));
    await createAdmin(test.deps, { email: squatter.email, password: 'new admin password', by: 'command' });
    const refused = await test.inject({ url: API.orders, headers: bearer(key) });
    expect(refused.json().error).toBe('API_KEY_INVALID');
    expect(
      await test.deps.db.selectFrom('api_keys').selectAll().where('user_id', '=', squatter.id).execute(),
    ).toEqual([]);
  });

  it('keeps the second factors of an account that is an admin already', async () => {
    const owner = await makeUser(test, { email: 'owner@lading.example', role: 'admin' });
    const { passkey } = await addPasskey(test, await tokenOf(test, owner));
    await createAdmin(test.deps, { email: owner.email, password: 'new admin password', by: 'command' });
    expect((await signInWithPasskey(test, passkey)).statusCode).toBe(200);
  });
});
