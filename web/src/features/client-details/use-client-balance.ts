import { AdminBalanceAnswerSchema } from '@lading/contract/balance.ts';
import {
  type BalanceChangeBody,
  type BalanceTerms,
  ClientBalanceSchema,
} from '@lading/contract/balance-terms.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';

const keyOf = (id: string) => ['client-balance', id];

export const useClientBalance = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) =>
      apiRequest(AdminBalanceAnswerSchema, path(API.adminClientBalance, { id }), { area: 'admin', signal }),
  });

export function useBalanceChanges(id: string) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: keyOf(id) });
  return {
    change: async (key: string, body: BalanceChangeBody) => {
      // Also after an error: the change may have been saved.
      await apiRequest(ClientBalanceSchema, path(API.adminClientBalance, { id }), {
        area: 'admin',
        method: 'POST',
        body,
        idempotencyKey: key,
      }).finally(reload);
    },
    changeTerms: async (body: BalanceTerms) => {
      await apiRequest(ClientBalanceSchema, path(API.adminClientBalanceTerms, { id }), {
        area: 'admin',
        method: 'PUT',
        body,
      });
      await reload();
    },
  };
}
