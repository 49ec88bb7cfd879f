import {
  type ApiKeyCreatedAnswer,
  ApiKeyCreatedAnswerSchema,
  ApiKeysAnswerSchema,
  type CreateApiKeyBody,
} from '@lading/contract/api-keys.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useReloading } from '../../lib/use-reloading.ts';

const API_KEYS_KEY = ['api-keys'];

export const useApiKeys = () =>
  useQuery({
    queryKey: API_KEYS_KEY,
    queryFn: async ({ signal }) => (await apiRequest(ApiKeysAnswerSchema, API.apiKeys, { signal })).apiKeys,
  });

/** A key whose answer is lost is in the reloaded list, where it can be deleted. */
export function useApiKeyCalls() {
  const reloading = useReloading(API_KEYS_KEY);
  return {
    createApiKey: (body: CreateApiKeyBody): Promise<ApiKeyCreatedAnswer> =>
      reloading(apiRequest(ApiKeyCreatedAnswerSchema, API.apiKeys, { method: 'POST', body })),
    deleteApiKey: (id: string) =>
      reloading(apiRequest(ApiKeysAnswerSchema, path(API.apiKey, { id }), { method: 'DELETE' })),
  };
}
