import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { PasswordResetsTable, SessionsTable, UsersTable } from './identity.tables.ts';

export async function insertUser(db: Handle, user: Insertable<UsersTable>): Promise<void> {
  await db.insertInto('users').values(user).execute();
}

export type StoredUser = Selectable<UsersTable>;

export function findUserByEmail(db: Handle, emailKey: string) {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey).executeTakeFirst();
}

export async function emailExists(db: Handle, emailKey: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('email_key', '=', emailKey).executeTakeFirst();
  return row !== undefined;
}

export async function adminExists(db: Handle): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updatePassword(db: Handle, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

export async function makeAdmin(db: Handle, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ role: 'admin', status: 'active', password_hash: passwordHash })
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

export async function updateAccount(
  trx: Trx,
  userId: string,
  change: Pick<Updateable<UsersTable>, 'status' | 'email' | 'email_key'>,
): Promise<void> {
  await trx.updateTable('users').set(change).where('id', '=', userId).execute();
}

/** Replaces the personal data by a pseudonym. No valid address has this key, so no sign-up can take it. */
export async function erasePerson(
  trx: Trx,
  userId: string,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      email: `deleted-${userId}@erased.invalid`,
      email_key: `erased:${userId}`,
      full_name: `Deleted client ${userId.slice(0, 8)}`,
      phone: null,
      password_hash: passwordHash,
      status: 'inactive',
      last_active_at: null,
      erased_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

export async function insertSession(db: Handle, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Checks the account's status on every request, so a suspension takes effect immediately. */
export function findLiveSession(db: Handle, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.role',
      'users.full_name',
      'users.email',
      'users.phone',
      'users.last_active_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
}

export async function deleteSession(db: Handle, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOfUser(db: Handle, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function deleteOldestSessionsBeyond(db: Handle, userId: string, limit: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .offset(limit),
    )
    .execute();
}

export async function hasSessionFrom(db: Handle, emailKey: string, ip: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.id')
    .where('users.email_key', '=', emailKey)
    .where('sessions.ip_address', '=', ip)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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
    .select(['users.id', 'users.email_key', 'users.role'])
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

export async function deleteExpired(db: Handle, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
  await db.deleteFrom('login_failures').where('window_ends_at', '<=', now).execute();
}

export async function countFailures(db: Handle, keys: string[], now: Date): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('login_failures')
    .select(['key', 'failures'])
    .where('key', 'in', keys)
    .where('window_ends_at', '>', now)
    .execute();
  return new Map(rows.map((row) => [row.key, row.failures]));
}

/** Increments each counter, or restarts it when its window has ended. Sorted keys prevent deadlocks. */
export async function addFailures(db: Handle, keys: string[], now: Date, windowEndsAt: Date): Promise<void> {
  await db
    .insertInto('login_failures')
    .values([...keys].sort().map((key) => ({ key, failures: 1, window_ends_at: windowEndsAt })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql`CASE WHEN login_failures.window_ends_at > ${now} THEN login_failures.failures + 1 ELSE 1 END`,
        window_ends_at: sql`CASE WHEN login_failures.window_ends_at > ${now} THEN login_failures.window_ends_at ELSE excluded.window_ends_at END`,
      }),
    )
    .execute();
}

export async function deleteFailures(db: Handle, keys: string[]): Promise<void> {
  await db.deleteFrom('login_failures').where('key', 'in', keys).execute();
}
