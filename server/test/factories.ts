import type { AccountStatus, Role } from '@lading/contract/constants.ts';
import type { LoginAnswer } from '@lading/contract/identity.ts';
import { normalizeEmail } from '@lading/contract/identity.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';
import { API } from '@lading/contract/routes.ts';
import { recordEvent } from '../src/domains/audit/record-event.ts';
import {
  findUserByEmail,
  insertSession,
  insertUser,
  touchLastActive,
} from '../src/domains/identity/identity.store.ts';
import { toUser } from '../src/domains/identity/user.ts';
import { insertPasskey } from '../src/domains/second-factor/second-factor.store.ts';
import { insertInvitation } from '../src/domains/staff/invitations.store.ts';
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

/**
 * Inserts a user, by default an active client. An admin in `strict` gets the required second factor: a passkey
 * that no test uses.
 */
export async function makeUser(
  { deps }: TestApp,
  facts: {
    role?: Role;
    /** Makes an admin with this role. Other admins are owners. */
    staffRole?: StaffRole;
    status?: AccountStatus;
    email?: string;
    name?: string;
    verified?: boolean;
    secondFactor?: 'none';
  } = {},
): Promise<TestUser> {
  count += 1;
  passwordHash ??= deps.passwords.hash(PASSWORD);
  const id = newId();
  const role = facts.role ?? (facts.staffRole ? 'admin' : 'client');
  const email = facts.email ?? `person${count}@shop.example`;
  await insertUser(deps.db, {
    id,
    email,
    email_key: normalizeEmail(email),
    full_name: facts.name ?? `Person ${count}`,
    phone: null,
    password_hash: await passwordHash,
    role,
    ...(facts.staffRole ? { staff_role: facts.staffRole } : {}),
    status: facts.status ?? 'active',
    created_at: deps.clock.now(),
    last_active_at: null,
    email_verified_at: facts.verified === false ? null : deps.clock.now(),
  });
  if (deps.security === 'strict' && role === 'admin' && facts.secondFactor !== 'none')
    await transaction(deps.db, (trx) => insertPasskey(trx, unusedPasskey(id, deps.clock.now())));
  return { id, email, password: PASSWORD };
}

/** An open invitation, without its email. */
export async function makeInvitation(
  { deps }: TestApp,
  invitedBy: string,
  facts: { email?: string; role?: StaffRole; token?: string } = {},
): Promise<string> {
  const id = newId();
  const { email = `${id}@staff.example`, role = 'support', token = newSecret() } = facts;
  const now = deps.clock.now();
  await transaction(deps.db, (trx) =>
    insertInvitation(trx, {
      id,
      token_hash: digest(token),
      email,
      email_key: normalizeEmail(email),
      role,
      invited_by: invitedBy,
      sent_at: now,
      expires_at: later(now, hours(24)),
      mails: 1,
      mails_from: now,
    }),
  );
  return id;
}
export const unusedPasskey = (userId: string, created_at: Date) => ({
  id: newId(),
  user_id: userId,
  credential_id: newSecret(),
  public_key: Buffer.alloc(0),
  counter: 0,
  transports: [],
  synced: false,
  name: 'Unused',
  created_at,
});

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
      authenticated_at: now,
      last_used_at: now,
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
