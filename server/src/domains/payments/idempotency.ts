import { createHash } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Handle } from '../../platform/db/database.ts';

/** A caller's own name for one request, so that a repeat finds the first. */
export interface RequestKey {
  userId: string;
  route: string;
  key: string;
  bodyHash: Buffer;
}

export const requestKey = (
  userId: string,
  route: string,
  key: string | undefined,
  body: unknown,
): RequestKey | null =>
  key === undefined || key === ''
    ? null
    : { userId, route, key, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest() };

/** What the first request with this key made; a repeat with another body is refused. */
export async function findRepeat(db: Handle, request: RequestKey | null): Promise<string | null> {
  if (!request) return null;
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'object_id'])
    .where('user_id', '=', request.userId)
    .where('route', '=', request.route)
    .where('key', '=', request.key)
    .executeTakeFirst();
  if (!row) return null;
  if (!row.body_hash.equals(request.bodyHash)) throw new AppError('KEY_REUSED');
  return row.object_id;
}

/** The object that holds the key from now on: this one, or that of a request which was quicker. */
export async function rememberRequest(
  db: Handle,
  clock: Clock,
  request: RequestKey | null,
  objectId: string,
): Promise<string> {
  if (!request) return objectId;
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({
      user_id: request.userId,
      route: request.route,
      key: request.key,
      body_hash: request.bodyHash,
      object_id: objectId,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('object_id')
    .executeTakeFirst();
  return inserted ? objectId : ((await findRepeat(db, request)) ?? objectId);
}

export const deleteOldKeys = (db: Handle, before: Date) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
