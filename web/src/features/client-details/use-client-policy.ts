import { type AdjustmentPolicy, ClientPolicyAnswerSchema } from '@lading/contract/adjustments.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';

export function useClientPolicy(id: string) {
  const client = useQueryClient();
  const key = ['client-adjustment-policy', id];
  const url = path(API.adminClientAdjustmentPolicy, { id });
  const policy = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => apiRequest(ClientPolicyAnswerSchema, url, { area: 'admin', signal }),
  });
  return {
    policy,
    save: async (body: AdjustmentPolicy) => {
      const answer = await apiRequest(ClientPolicyAnswerSchema, url, { area: 'admin', method: 'PUT', body });
      client.setQueryData(key, answer);
    },
    followDefault: async () => {
      const answer = await apiRequest(ClientPolicyAnswerSchema, url, { area: 'admin', method: 'DELETE' });
      client.setQueryData(key, answer);
    },
  };
}
