import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../../../test/build-test-app.ts';
import { logInByPassword, makeUser } from '../../../test/factories.ts';
import {
  addPasskey,
  caller,
  eventsOf,
  finishLogin,
  startLogin,
  tokenOf,
} from '../../../test/second-factor.ts';
import { SoftwarePasskey } from '../../../test/software-passkey.ts';
import { minutes } from '../../platform/clock.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

async function userWithPasskey() {
  const user = await makeUser(test);
  const token = await tokenOf(test, user);
  return { user, token, ...(await addPasskey(test, token)) };
}

const requestSignIn = async () =>
  (await test.inject({ method: 'POST', url: API.loginPasskeyRequest })).json();
const signIn = (passkey: object, extra: object = {}) =>
  test.inject({ method: 'POST', url: API.loginPasskey, payload: { passkey, ...extra } });
const outcome = (answer: { statusCode: number; json(): { error?: string } }) => [
  answer.statusCode,
  answer.json().error,
];
const REFUSED = [403, 'PASSKEY_REFUSED'];

describe('adding a passkey', () => {
  it('stores it with a name and brings recovery codes with the first factor', async () => {
    const { user, token, recoveryCodes } = await userWithPasskey();
    expect(recoveryCodes).toHaveLength(10);
    test.clock.advance(minutes(1));
    const second = await addPasskey(test, token, '  Security key ');
    expect(second.recoveryCodes).toBeNull();
    const shown = (await caller(test, token)('GET', API.secondFactors)).json();
    expect(shown.passkeys.map(({ name }: { name: string }) => name)).toEqual(['Laptop', 'Security key']);
    expect(shown.passkeyOrigin).toBe(PUBLIC_URL);
    await expect.poll(() => test.mails(user.email).join()).toContain('Second factor: passkey');
    expect((await eventsOf(test, user.id)).at(-1)).toEqual({
      event_type: 'SECOND_FACTOR_ADDED',
      status: 'success',
      details: { factor: 'passkey' },
    });
  });

  it('names the passkeys that the account already has', async () => {
    const { token, passkey } = await userWithPasskey();
    const creation = (await caller(test, token)('POST', API.passkeyCreation)).json();
    expect(creation.excludeCredentials).toMatchObject([{ id: passkey.id, type: 'public-key' }]);
    expect(creation.rp.id).toBe('labels.example.com');
  });

  it('refuses another origin, a used or foreign challenge, and a credential that exists', async () => {
    const token = await tokenOf(test, await makeUser(test));
    const call = caller(test, token);
    const creation = async () => (await call('POST', API.passkeyCreation)).json();
    const add = (passkey: object) => call('POST', API.passkeys, { name: 'Phone', passkey });
    const device = () => new SoftwarePasskey(PUBLIC_URL);

    expect(outcome(await add(device().create(await creation(), { origin: 'https://evil.example' })))).toEqual(
      REFUSED,
    );
    const options = await creation();
    const first = device();
    expect((await add(first.create(options))).statusCode).toBe(201);
    expect(outcome(await add(device().create(options)))).toEqual(REFUSED);
    expect(outcome(await add(first.create(await creation())))).toEqual(REFUSED);
    const late = await creation();
    test.clock.advance(minutes(5));
    expect(outcome(await add(device().create(late)))).toEqual(REFUSED);

    const other = caller(test, await tokenOf(test, await makeUser(test)));
    const foreign = (await other('POST', API.passkeyCreation)).json();
    expect(outcome(await add(device().create(foreign)))).toEqual(REFUSED);
    expect((await call('GET', API.secondFactors)).json().passkeys).toHaveLength(1);
  });
});

