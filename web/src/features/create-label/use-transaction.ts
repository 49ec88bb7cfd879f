import { API, path } from '@lading/contract/routes.ts';
import { type TransactionAnswer, TransactionAnswerSchema } from '@lading/contract/shipments.ts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';

export type Transaction = TransactionAnswer['transaction'];

const POLL_MS = 2000;

const fetchTransaction = (id: string, signal: AbortSignal) =>
  apiRequest(TransactionAnswerSchema, path(API.transaction, { id }), { signal });

export const loadTransaction = async (id: string, signal: AbortSignal): Promise<Transaction> =>
  (await fetchTransaction(id, signal)).transaction;

/** Polls while the label or its refund is in progress. */
export const useTransaction = (id: string) =>
  useQuery({
    queryKey: ['transaction', id],
    queryFn: ({ signal }) => fetchTransaction(id, signal),
    select: ({ transaction }) => transaction,
    refetchInterval: ({ state }) =>
      state.data && ['processing', 'refunding'].includes(state.data.transaction.labelStatus)
        ? POLL_MS
        : false,
  });
