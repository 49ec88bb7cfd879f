import { sql } from 'kysely';
import type { Handle, Trx } from '../db/database.ts';
import type { StatementPart } from '../db/statement-parts.ts';
import type { RequestKey } from './request-key.ts';

export const selectKey = (db: Handle, { userId, route, key }: RequestKey) =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'object_id'])
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();

/** The digest of the first body sent with this key, as a value of another SELECT. */
export const firstBodyHash = ({ userId, route, key }: RequestKey) =>
  sql<Buffer | null>`(SELECT body_hash FROM idempotency_keys WHERE user_id = ${userId} AND route = ${route} AND key = ${key})`;

export const firstObjectId = ({ userId, route, key }: RequestKey) =>
  sql<
    string | null
  >`(SELECT object_id FROM idempotency_keys WHERE user_id = ${userId} AND route = ${route} AND key = ${key})`;

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

/** Takes the key, as a step named `keyed` that returns a row only if the key was free. */
export const keyedPart = (
  { userId, route, key, bodyHash }: RequestKey,
  objectId: string,
  now: Date,
): StatementPart => sql`
  keyed AS (
    INSERT INTO idempotency_keys (user_id, route, key, body_hash, object_id, created_at)
    VALUES (${userId}, ${route}, ${key}, ${bodyHash}, ${objectId}, ${now}) ON CONFLICT DO NOTHING
    RETURNING user_id
  )`;

export async function deleteKeysBefore(db: Handle, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}

export async function deleteKeysOfUser(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
}
