import { API } from '@lading/contract/routes.ts';
import { type TransactionAnswer, TransactionAnswerSchema } from '@lading/contract/shipments.ts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';

export type Transaction = TransactionAnswer['transaction'];

const POLL_MS = 2000;

const ask = (id: string, signal: AbortSignal) =>
  apiRequest(TransactionAnswerSchema, API.transaction.replace(':id', encodeURIComponent(id)), { signal });

export const loadTransaction = async (id: string, signal: AbortSignal): Promise<Transaction> =>
  (await ask(id, signal)).transaction;

/** Asked again as long as something is still moving. */
export const useTransaction = (id: string) =>
  useQuery({
    queryKey: ['transaction', id],
    queryFn: ({ signal }) => ask(id, signal),
    select: ({ transaction }) => transaction,
    refetchInterval: ({ state }) =>
      state.data && ['processing', 'refunding'].includes(state.data.transaction.labelStatus)
        ? POLL_MS
        : false,
  });
