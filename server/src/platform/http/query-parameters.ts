import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { AppError } from '../app-error.ts';

/** A filter with a typing error must not return the unfiltered list. */
export function refuseUnknownParameters(schema: z.core.$ZodType) {
  const known = new Set(Object.keys((schema as Partial<z.ZodMiniObject>).shape ?? {}));
  return async ({ query }: FastifyRequest): Promise<void> => {
    const unknown = Object.keys(query as object).find((name) => !known.has(name));
    if (unknown === undefined) return;
    const message = `There is no query parameter "${unknown.slice(0, 60)}".`;
    throw new AppError('VALIDATION_FAILED', { message, fields: [{ path: unknown.slice(0, 60), message }] });
  };
}
