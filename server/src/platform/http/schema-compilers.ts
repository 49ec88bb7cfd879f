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
  app.setSerializerCompiler(({ schema }) => {
    const jsonSchema = z.toJSONSchema(schema as unknown as z.ZodMiniType, {
      io: 'output',
      target: 'draft-7',
    });
    return fastJsonStringify(jsonSchema as Parameters<typeof fastJsonStringify>[0]);
  });
  return app.withTypeProvider<ZodTypeProvider>();
}
