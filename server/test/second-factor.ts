import type { LoginAnswer } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import type { InjectOptions } from 'fastify';
import { codeAt, stepAt } from '../src/domains/second-factor/totp.ts';
import { PUBLIC_URL, type TestApp } from './build-test-app.ts';
import { bearer, logInAs, postLogin, type TestUser } from './factories.ts';
import { SoftwarePasskey } from './software-passkey.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The user's phone. */
class AuthenticatorApp {
  readonly #secret: Buffer;
  readonly #test: TestApp;

  constructor(test: TestApp, secret: string) {
    this.#test = test;
    this.#secret = fromBase32(secret);
  }

  code(stepsFromNow = 0): string {
    return codeAt(this.#secret, stepAt(this.#test.clock.now()) + stepsFromNow);
  }

  /** A code that is certainly wrong now. */
  wrongCode(): string {
    const valid = [-1, 0].map((steps) => this.code(steps));
    return ['000000', '111111', '222222'].find((code) => !valid.includes(code)) ?? '';
  }
}

/** Calls the API as one signed-in account. */
export const caller =
  (test: TestApp, token: string) =>
  (method: InjectOptions['method'] & string, url: string, payload?: object) =>
    test.inject({ method, url, headers: bearer(token), ...(payload ? { payload } : {}) });

export async function setUpTotp(test: TestApp, token: string) {
  const call = caller(test, token);
  const started = await call('POST', API.totp);
  if (started.statusCode !== 200) throw new Error(started.body);
  const app = new AuthenticatorApp(test, started.json().secret);
  const confirmed = await call('POST', API.totpConfirm, { code: app.code() });
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body);
  // The code of the set-up counts as used.
  test.clock.advance(30_000);
  return { app, recoveryCodes: confirmed.json().recoveryCodes as string[] | null };
}

export async function addPasskey(test: TestApp, token: string, name = 'Laptop') {
  const call = caller(test, token);
  const creation = await call('POST', API.passkeyCreation);
  if (creation.statusCode !== 200) throw new Error(creation.body);
  const passkey = new SoftwarePasskey(PUBLIC_URL);
  const added = await call('POST', API.passkeys, { name, passkey: passkey.create(creation.json()) });
  if (added.statusCode !== 201) throw new Error(added.body);
  return { passkey, recoveryCodes: added.json().recoveryCodes as string[] | null };
}

/** Signs in with a passkey alone. */
export async function signInWithPasskey(test: TestApp, passkey: SoftwarePasskey) {
  const asked = await test.inject({ method: 'POST', url: API.loginPasskeyRequest });
  const payload = { passkey: passkey.get(asked.json()) };
  return test.inject({ method: 'POST', url: API.loginPasskey, payload });
}

/** The first step of a sign-in, up to the question for the second factor. */
export async function startLogin(test: TestApp, user: TestUser, extra: object = {}) {
  const answer = await postLogin(test, user.email, user.password, { ...extra });
  if (answer.statusCode !== 401) throw new Error(answer.body);
  return answer.json();
}

export const finishLogin = (test: TestApp, payload: object) =>
  test.inject({ method: 'POST', url: API.loginSecondFactor, payload });

export const tokenOf = async (test: TestApp, user: TestUser): Promise<string> =>
  ((await logInAs(test, user)) satisfies LoginAnswer).token;

export const eventsOf = (test: TestApp, userId: string) =>
  test.deps.db
    .selectFrom('audit_logs')
    .select(['event_type', 'status', 'details'])
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute();
