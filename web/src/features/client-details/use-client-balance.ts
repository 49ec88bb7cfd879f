import { AdminBalanceAnswerSchema } from '@lading/contract/balance.ts';
import {
  type BalanceChangeBody,
  type BalanceTerms,
  ClientBalanceSchema,
} from '@lading/contract/balance-terms.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { mergeEdits } from '../../lib/merge-edits.ts';

const keyOf = (id: string) => ['client-balance', id];

const readBalance = (id: string, signal?: AbortSignal) =>
  apiRequest(AdminBalanceAnswerSchema, path(API.adminClientBalance, { id }), {
    area: 'admin',
    ...(signal && { signal }),
  });

export const useClientBalance = (id: string) =>
  useQuery({ queryKey: keyOf(id), queryFn: ({ signal }) => readBalance(id, signal) });

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
    changeTerms: async (loaded: BalanceTerms, edited: BalanceTerms) => {
      const newest = await readBalance(id);
      client.setQueryData(keyOf(id), newest);
      const body = mergeEdits(loaded, edited, newest.balance);
      await apiRequest(ClientBalanceSchema, path(API.adminClientBalanceTerms, { id }), {
        area: 'admin',
        method: 'PUT',
        body,
      });
      await reload();
    },
  };
}
