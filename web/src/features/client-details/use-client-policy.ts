import { type AdjustmentPolicy, ClientPolicyAnswerSchema } from '@lading/contract/adjustments.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { mergeEdits } from '../../lib/merge-edits.ts';

export function useClientPolicy(id: string) {
  const client = useQueryClient();
  const key = ['client-adjustment-policy', id];
  const url = path(API.adminClientAdjustmentPolicy, { id });
  const read = (signal?: AbortSignal) =>
    apiRequest(ClientPolicyAnswerSchema, url, { area: 'admin', ...(signal && { signal }) });
  const policy = useQuery({ queryKey: key, queryFn: ({ signal }) => read(signal) });
  return {
    policy,
    save: async (loaded: AdjustmentPolicy, edited: AdjustmentPolicy) => {
      const newest = await read();
      client.setQueryData(key, newest);
      const body = mergeEdits(loaded, edited, newest.policy);
      const answer = await apiRequest(ClientPolicyAnswerSchema, url, { area: 'admin', method: 'PUT', body });
      client.setQueryData(key, answer);
    },
    followDefault: async () => {
      const answer = await apiRequest(ClientPolicyAnswerSchema, url, { area: 'admin', method: 'DELETE' });
      client.setQueryData(key, answer);
    },
  };
}
