import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { AppError } from '../app-error.ts';

/** A filter with a typing error must not return the unfiltered list. Without a schema, a route has no parameters. */
export function refuseUnknownParameters(schema: z.core.$ZodType | undefined) {
  const known = new Set(Object.keys((schema as Partial<z.ZodMiniObject> | undefined)?.shape ?? {}));
  return async ({ query }: FastifyRequest): Promise<void> => {
    for (const [name, value] of Object.entries(query as object)) {
      const path = name.slice(0, 60);
      if (!known.has(name)) refuse(path, `There is no query parameter "${path}".`);
      if (Array.isArray(value)) refuse(path, `The query parameter "${path}" is repeated.`);
    }
  };
}

function refuse(path: string, message: string): never {
  throw new AppError('VALIDATION_FAILED', { message, fields: [{ path, message }] });
}
