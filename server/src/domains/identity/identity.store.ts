import type { CompiledQuery, InferResult, Insertable, Selectable, Updateable } from 'kysely';
import { days, later } from '../../platform/clock.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { PasswordResetsTable, SessionsTable, UsersTable } from './identity.tables.ts';

export async function insertUser(db: Handle, user: Insertable<UsersTable>): Promise<void> {
  await db.insertInto('users').values(user).execute();
}

export type StoredUser = Selectable<UsersTable>;

export function findUserByEmail(db: Handle, emailKey: string) {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey).executeTakeFirst();
}

export function findUserById(db: Handle, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function emailExists(db: Handle, emailKey: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('email_key', '=', emailKey).executeTakeFirst();
  return row !== undefined;
}

const admins = (db: Handle) => db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1);

export const activeAdminExists = async (db: Handle): Promise<boolean> =>
  (await admins(db).where('status', '=', 'active').executeTakeFirst()) !== undefined;

export const removedAdminExists = async (db: Handle): Promise<boolean> =>
  (await admins(db).where('erased_at', 'is not', null).executeTakeFirst()) !== undefined;

export async function updatePassword(db: Handle, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** Replaces a hash by another one of the same password. False if the password has changed since. */
export async function replaceHash(
  db: Handle,
  user: { id: string; password_hash: string },
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function makeAdmin(db: Handle, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ role: 'admin', staff_role: 'owner', status: 'active', password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
}

export async function touchLastActive(db: Handle, userId: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ last_active_at: now }).where('id', '=', userId).execute();
}

/**
 * Locks the account until the transaction ends. False when it is not active or its email address has changed.
 */
export async function lockActive(trx: Trx, user: { id: string; email_key: string }): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('email_key', '=', user.email_key)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Like `lockActive`, and the password is still the one that was verified. Hashing takes a while, in which a
 * reset or change of the password may have ended all sessions.
 */
export async function lockUnchanged(
  trx: Trx,
  user: { id: string; email_key: string; password_hash: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('email_key', '=', user.email_key)
    .where('password_hash', '=', user.password_hash)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateAccount(
  trx: Trx,
  userId: string,
  change: Pick<Updateable<UsersTable>, 'status' | 'email' | 'email_key' | 'email_verified_at'>,
): Promise<void> {
  await trx.updateTable('users').set(change).where('id', '=', userId).execute();
}

/**
 * Replaces the personal data with a pseudonym, or keeps the given name. The new email key is not a valid address, so no
 * sign-up can use it.
 */
export async function erasePerson(
  trx: Trx,
  userId: string,
  { passwordHash, now, name }: { passwordHash: string; now: Date; name?: string },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      email: `deleted-${userId}@erased.invalid`,
      email_key: `erased:${userId}`,
      full_name: name ?? `Deleted client ${userId.slice(0, 8)}`,
      phone: null,
      password_hash: passwordHash,
      status: 'inactive',
      last_active_at: null,
      email_verified_at: null,
      erased_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

export async function insertSession(db: Handle, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

const liveSession = (db: Handle, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as session_id',
      'sessions.authenticated_at',
      'sessions.last_used_at',
      'sessions.remembered',
      'users.email_verified_at',
      'users.id',
      'users.role',
      'users.staff_role',
      'users.full_name',
      'users.email',
      'users.phone',
      'users.last_active_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.status', '=', 'active');

type LiveSession = InferResult<ReturnType<typeof liveSession>>[number];
let compiledLiveSession: CompiledQuery<LiveSession> | undefined;

/**
 * Includes the account's status, so a suspension takes effect with the next lookup. The statement is built once:
 * building it took longer than sending it.
 */
export async function findLiveSession(db: Handle, tokenHash: Buffer, now: Date) {
  compiledLiveSession ??= liveSession(db, tokenHash, now).compile();
  const { rows } = await db.executeQuery<LiveSession>({
    ...compiledLiveSession,
    // In the order of the conditions in `liveSession`.
    parameters: [tokenHash, now, 'active'],
  });
  return rows[0];
}

/**
 * Records a new proof of identity and replaces the token. Returns when the session expires, or undefined if it no longer
 * exists.
 */
export async function renewSession(
  db: Handle,
  sessionId: string,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<Date | undefined> {
  const row = await db
    .updateTable('sessions')
    .set({ token_hash: tokenHash, authenticated_at: now, last_used_at: now })
    .where('id', '=', sessionId)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at;
}

export async function deleteSession(db: Handle, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOfUser(db: Handle, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function replacePasswordReset(
  db: Handle,
  reset: Insertable<PasswordResetsTable>,
): Promise<void> {
  await deletePasswordResetsOfUser(db, reset.user_id);
  await db.insertInto('password_resets').values(reset).execute();
}

export async function deletePasswordResetsOfUser(db: Handle, userId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

export async function hasPasswordResetSince(db: Handle, userId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

export function findPasswordReset(db: Handle, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select([
      'users.id',
      'users.email',
      'users.email_key',
      'users.full_name',
      'users.email_verified_at',
      'users.role',
    ])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
}

/** True for exactly one of several concurrent callers: the one that deletes the row. */
export async function consumePasswordReset(db: Handle, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deleteExpired(db: Handle, now: Date, keepDevicesMs: number | null): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
  await db.deleteFrom('email_links').where('expires_at', '<=', now).execute();
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('login_failures').where('window_ends_at', '<=', now).execute();
  await db
    .deleteFrom('account_mails')
    .where('sent_at', '<=', later(now, -days(1)))
    .execute();
  if (keepDevicesMs === null) return;
  await db.deleteFrom('known_devices').where('last_seen_at', '<=', later(now, -keepDevicesMs)).execute();
}
