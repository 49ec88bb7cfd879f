import { ValidateAddressAnswerSchema, ValidateAddressBodySchema } from '@lading/contract/addresses.ts';
import { ErrorBodySchema } from '@lading/contract/errors.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import { type AddressDeps, validateAddress } from './validate-address.ts';

const BODY_LIMIT = 16 * 1024;

interface Deps extends AddressDeps {
  requireUser: (request: FastifyRequest) => Promise<void>;
}

export function addressRoutes(app: HttpServer, deps: Deps): void {
  app.post(
    API.validateAddress,
    {
      bodyLimit: BODY_LIMIT,
      preValidation: deps.requireUser,
      schema: {
        tags: ['Addresses'],
        security: [{ token: [] }],
        summary: 'Checks an address and tells how it is best written.',
        body: ValidateAddressBodySchema,
        response: { 200: ValidateAddressAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    (request) => validateAddress(deps, request.body),
  );
}
