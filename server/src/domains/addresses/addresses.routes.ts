import { ValidateAddressAnswerSchema, ValidateAddressBodySchema } from '@lading/contract/addresses.ts';
import { ErrorBodySchema } from '@lading/contract/errors.ts';
import {
  PlaceAnswerSchema,
  PlaceQuerySchema,
  PlacesAnswerSchema,
  PlacesQuerySchema,
  ZipAnswerSchema,
  ZipParamsSchema,
  ZipQuerySchema,
} from '@lading/contract/places.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import { lookUpPlace } from './look-up-place.ts';
import { lookUpZip } from './look-up-zip.ts';
import { type PlacesDeps, suggestPlaces } from './suggest-places.ts';
import { type AddressDeps, validateAddress } from './validate-address.ts';

const BODY_LIMIT = 16 * 1024;

interface Deps extends AddressDeps, PlacesDeps {
  requireUser: (request: FastifyRequest) => Promise<void>;
  actorOf: (request: FastifyRequest) => { userId: string };
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

  app.get(
    API.places,
    {
      preValidation: deps.requireUser,
      schema: {
        tags: ['Addresses'],
        security: [{ token: [] }],
        summary:
          'Completes an address while it is typed: own earlier addresses, cities, ZIP codes and streets.',
        querystring: PlacesQuerySchema,
        response: { 200: PlacesAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    (request) => suggestPlaces(deps, deps.actorOf(request), request.query),
  );

  app.get(
    API.place,
    {
      preValidation: deps.requireUser,
      schema: {
        tags: ['Addresses'],
        security: [{ token: [] }],
        summary: 'The whole address of a suggested place, once it is chosen.',
        querystring: PlaceQuerySchema,
        response: { 200: PlaceAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    (request) => lookUpPlace(deps, request.query),
  );

  app.get(
    `${API.zip}/:zip`,
    {
      preValidation: deps.requireUser,
      schema: {
        tags: ['Addresses'],
        security: [{ token: [] }],
        summary: 'The city and state of a ZIP code.',
        params: ZipParamsSchema,
        querystring: ZipQuerySchema,
        response: { 200: ZipAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    (request) => lookUpZip(deps, { ...request.params, ...request.query }),
  );
}
