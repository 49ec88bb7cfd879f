import { SessionsAnswerSchema, SessionsEndedAnswerSchema } from '@lading/contract/account.ts';
import {
  AdminClientAnswerSchema,
  AdminClientsAnswerSchema,
  AdminClientsQuerySchema,
  DeleteClientAnswerSchema,
  DeleteClientBodySchema,
  UpdateClientBodySchema,
} from '@lading/contract/admin-clients.ts';
import { ApiKeysAnswerSchema, ApiKeysDeletedAnswerSchema } from '@lading/contract/api-keys.ts';
import { ClientNoteBodySchema, ClientNotesAnswerSchema } from '@lading/contract/client-overview.ts';
import { API } from '@lading/contract/routes.ts';
import { uuid } from '@lading/contract/uuid.ts';
import * as z from 'zod/mini';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { type ClientApiKeyDeps, deleteClientApiKeys, listClientApiKeys } from './client-api-keys.ts';
import { addNote, listNotes, removeNote } from './client-notes.ts';
import { type ClientSessionDeps, endClientSessions, listClientSessions } from './client-sessions.ts';
import { eraseClient } from './erase-client.ts';
import type { EraseDeps } from './erase-personal-data.ts';
import { listClients, viewClient } from './show-clients.ts';
import { resetToGlobalCommission, setClientStatus, type UpdateDeps, updateClient } from './update-client.ts';

/** The dependency that only this domain has. */
export type AdminClientDeps = Pick<EraseDeps, 'eraseTraces' | 'erasureFile' | 'closeBalance'>;

const BODY_LIMIT = 16 * 1024;

const route = routesOf<EraseDeps & UpdateDeps & ClientSessionDeps & ClientApiKeyDeps>('Clients');

export const ADMIN_CLIENT_ROUTES = [
  route({
    method: 'GET',
    path: API.adminClients,
    access: 'admin',
    permission: 'clients.read',
    operationId: 'listClients',
    summary: 'Lists clients, newest first unless sorted.',
    query: AdminClientsQuerySchema,
    answer: AdminClientsAnswerSchema,
    handle: (deps, { actor, query }) => listClients(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.adminClient,
    access: 'admin',
    permission: 'clients.read',
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
    permission: 'clients.write',
    proof: 'recent',
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
    permission: 'clients.suspend',
    proof: 'recent',
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
    permission: 'clients.suspend',
    operationId: 'activateClient',
    summary: 'Activates a client, who can then sign in again.',
    params: IdSchema,
    answer: AdminClientAnswerSchema,
    handle: (deps, { actor, params }) => setClientStatus(deps, actor, params.id, 'active'),
  }),
  route({
    method: 'GET',
    path: API.adminClientSessions,
    access: 'admin',
    permission: 'clients.read',
    operationId: 'listClientSessions',
    summary: 'Lists where a client is signed in.',
    params: IdSchema,
    answer: SessionsAnswerSchema,
    handle: (deps, { params }) => listClientSessions(deps, params.id),
  }),
  route({
    method: 'DELETE',
    path: API.adminClientSessions,
    access: 'admin',
    permission: 'sessions.end',
    proof: 'recent',
    operationId: 'endClientSessions',
    summary: 'Ends all sessions of a client.',
    params: IdSchema,
    answer: SessionsEndedAnswerSchema,
    handle: (deps, { actor, params }) => endClientSessions(deps, actor, params.id),
  }),
  route({
    method: 'GET',
    path: API.adminClientApiKeys,
    access: 'admin',
    permission: 'clients.read',
    operationId: 'listClientApiKeys',
    summary: 'Lists the API keys of a client, without the keys themselves.',
    params: IdSchema,
    answer: ApiKeysAnswerSchema,
    handle: (deps, { params }) => listClientApiKeys(deps, params.id),
  }),
  route({
    method: 'DELETE',
    path: API.adminClientApiKeys,
    access: 'admin',
    permission: 'sessions.end',
    proof: 'recent',
    operationId: 'deleteClientApiKeys',
    summary: 'Deletes all API keys of a client, and notifies the client.',
    params: IdSchema,
    answer: ApiKeysDeletedAnswerSchema,
    handle: (deps, { actor, params }) => deleteClientApiKeys(deps, actor, params.id),
  }),
  route({
    method: 'PUT',
    path: API.adminClientGlobalCommission,
    access: 'admin',
    permission: 'pricing.write',
    proof: 'recent',
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
    permission: 'clients.delete',
    proof: 'recent',
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
  route({
    method: 'GET',
    path: API.adminClientNotes,
    access: 'admin',
    permission: 'clients.read',
    operationId: 'listClientNotes',
    summary: 'Lists the notes about a client, newest first.',
    params: IdSchema,
    answer: ClientNotesAnswerSchema,
    handle: (deps, { params }) => listNotes(deps, params.id),
  }),
  route({
    method: 'POST',
    path: API.adminClientNotes,
    access: 'admin',
    permission: 'clients.write',
    operationId: 'addClientNote',
    summary: 'Adds a note about a client. Clients never see notes.',
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: ClientNoteBodySchema,
    answer: ClientNotesAnswerSchema,
    handle: (deps, { actor, params, body }) => addNote(deps, actor, params.id, body.text),
  }),
  route({
    method: 'DELETE',
    path: API.adminClientNote,
    access: 'admin',
    permission: 'clients.write',
    operationId: 'deleteClientNote',
    summary: 'Deletes a note about a client.',
    params: z.object({ id: uuid(), noteId: uuid() }),
    answer: ClientNotesAnswerSchema,
    handle: (deps, { actor, params }) => removeNote(deps, actor, params.id, params.noteId),
  }),
];
