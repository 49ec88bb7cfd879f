import { AppError } from '../app-error.ts';
import { type Clock, hours, later } from '../clock.ts';
import type { Database, Handle } from '../db/database.ts';
import { deleteKeysBefore, insertKey, selectKey } from './idempotency.store.ts';
import type { RequestKey } from './request-key.ts';

const RETENTION_MS = hours(72);

/** The object that the first request with this key created. Rejects a retry with a different body. */
export async function findFirstResult(db: Handle, request: RequestKey | null): Promise<string | null> {
  const row = request && (await selectKey(db, request));
  if (!row) return null;
  if (!row.body_hash.equals(request.bodyHash)) throw new AppError('KEY_REUSED');
  return row.object_id;
}

/** Ties the key to an object. Returns the object of a concurrent request if that one took the key first. */
export async function rememberRequest(
  db: Handle,
  clock: Clock,
  request: RequestKey | null,
  objectId: string,
): Promise<string> {
  if (!request || (await insertKey(db, request, objectId, clock.now()))) return objectId;
  return (await findFirstResult(db, request)) ?? objectId;
}

export const deleteExpiredKeys = ({ db, clock }: { db: Database; clock: Clock }): Promise<void> =>
  deleteKeysBefore(db, later(clock.now(), -RETENTION_MS));
