import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeUser, PASSWORD, postLogin } from '../../../test/factories.ts';
import {
  addPasskey,
  caller,
  eventsOf,
  finishLogin,
  setUpTotp,
  startLogin,
  tokenOf,
} from '../../../test/second-factor.ts';
import { minutes } from '../../platform/clock.ts';
import { resetFactorsByEmail } from './reset-factors-by-email.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ LADING_SECURITY: 'strict' });
});
afterAll(() => test.close());

const outcome = (answer: { statusCode: number; json(): { error?: string } }) => [
  answer.statusCode,
  answer.json().error,
];
const SETUP_REQUIRED = [403, 'SECOND_FACTOR_SETUP_REQUIRED'];

describe('an admin in strict', () => {
  it('can only set up a second factor until there is one', async () => {
    const admin = await makeUser(test, { role: 'admin', secondFactor: 'none' });
    const answer = await postLogin(test, admin.email, PASSWORD);
    expect(answer.statusCode).toBe(200);
    const { token } = answer.json();
    const call = caller(test, token);
    for (const url of [API.adminClients, API.profile, API.history])
      expect(outcome(await call('GET', url)), url).toEqual(SETUP_REQUIRED);
    expect((await call('GET', API.verify)).statusCode).toBe(200);
    expect((await call('GET', API.secondFactors)).json().required).toBe(true);
    await setUpTotp(test, token);
    expect((await call('GET', API.adminClients)).statusCode).toBe(200);
    expect(outcome(await postLogin(test, admin.email, PASSWORD))).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
  });

  it('cannot remove the last factor', async () => {
    const admin = await makeUser(test, { role: 'admin', secondFactor: 'none' });
    const token = await tokenOf(test, admin);
    await setUpTotp(test, token);
    const call = caller(test, token);
    expect(outcome(await call('DELETE', API.totp))).toEqual([409, 'LAST_SECOND_FACTOR']);
    await addPasskey(test, token);
    expect((await call('DELETE', API.totp)).statusCode).toBe(200);
    const { passkeys } = (await call('GET', API.secondFactors)).json();
    const last = await call('DELETE', path(API.passkey, { id: passkeys[0].id }));
    expect(outcome(last)).toEqual([409, 'LAST_SECOND_FACTOR']);
  });
});

describe('a client in strict', () => {
  it('is offered a second factor, but needs none', async () => {
    const client = await makeUser(test);
    const call = caller(test, await tokenOf(test, client));
    expect((await call('GET', API.profile)).statusCode).toBe(200);
    expect((await call('GET', API.secondFactors)).json().required).toBe(false);
  });
});

describe('SECOND_FACTOR=everyone', () => {
  it('also requires a second factor of clients, who can do nothing else until they set one up', async () => {
    const all = await buildTestApp({ LADING_SECURITY: 'strict', SECOND_FACTOR: 'everyone' });
    try {
      const client = await makeUser(all);
      const token = await tokenOf(all, client);
      const call = caller(all, token);
      for (const url of [API.profile, API.history])
        expect(outcome(await call('GET', url)), url).toEqual(SETUP_REQUIRED);
      expect((await call('GET', API.secondFactors)).json().required).toBe(true);
      await setUpTotp(all, token);
      expect((await call('GET', API.profile)).statusCode).toBe(200);
      expect(outcome(await call('DELETE', API.totp))).toEqual([409, 'LAST_SECOND_FACTOR']);
      expect(outcome(await postLogin(all, client.email, PASSWORD))).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    } finally {
      await all.close();
    }
  });
});

describe('a code in strict', () => {
  it('is accepted only within its own 30 seconds', async () => {
    const client = await makeUser(test);
    const { app } = await setUpTotp(test, await tokenOf(test, client));
    test.clock.advance(minutes(2));
    const { challenge } = await startLogin(test, client);
    expect(outcome(await finishLogin(test, { challenge, code: app.code(-1) }))).toEqual([
      403,
      'CODE_INCORRECT',
    ]);
    expect((await finishLogin(test, { challenge, code: app.code() })).statusCode).toBe(200);
  });
});

describe('resetting the factors of someone who lost them', () => {
  it('can be done by an admin for a client, who gets an email', async () => {
    const admin = await makeUser(test, { role: 'admin', secondFactor: 'none' });
    const adminToken = await tokenOf(test, admin);
    await setUpTotp(test, adminToken);
    const client = await makeUser(test);
    await setUpTotp(test, await tokenOf(test, client));
    const url = path(API.adminClientSecondFactors, { id: client.id });
    test.clock.advance(minutes(11));
    expect(outcome(await caller(test, adminToken)('DELETE', url))).toEqual([403, 'PROOF_REQUIRED']);
    const call = caller(test, await tokenOf(test, admin));
    expect((await call('DELETE', url)).json()).toEqual({ removed: 1 });
    expect((await postLogin(test, client.email, PASSWORD)).statusCode).toBe(200);
    await expect.poll(() => test.mails(client.email).join()).toContain('An administrator removed all second');
    expect((await eventsOf(test, admin.id)).at(-1)).toEqual({
      event_type: 'RESET_SECOND_FACTORS',
      status: 'success',
      details: { userId: client.id, removed: 1 },
    });
    const ofAdmin = await call('DELETE', path(API.adminClientSecondFactors, { id: admin.id }));
    expect(outcome(ofAdmin)).toEqual([404, 'CLIENT_NOT_FOUND']);
  });

  it('is done from the command line for an admin', async () => {
    const admin = await makeUser(test, { role: 'admin', secondFactor: 'none' });
    await setUpTotp(test, await tokenOf(test, admin));
    expect(await resetFactorsByEmail(test.deps, admin.email.toUpperCase())).toBe(1);
    expect(await resetFactorsByEmail(test.deps, 'nobody@shop.example')).toBeNull();
    const { token } = (await postLogin(test, admin.email, PASSWORD)).json();
    expect(outcome(await caller(test, token)('GET', API.adminClients))).toEqual(SETUP_REQUIRED);
  });
});
