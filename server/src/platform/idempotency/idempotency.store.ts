import type { Handle, Trx } from '../db/database.ts';
import type { RequestKey } from './request-key.ts';

export const selectKey = (db: Handle, { userId, route, key }: RequestKey) =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'object_id'])
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();

/** False when the key is taken. */
export async function insertKey(
  db: Handle,
  { userId, route, key, bodyHash }: RequestKey,
  objectId: string,
  now: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ user_id: userId, route, key, body_hash: bodyHash, object_id: objectId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('object_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteKeysBefore(db: Handle, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}

export async function deleteKeysOfUser(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
}
