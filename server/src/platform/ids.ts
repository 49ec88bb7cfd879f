import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** Random, so that IDs cannot be guessed. */
export const newId = (): string => randomUUID();

/** For IDs that other systems send us. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);

/** 256 random bits. Store only their digest. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const bytesDigest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Compares in constant time, also texts of different lengths. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

/** The last part of an id: long enough to find a payment, short enough to read aloud. */
export const shortReference = (id: string): string => id.slice(id.lastIndexOf('-') + 1);
