import type { OrderSourceDeps } from './order-sources.deps.ts';

type SecretDeps = Pick<OrderSourceDeps, 'sourceSecrets'>;

/** Encrypts a value that only JSON can express, for one client. */
export const sealJson = ({ sourceSecrets }: SecretDeps, userId: string, value: unknown): Promise<Buffer> =>
  sourceSecrets.seal(userId, Buffer.from(JSON.stringify(value)));

/** `T` is what was sealed. */
export const openJson = async <T>(
  { sourceSecrets }: SecretDeps,
  userId: string,
  sealed: Buffer,
): Promise<T> => JSON.parse((await sourceSecrets.open(userId, sealed)).toString()) as T;