describe('signing in with a passkey alone', () => {
  it('needs no password and notes the use', async () => {
    const { user, token, passkey } = await userWithPasskey();
    const request = await requestSignIn();
    expect(request).toMatchObject({ userVerification: 'required', allowCredentials: [] });
    const answer = await signIn(passkey.get(request), { remember: true });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().user.id).toBe(user.id);
    const [shown] = (await caller(test, token)('GET', API.secondFactors)).json().passkeys;
    expect(shown.lastUsedAt).toBe(test.clock.now().toISOString());
    expect((await eventsOf(test, user.id)).at(-1)).toEqual({
      event_type: 'LOGIN',
      status: 'success',
      details: { method: 'passkey' },
    });
  });

  it.each([
    ['another origin', { origin: 'https://labels.example.com.evil.example' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['a device that did not verify its user', { verified: false }],
    ['the user handle of another account', { userHandle: 'someone-else' }],
  ])('refuses %s', async (_name, faults) => {
    const { passkey } = await userWithPasskey();
    expect(outcome(await signIn(passkey.get(await requestSignIn(), faults)))).toEqual(REFUSED);
  });

  it('refuses a replayed answer, an expired one, and a counter that decreases', async () => {
    const { passkey } = await userWithPasskey();
    const answered = passkey.get(await requestSignIn());
    expect((await signIn(answered)).statusCode).toBe(200);
    expect(outcome(await signIn(answered))).toEqual(REFUSED);
    const late = await requestSignIn();
    test.clock.advance(minutes(5));
    expect(outcome(await signIn(passkey.get(late)))).toEqual(REFUSED);
    expect(outcome(await signIn(passkey.get(await requestSignIn(), { counter: 1 })))).toEqual(REFUSED);
    expect((await signIn(passkey.get(await requestSignIn()))).statusCode).toBe(200);
  });

  it('refuses an unknown passkey, another key, and a challenge of a sign-in with a password', async () => {
    const { user, passkey } = await userWithPasskey();
    expect(outcome(await signIn(new SoftwarePasskey(PUBLIC_URL).get(await requestSignIn())))).toEqual(
      REFUSED,
    );
    const forged = new SoftwarePasskey(PUBLIC_URL).get(await requestSignIn());
    expect(outcome(await signIn({ ...forged, id: passkey.id, rawId: passkey.id }))).toEqual(REFUSED);
    const { passkeyRequest } = await startLogin(test, user);
    expect(outcome(await signIn(passkey.get(passkeyRequest)))).toEqual(REFUSED);
  });

  it('tells a suspended account why', async () => {
    const { user, passkey } = await userWithPasskey();
    await test.deps.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute();
    expect(outcome(await signIn(passkey.get(await requestSignIn())))).toEqual([403, 'ACCOUNT_SUSPENDED']);
  });
});

describe('a passkey as second factor', () => {
  it('finishes a sign-in with a password, even without user verification', async () => {
    const { user, passkey } = await userWithPasskey();
    const { challenge, methods, passkeyRequest } = await startLogin(test, user);
    expect(methods).toEqual(['passkey', 'recovery-code']);
    expect(passkeyRequest.allowCredentials).toMatchObject([{ id: passkey.id }]);
    const answer = await finishLogin(test, {
      challenge,
      passkey: passkey.get(passkeyRequest, { verified: false }),
    });
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it("refuses another user's passkey and an answer to another challenge", async () => {
    const { user, passkey } = await userWithPasskey();
    const stranger = await userWithPasskey();
    const { challenge, passkeyRequest } = await startLogin(test, user);
    const foreign = stranger.passkey.get(passkeyRequest);
    expect(outcome(await finishLogin(test, { challenge, passkey: foreign }))).toEqual(REFUSED);
    const other = await startLogin(test, user);
    const misplaced = passkey.get(other.passkeyRequest);
    expect(outcome(await finishLogin(test, { challenge, passkey: misplaced }))).toEqual(REFUSED);
    const anonymous = passkey.get(await requestSignIn());
    expect(outcome(await finishLogin(test, { challenge, passkey: anonymous }))).toEqual(REFUSED);
    const right = passkey.get(passkeyRequest);
    expect((await finishLogin(test, { challenge, passkey: right })).statusCode).toBe(200);
  });
});

describe('confirming who is signed in', () => {
  it('works with a passkey and replaces the token', async () => {
    const { token, passkey } = await userWithPasskey();
    test.clock.advance(minutes(11));
    const call = caller(test, token);
    expect(outcome(await call('POST', API.recoveryCodes))).toEqual([403, 'PROOF_REQUIRED']);
    const request = (await call('POST', API.provePasskey)).json();
    const unverified = passkey.get(request, { verified: false });
    expect(outcome(await call('POST', API.proveByFactor, { passkey: unverified }))).toEqual(REFUSED);
    const again = (await call('POST', API.provePasskey)).json();
    const proof = passkey.get(again);
    const proven = await call('POST', API.proveByFactor, { passkey: proof });
    expect(proven.statusCode, proven.body).toBe(200);
    const renewed = caller(test, proven.json().token);
    expect((await renewed('POST', API.recoveryCodes)).statusCode).toBe(200);
    expect((await call('GET', API.secondFactors)).statusCode).toBe(401);
    expect(outcome(await renewed('POST', API.proveByFactor, { passkey: proof }))).toEqual(REFUSED);
  });

  it("refuses another user's passkey", async () => {
    const { token } = await userWithPasskey();
    const stranger = await userWithPasskey();
    const call = caller(test, token);
    const request = (await call('POST', API.provePasskey)).json();
    const foreign = stranger.passkey.get(request);
    expect(outcome(await call('POST', API.proveByFactor, { passkey: foreign }))).toEqual(REFUSED);
    const theirs = (await caller(test, stranger.token)('POST', API.provePasskey)).json();
    const own = stranger.passkey.get(theirs);
    expect(outcome(await call('POST', API.proveByFactor, { passkey: own }))).toEqual(REFUSED);
  });
});

describe('managing passkeys', () => {
  it("renames and removes only the account's own passkeys", async () => {
    const { user, token } = await userWithPasskey();
    const stranger = caller(test, await tokenOf(test, await makeUser(test)));
    const call = caller(test, token);
    const [{ id }] = (await call('GET', API.secondFactors)).json().passkeys;
    const url = path(API.passkey, { id });
    expect(outcome(await stranger('PATCH', url, { name: 'Mine' }))).toEqual([404, 'FACTOR_NOT_FOUND']);
    expect(outcome(await stranger('DELETE', url))).toEqual([404, 'FACTOR_NOT_FOUND']);
    expect((await call('PATCH', url, { name: 'Work laptop' })).json().passkeys[0].name).toBe('Work laptop');
    expect((await call('PATCH', url, { name: ' ' })).statusCode).toBe(400);
    expect((await call('DELETE', url)).json()).toMatchObject({ passkeys: [], recoveryCodes: null });
    expect((await logInByPassword(test, user)).token).toBeTruthy();
    expect((await eventsOf(test, user.id)).map((event) => event.event_type)).toContain(
      'SECOND_FACTOR_REMOVED',
    );
  });
});

describe('an installation without a domain name', () => {
  it('offers no passkeys and says why', async () => {
    const { user, token } = await userWithPasskey();
    const own = test.deps.publicUrl;
    test.deps.publicUrl = () => 'http://192.168.1.20:3000';
    try {
      const call = caller(test, token);
      expect((await call('GET', API.secondFactors)).json().passkeyOrigin).toBeNull();
      expect(outcome(await call('POST', API.passkeyCreation))).toEqual([409, 'PASSKEYS_UNAVAILABLE']);
      const asked = await test.inject({ method: 'POST', url: API.loginPasskeyRequest });
      expect(outcome(asked)).toEqual([409, 'PASSKEYS_UNAVAILABLE']);
      expect((await startLogin(test, user)).methods).toEqual(['recovery-code']);
    } finally {
      test.deps.publicUrl = own;
    }
  });
});
