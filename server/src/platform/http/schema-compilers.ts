import type { IncomingMessage, ServerResponse } from 'node:http';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

/** The server as routes see it: typed by the contract's schemas. */
export type HttpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * Input is checked by zod; answers are written by a serialiser compiled from the same schema, which is several times faster than
 * checking them again and leaves out every field that the contract does not list.
 */
export function useContractSchemas(app: FastifyInstance): HttpServer {
  app.setValidatorCompiler(validatorCompiler as Parameters<typeof app.setValidatorCompiler>[0]);
  // The shape of a refusal is the same everywhere and need not be compiled once per route.
  const compiled = new Map<unknown, (value: unknown) => string>();
  app.setSerializerCompiler(({ schema }) => {
    const known = compiled.get(schema) ?? compileSerializer(schema as unknown as z.ZodMiniType);
    compiled.set(schema, known);
    return known;
  });
  return app.withTypeProvider<ZodTypeProvider>();
}

function compileSerializer(schema: z.ZodMiniType): (value: unknown) => string {
  const jsonSchema = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' });
  return fastJsonStringify(jsonSchema as Parameters<typeof fastJsonStringify>[0]);
}
