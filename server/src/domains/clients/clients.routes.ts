import type { Role } from '@lading/contract/constants.ts';
import { ErrorBodySchema } from '@lading/contract/errors.ts';
import {
  ProfileAnswerSchema,
  ProfileBodySchema,
  SavedAddressAnswerSchema,
  SavedAddressBodySchema,
  SavedAddressesAnswerSchema,
  SavedParcelAnswerSchema,
  SavedParcelBodySchema,
  SavedParcelsAnswerSchema,
  UpdateProfileAnswerSchema,
} from '@lading/contract/profile.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import type { Origin } from '../audit/audit.events.ts';
import { type ProfileDeps, showProfile, updateProfile } from './profile.ts';
import {
  changeAddress,
  changeParcel,
  forget,
  listSavedAddresses,
  listSavedParcels,
  saveAddress,
  saveParcel,
} from './saved-things.ts';

const BODY_LIMIT = 16 * 1024;
const security = [{ token: [] }];
const refusals = { '4xx': ErrorBodySchema };
const IdSchema = z.object({ id: z.uuid() });
const GoneSchema = z.object({ deleted: z.literal(true) });

interface Deps extends ProfileDeps {
  requireUser: (request: FastifyRequest) => Promise<void>;
  actorOf: (request: FastifyRequest) => Origin & { userId: string; role: Role };
}

export function clientRoutes(app: HttpServer, deps: Deps): void {
  const { requireUser: preValidation, actorOf } = deps;
  const route = (summary: string) => ({ tags: ['Profile'], security, summary });

  app.get(
    API.profile,
    {
      preValidation,
      schema: {
        ...route('The client and the default sender address.'),
        response: { 200: ProfileAnswerSchema, ...refusals },
      },
    },
    (request) => showProfile(deps, actorOf(request)),
  );
  app.put(
    API.profile,
    {
      bodyLimit: BODY_LIMIT,
      preValidation,
      schema: {
        ...route('Changes name, phone and default address; the email address stays.'),
        body: ProfileBodySchema,
        response: { 200: UpdateProfileAnswerSchema, ...refusals },
      },
    },
    (request) => updateProfile(deps, actorOf(request), request.body),
  );

  app.get(
    API.savedAddresses,
    {
      preValidation,
      schema: { ...route('The address book.'), response: { 200: SavedAddressesAnswerSchema, ...refusals } },
    },
    async (request) => ({ addresses: await listSavedAddresses(deps, actorOf(request)) }),
  );
  app.post(
    API.savedAddresses,
    {
      bodyLimit: BODY_LIMIT,
      preValidation,
      schema: {
        ...route('Adds to the address book.'),
        body: SavedAddressBodySchema,
        response: { 201: SavedAddressAnswerSchema, ...refusals },
      },
    },
    async (request, reply) =>
      reply.code(201).send({ address: await saveAddress(deps, actorOf(request), request.body) }),
  );
  app.put(
    API.savedAddress,
    {
      bodyLimit: BODY_LIMIT,
      preValidation,
      schema: {
        ...route('Changes an entry of the address book.'),
        params: IdSchema,
        body: SavedAddressBodySchema,
        response: { 200: SavedAddressAnswerSchema, ...refusals },
      },
    },
    async (request) => ({
      address: await changeAddress(deps, actorOf(request), request.params.id, request.body),
    }),
  );
  app.delete(
    API.savedAddress,
    {
      preValidation,
      schema: {
        ...route('Removes an entry of the address book.'),
        params: IdSchema,
        response: { 200: GoneSchema, ...refusals },
      },
    },
    async (request) => {
      await forget(deps, actorOf(request), 'saved_addresses', request.params.id);
      return { deleted: true as const };
    },
  );

  app.get(
    API.savedParcels,
    {
      preValidation,
      schema: { ...route('Saved packages.'), response: { 200: SavedParcelsAnswerSchema, ...refusals } },
    },
    async (request) => ({ parcels: await listSavedParcels(deps, actorOf(request)) }),
  );
  app.post(
    API.savedParcels,
    {
      bodyLimit: BODY_LIMIT,
      preValidation,
      schema: {
        ...route('Saves a package.'),
        body: SavedParcelBodySchema,
        response: { 201: SavedParcelAnswerSchema, ...refusals },
      },
    },
    async (request, reply) =>
      reply.code(201).send({ parcel: await saveParcel(deps, actorOf(request), request.body) }),
  );
  app.put(
    API.savedParcel,
    {
      bodyLimit: BODY_LIMIT,
      preValidation,
      schema: {
        ...route('Changes a saved package.'),
        params: IdSchema,
        body: SavedParcelBodySchema,
        response: { 200: SavedParcelAnswerSchema, ...refusals },
      },
    },
    async (request) => ({
      parcel: await changeParcel(deps, actorOf(request), request.params.id, request.body),
    }),
  );
  app.delete(
    API.savedParcel,
    {
      preValidation,
      schema: {
        ...route('Removes a saved package.'),
        params: IdSchema,
        response: { 200: GoneSchema, ...refusals },
      },
    },
    async (request) => {
      await forget(deps, actorOf(request), 'saved_parcels', request.params.id);
      return { deleted: true as const };
    },
  );
}
