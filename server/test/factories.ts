import type { AccountStatus, Role } from '@lading/contract/constants.ts';
import type { LoginAnswer } from '@lading/contract/identity.ts';
import { normalizeEmail } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import { recordEvent } from '../src/domains/audit/record-event.ts';
import {
  findUserByEmail,
  insertSession,
  insertUser,
  touchLastActive,
} from '../src/domains/identity/identity.store.ts';
import { toUser } from '../src/domains/identity/user.ts';
import { hours, later } from '../src/platform/clock.ts';
import { transaction } from '../src/platform/db/database.ts';
import { digest, newId, newSecret } from '../src/platform/ids.ts';
import type { TestApp } from './build-test-app.ts';

export const PASSWORD = 'correct horse battery';

let count = 0;
/** All test users share one password, so its hash is computed once. */
let passwordHash: Promise<string> | undefined;

export interface TestUser {
  id: string;
  email: string;
  password: string;
}

/** Inserts a user, by default an active client. */
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

/** Leaves the same records as a login, without the cost of checking the password. */
export async function logInAs({ deps }: TestApp, { email }: TestUser): Promise<LoginAnswer> {
  const user = await findUserByEmail(deps.db, normalizeEmail(email));
  if (user?.status !== 'active') throw new Error(`${email} cannot log in`);
  const now = deps.clock.now();
  const token = newSecret();
  const expiresAt = later(now, hours(12));
  await transaction(deps.db, async (trx) => {
    await insertSession(trx, {
      token_hash: digest(token),
      user_id: user.id,
      created_at: now,
      expires_at: expiresAt,
      ip_address: '127.0.0.1',
      user_agent: 'lightMyRequest',
    });
    await touchLastActive(trx, user.id, now);
    const origin = { ip: '127.0.0.1', requestId: newId() };
    await recordEvent(trx, deps.clock, origin, {
      type: 'LOGIN',
      status: 'success',
      userId: user.id,
      userRole: user.role,
      details: {},
    });
  });
  return { token, user: toUser(user), expiresAt: expiresAt.toISOString() };
}

/** Logs in over HTTP, for tests of logging in. All others use `logInAs`, which is faster. */
export async function logInByPassword(test: TestApp, user: TestUser): Promise<LoginAnswer> {
  const answer = await postLogin(test, user.email, user.password);
  if (answer.statusCode !== 200) throw new Error(`could not log in: ${answer.body}`);
  return answer.json();
}
