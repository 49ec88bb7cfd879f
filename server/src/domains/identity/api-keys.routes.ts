import {
  ApiKeyCreatedAnswerSchema,
  ApiKeysAnswerSchema,
  CreateApiKeyBodySchema,
} from '@lading/contract/api-keys.ts';
import { API } from '@lading/contract/routes.ts';
import { ACCOUNT_LIMITS } from '../../platform/http/rate-limits.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './manage-api-keys.ts';

const route = routesOf<IdentityDeps>('Account');

export const API_KEY_ROUTES = [
  route({
    method: 'GET',
    path: API.apiKeys,
    access: 'user',
    operationId: 'listApiKeys',
    summary: 'Lists the API keys of the account, without the keys themselves.',
    answer: ApiKeysAnswerSchema,
    handle: (deps, { actor }) => listApiKeys(deps, actor.userId),
  }),
  route({
    method: 'POST',
    path: API.apiKeys,
    access: 'user',
    proof: 'always',
    verifiedEmail: true,
    operationId: 'createApiKey',
    summary: 'Creates an API key and returns it this once. Notifies the owner of the account.',
    rateLimit: ACCOUNT_LIMITS.apiKeys,
    body: CreateApiKeyBodySchema,
    answer: ApiKeyCreatedAnswerSchema,
    status: 201,
    handle: (deps, { actor, body }) => createApiKey(deps, actor, body),
  }),
  route({
    method: 'DELETE',
    path: API.apiKey,
    access: 'user',
    operationId: 'deleteApiKey',
    summary: 'Deletes an API key. Programs that use it are refused from now on.',
    params: IdSchema,
    answer: ApiKeysAnswerSchema,
    handle: async (deps, { actor, params }) => {
      await deleteApiKey(deps, actor, params.id);
      return listApiKeys(deps, actor.userId);
    },
  }),
];
