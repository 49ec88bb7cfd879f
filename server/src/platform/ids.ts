import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Random, so that nobody can guess the next one. */
export const newId = (): string => randomUUID();

/** For ids that come back from others, who may call anything ours. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);

/** 256 random bits for the holder; only their digest is ever stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();
