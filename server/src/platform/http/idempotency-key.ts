import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const MAX_LENGTH = 255;

/** The caller's own name for this request, from the `Idempotency-Key` header. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > MAX_LENGTH)
    throw new AppError('BAD_REQUEST', { message: `An Idempotency-Key has 1 to ${MAX_LENGTH} characters.` });
  return key;
}
