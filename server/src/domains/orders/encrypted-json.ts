import type { OrderSourceDeps } from './order-sources.deps.ts';

type SecretDeps = Pick<OrderSourceDeps, 'sourceSecrets'>;

/** Serializes a value as JSON and encrypts it for one client. */
export const encryptJson = ({ sourceSecrets }: SecretDeps, userId: string, value: unknown): Promise<Buffer> =>
  sourceSecrets.seal(userId, Buffer.from(JSON.stringify(value)));

/** `T` is what was encrypted. */
export const decryptJson = async <T>(
  { sourceSecrets }: SecretDeps,
  userId: string,
  encrypted: Buffer,
): Promise<T> => JSON.parse((await sourceSecrets.open(userId, encrypted)).toString()) as T;
