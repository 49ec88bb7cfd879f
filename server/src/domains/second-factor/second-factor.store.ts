import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { PasskeysTable } from './second-factor.tables.ts';

export type StoredPasskey = Selectable<PasskeysTable>;

/** Makes changes of one account's factors wait for each other. */
export async function lockFactors(trx: Trx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`second-factor:${userId}`}, 0))`.execute(trx);
}

export async function hasSecondFactor(db: Handle, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM totp_factors WHERE user_id = ${userId} AND confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM passkeys WHERE user_id = ${userId}) AS has`.execute(db);
  return rows[0]?.has ?? false;
}

export function findTotp(db: Handle, userId: string, state: 'confirmed' | 'pending') {
  return db
    .selectFrom('totp_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'confirmed' ? 'is not' : 'is', null)
    .executeTakeFirst();
}

export async function replacePendingTotp(
  trx: Trx,
  factor: { id: string; user_id: string; sealed_secret: Buffer; created_at: Date },
): Promise<void> {
  await trx
    .deleteFrom('totp_factors')
    .where('user_id', '=', factor.user_id)
    .where('confirmed_at', 'is', null)
    .execute();
  await trx.insertInto('totp_factors').values(factor).execute();
}

/** The confirmed factor replaces the previous one. False when the factor is gone. */
export async function confirmTotp(
  trx: Trx,
  { id, userId, step, now }: { id: string; userId: string; step: number; now: Date },
): Promise<boolean> {
  await trx
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .execute();
  const result = await trx
    .updateTable('totp_factors')
    .set({ confirmed_at: now, used_step: step, last_used_at: now })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** True for exactly one of several concurrent uses of a code. */
export async function useTotpStep(db: Handle, id: string, step: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('totp_factors')
    .set({ used_step: step, last_used_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('used_step', 'is', null), where('used_step', '<', step)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Does nothing if the secret has changed since it was read. */
export async function resealTotp(
  db: Handle,
  { id, sealed_secret }: { id: string; sealed_secret: Buffer },
  sealed: Buffer,
): Promise<void> {
  await db
    .updateTable('totp_factors')
    .set({ sealed_secret: sealed })
    .where('id', '=', id)
    .where('sealed_secret', '=', sealed_secret)
    .execute();
}

export async function deleteTotp(trx: Trx, userId: string): Promise<number> {
  const rows = await trx
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .execute();
  return rows.filter((row) => row.confirmed_at !== null).length;
}

export const listPasskeys = (db: Handle, userId: string): Promise<StoredPasskey[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findPasskey = (db: Handle, credentialId: string): Promise<StoredPasskey | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

export async function insertPasskey(trx: Trx, passkey: Insertable<PasskeysTable>): Promise<void> {
  await trx.insertInto('passkeys').values(passkey).execute();
}

/** False when another use has already moved the counter. Passkeys without a counter always report zero. */
export async function usePasskey(
  db: Handle,
  passkey: StoredPasskey,
  { counter, synced, now }: { counter: number; synced: boolean; now: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ counter, synced, last_used_at: now })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function renamePasskey(
  trx: Trx,
  passkey: { id: string; userId: string; name: string },
): Promise<boolean> {
  const result = await trx
    .updateTable('passkeys')
    .set({ name: passkey.name })
    .where('id', '=', passkey.id)
    .where('user_id', '=', passkey.userId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns the name of the deleted passkey. */
export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function deletePasskeysOf(trx: Trx, userId: string): Promise<number> {
  const result = await trx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(result.numDeletedRows);
}
