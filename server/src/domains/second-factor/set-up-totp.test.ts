import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeUser, PASSWORD } from '../../../test/factories.ts';
import { finishLogin, setUpTotp, startLogin, tokenOf } from '../../../test/second-factor.ts';
import { AppError } from '../../platform/app-error.ts';
import { TRIES_PER_BLOCK } from './factor-tries.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

describe('setting up an authenticator app', () => {
  it('is not blocked by correct codes that an overloaded server could not confirm', async () => {
    const token = await tokenOf(test, await makeUser(test));
    const overloaded = vi
      .spyOn(test.deps.passwords, 'hash')
      .mockImplementation(() => Promise.reject(new AppError('OVERLOADED')));
    for (let count = 0; count < TRIES_PER_BLOCK; count += 1)
      await expect(setUpTotp(test, token)).rejects.toThrow('OVERLOADED');
    overloaded.mockRestore();
    expect((await setUpTotp(test, token)).recoveryCodes).toHaveLength(10);
  });
});

it('signing in with a code renews an outdated password hash, too', async () => {
  const { db, passwords } = test.deps;
  const user = await makeUser(test);
  const { app } = await setUpTotp(test, await tokenOf(test, user));
  const outdated = await hash(PASSWORD, { memoryCost: 64, timeCost: 3, parallelism: 1 });
  await db.updateTable('users').set({ password_hash: outdated }).where('id', '=', user.id).execute();
  const { challenge } = await startLogin(test, user);
  expect((await finishLogin(test, { challenge, code: app.code() })).statusCode).toBe(200);
  const { password_hash: stored } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(passwords.isOutdated(stored)).toBe(false);
  expect(await passwords.matches(PASSWORD, stored)).toBe(true);
});
