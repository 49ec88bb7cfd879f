import type { AccountStatus, Role } from '@lading/contract/constants.ts';
import type { LoginAnswer } from '@lading/contract/identity.ts';
import { normalizeEmail } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import { insertUser } from '../src/domains/identity/identity.store.ts';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './build-test-app.ts';

export const PASSWORD = 'correct horse battery';

let count = 0;
/** Of the one password of all: to hash it for each would take as long as everything else that makes a person. */
let passwordHash: Promise<string> | undefined;

export interface TestUser {
  id: string;
  email: string;
  password: string;
}

/** A user as the database holds them, by default an active client. */
export async function makeUser(
  { deps }: TestApp,
  facts: { role?: Role; status?: AccountStatus; email?: string; name?: string } = {},
): Promise<TestUser> {
  count += 1;
  passwordHash ??= deps.passwords.hash(PASSWORD);
  const id = newId();
  const email = facts.email ?? `person${count}@shop.example`;
  await insertUser(deps.db, {
    id,
    email,
    email_key: normalizeEmail(email),
    full_name: facts.name ?? `Person ${count}`,
    phone: null,
    password_hash: await passwordHash,
    role: facts.role ?? 'client',
    status: facts.status ?? 'active',
    created_at: deps.clock.now(),
    last_active_at: null,
  });
  return { id, email, password: PASSWORD };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export function postLogin(
  test: TestApp,
  email: string,
  password: string,
  extra: Record<string, unknown> = {},
  ip?: string,
) {
  return test.inject({
    method: 'POST',
    url: API.login,
    payload: { email, password, ...extra },
    ...(ip ? { remoteAddress: ip } : {}),
  });
}

export async function logInAs(test: TestApp, user: TestUser): Promise<LoginAnswer> {
  const answer = await postLogin(test, user.email, user.password);
  if (answer.statusCode !== 200) throw new Error(`could not log in: ${answer.body}`);
  return answer.json();
}
