import { AppError } from '../app-error.ts';
import { type Clock, hours, later } from '../clock.ts';
import type { Database, Handle } from '../db/database.ts';
import type { StatementPart } from '../db/statement-parts.ts';
import {
  deleteKeysBefore,
  firstBodyHash,
  firstObjectId,
  insertKey,
  keyedPart,
  selectKey,
} from './idempotency.store.ts';
import type { RequestKey } from './request-key.ts';

const RETENTION_MS = hours(72);

/** The object that the first request with this key created. Rejects a retry with a different body. */
export async function findFirstResult(db: Handle, request: RequestKey | null): Promise<string | null> {
  const row = request && (await selectKey(db, request));
  if (!row) return null;
  requireSameBody(request, row.body_hash);
  return row.object_id;
}

/** What the first request with this key sent and created, as values of another SELECT. */
export const firstRequest = (request: RequestKey | null) =>
  request && { bodyHash: firstBodyHash(request), objectId: firstObjectId(request) };

export function requireSameBody({ bodyHash }: RequestKey, firstHash: Buffer): void {
  if (!firstHash.equals(bodyHash)) throw new AppError('KEY_REUSED');
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

/** Ties the key to an object as a step of the statement that creates it. The step is empty if the key is taken. */
export const rememberPart = (
  clock: Clock,
  request: RequestKey | null,
  objectId: string,
): StatementPart | null => request && keyedPart(request, objectId, clock.now());

export const deleteExpiredKeys = ({ db, clock }: { db: Database; clock: Clock }): Promise<void> =>
  deleteKeysBefore(db, later(clock.now(), -RETENTION_MS));
