import { createHash } from 'node:crypto';

/** Identifies one request by the key its client chose, so that a retry finds the first result. */
export interface RequestKey {
  userId: string;
  route: string;
  key: string;
  bodyHash: Buffer;
}

/** Null when the client sent no key. */
export const requestKey = (
  userId: string,
  route: string,
  key: string | undefined,
  body: unknown,
): RequestKey | null =>
  key === undefined || key === ''
    ? null
    : { userId, route, key, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest() };
