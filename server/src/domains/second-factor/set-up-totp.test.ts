import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeUser } from '../../../test/factories.ts';
import { setUpTotp, tokenOf } from '../../../test/second-factor.ts';
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
