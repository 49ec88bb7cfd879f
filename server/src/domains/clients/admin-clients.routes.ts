import {
  AdminClientAnswerSchema,
  AdminClientsAnswerSchema,
  AdminClientsQuerySchema,
  DeleteClientAnswerSchema,
  DeleteClientBodySchema,
  UpdateClientBodySchema,
} from '@lading/contract/admin-clients.ts';
import { API } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { routesOf } from '../../platform/http/route.ts';
import { type EraseDeps, eraseClient } from './erase-client.ts';
import { listClients, viewClient } from './show-clients.ts';
import { resetToGlobalCommission, setClientStatus, type UpdateDeps, updateClient } from './update-client.ts';

/** The dependency that only this domain has. */
export type AdminClientDeps = Pick<EraseDeps, 'eraseTraces'>;

const BODY_LIMIT = 16 * 1024;
const IdSchema = z.object({ id: z.uuid() });

const route = routesOf<EraseDeps & UpdateDeps>('Clients');

export const ADMIN_CLIENT_ROUTES = [
  route({
    method: 'GET',
    path: API.adminClients,
    access: 'admin',
    operationId: 'listClients',
    summary: 'Lists clients, newest first.',
    query: AdminClientsQuerySchema,
    answer: AdminClientsAnswerSchema,
    handle: (deps, { actor, query }) => listClients(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminClient,
    access: 'admin',
    operationId: 'getClient',
    summary: 'Returns one client.',
    params: IdSchema,
    answer: AdminClientAnswerSchema,
    handle: (deps, { actor, params }) => viewClient(deps, actor, params.id),
  }),
  route({
    method: 'PUT',
    path: API.adminClient,
    access: 'admin',
    operationId: 'updateClient',
    summary: 'Updates the given fields of a client.',
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: UpdateClientBodySchema,
    answer: AdminClientAnswerSchema,
    handle: (deps, { actor, params, body }) => updateClient(deps, actor, params.id, body),
  }),
  route({
    method: 'PUT',
    path: API.adminClientSuspend,
    access: 'admin',
    operationId: 'suspendClient',
    summary: 'Suspends a client and ends their sessions immediately.',
    params: IdSchema,
    answer: AdminClientAnswerSchema,
    handle: (deps, { actor, params }) => setClientStatus(deps, actor, params.id, 'suspended'),
  }),
  route({
    method: 'PUT',
    path: API.adminClientActivate,
    access: 'admin',
    operationId: 'activateClient',
    summary: 'Activates a client, who can then sign in again.',
    params: IdSchema,
    answer: AdminClientAnswerSchema,
    handle: (deps, { actor, params }) => setClientStatus(deps, actor, params.id, 'active'),
  }),
  route({
    method: 'PUT',
    path: API.adminClientGlobalCommission,
    access: 'admin',
    operationId: 'resetClientCommission',
    summary: "Removes a client's own commission, so that the global one applies.",
    params: IdSchema,
    answer: AdminClientAnswerSchema,
    handle: (deps, { actor, params }) => resetToGlobalCommission(deps, actor, params.id),
  }),
  route({
    method: 'DELETE',
    path: API.adminClient,
    access: 'admin',
    operationId: 'deleteClient',
    summary: "Permanently erases a client's personal data; the ledger keeps a pseudonym.",
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: DeleteClientBodySchema,
    answer: DeleteClientAnswerSchema,
    handle: async (deps, { actor, params }) => {
      await eraseClient(deps, actor, params.id);
      return { deleted: true as const };
    },
  }),
];
