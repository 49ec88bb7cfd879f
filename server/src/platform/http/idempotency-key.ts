import { AppError } from '../app-error.ts';

const MAX_LENGTH = 255;

/** Reads the `Idempotency-Key` header, under which the caller may safely retry a request. */
export function idempotencyKeyOf(call: {
  header(name: 'idempotency-key'): string | undefined;
}): string | undefined {
  const key = call.header('idempotency-key');
  if (key === undefined) return undefined;
  if (key === '' || key.length > MAX_LENGTH)
    throw new AppError('BAD_REQUEST', {
      message: `An Idempotency-Key must have 1 to ${MAX_LENGTH} characters.`,
    });
  return key;
}
