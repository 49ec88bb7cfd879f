import type { Insertable, Selectable } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { ApiKeysTable } from './identity.tables.ts';

export type StoredApiKey = Selectable<ApiKeysTable>;

/** Includes the account's status and role, so a suspension takes effect with the next request. */
export const findLiveApiKey = (db: Handle, keyHash: Buffer) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.id as api_key_id',
      'api_keys.scope',
      'api_keys.last_used_at',
      'users.email_verified_at',
      'users.id',
      'users.role',
      'users.full_name',
      'users.email',
      'users.phone',
      'users.last_active_at',
    ])
    .where('api_keys.key_hash', '=', keyHash)
    .where('users.status', '=', 'active')
    .where('users.role', '=', 'client')
    .executeTakeFirst();

/** Marks the key and its account as used. */
export async function touchApiKey(
  db: Handle,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
  await db.updateTable('users').set({ last_active_at: now }).where('id', '=', userId).execute();
}

export const listApiKeysOf = (db: Handle, userId: string): Promise<StoredApiKey[]> =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export async function countApiKeysOf(db: Handle, userId: string): Promise<number> {
  const row = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('keys'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.keys;
}

export async function insertApiKey(trx: Trx, key: Insertable<ApiKeysTable>): Promise<void> {
  await trx.insertInto('api_keys').values(key).execute();
}

/** False if the account has no such key. */
export async function deleteApiKeyOf(trx: Trx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Returns their number. */
export async function deleteApiKeysOf(trx: Trx, userId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
