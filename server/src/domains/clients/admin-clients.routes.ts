import {
  AdminClientAnswerSchema,
  AdminClientsAnswerSchema,
  AdminClientsQuerySchema,
  DeleteClientAnswerSchema,
  DeleteClientBodySchema,
  UpdateClientBodySchema,
} from '@lading/contract/admin-clients.ts';
import { ErrorBodySchema } from '@lading/contract/errors.ts';
import { API } from '@lading/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import type { Actor } from '../audit/note-view.ts';
import { type EraseDeps, eraseClient } from './erase-client.ts';
import { listClients, viewClient } from './show-clients.ts';
import { setClientStatus, type UpdateDeps, updateClient, useGlobalCommission } from './update-client.ts';

/** What only this domain asks for; the rest others ask for as well. */
export type AdminClientDeps = Pick<EraseDeps, 'eraseTraces'>;

interface Deps extends EraseDeps, UpdateDeps {
  requireAdmin: (request: FastifyRequest) => Promise<void>;
  actorOf: (request: FastifyRequest) => Actor;
}

const BODY_LIMIT = 16 * 1024;
const refusals = { '4xx': ErrorBodySchema };
const params = z.object({ id: z.uuid() });

export function adminClientRoutes(app: HttpServer, deps: Deps): void {
  const { requireAdmin: preValidation, actorOf } = deps;
  const route = (summary: string) => ({ tags: ['Clients'], security: [{ token: [] }], summary });
  const ofOne = (summary: string) => ({
    ...route(summary),
    params,
    response: { 200: AdminClientAnswerSchema, ...refusals },
  });

  app.get(
    API.adminClients,
    {
      preValidation,
      schema: {
        ...route('Clients, newest first.'),
        querystring: AdminClientsQuerySchema,
        response: { 200: AdminClientsAnswerSchema, ...refusals },
      },
    },
    (request) => listClients(deps, actorOf(request), request.query),
  );
  app.get(API.adminClient, { preValidation, schema: ofOne('One client.') }, (request) =>
    viewClient(deps, actorOf(request), request.params.id),
  );
  app.put(
    API.adminClient,
    {
      bodyLimit: BODY_LIMIT,
      preValidation,
      schema: { ...ofOne('Changes what is given of a client.'), body: UpdateClientBodySchema },
    },
    (request) => updateClient(deps, actorOf(request), request.params.id, request.body),
  );
  app.put(
    API.adminClientSuspend,
    { preValidation, schema: ofOne('Suspends a client: sessions end at once.') },
    (request) => setClientStatus(deps, actorOf(request), request.params.id, 'suspended'),
  );
  app.put(API.adminClientActivate, { preValidation, schema: ofOne('Lets a client in again.') }, (request) =>
    setClientStatus(deps, actorOf(request), request.params.id, 'active'),
  );
  app.put(
    API.adminClientGlobalCommission,
    { preValidation, schema: ofOne('Takes a client back to the global commission.') },
    (request) => useGlobalCommission(deps, actorOf(request), request.params.id),
  );
  app.delete(
    API.adminClient,
    {
      bodyLimit: BODY_LIMIT,
      preValidation,
      schema: {
        ...route('Erases the person for good; the books stay under a pseudonym.'),
        params,
        body: DeleteClientBodySchema,
        response: { 200: DeleteClientAnswerSchema, ...refusals },
      },
    },
    async (request) => {
      await eraseClient(deps, actorOf(request), request.params.id);
      return { deleted: true as const };
    },
  );
}
