import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { HISTORY } from '@lading/contract/messages.ts';
import { API, path } from '@lading/contract/routes.ts';
import { type HistoryAnswer, TransactionAnswerSchema } from '@lading/contract/shipments.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { HistoryView } from './history-filters.ts';
import { isInProgress } from './history-text.ts';
import { ReadHistorySchema } from './read-history.ts';

const HISTORY_KEY = 'shipping-history';
const LIST_POLL_MS = 5000;
const SHIPMENT_POLL_MS = 2000;

export function useHistory({ shipment: _, ...view }: HistoryView) {
  const query = { ...view, limit: PAGE_SIZE };
  const result = useQuery({
    queryKey: [HISTORY_KEY, query],
    queryFn: ({ signal }) => apiRequest(ReadHistorySchema, API.history, { query, signal }),
    placeholderData: keepPreviousData,
    // After a failure the list offers to try again; polling would only repeat the error message.
    refetchInterval: ({ state }) =>
      state.status === 'success' && state.data?.shipments.some(isInProgress) ? LIST_POLL_MS : false,
  });
  useLoadFailure(result, () => toast.error(HISTORY.loadFailed));
  return result;
}

export const useShipment = (id: string) =>
  useQuery({
    queryKey: ['transaction', id],
    queryFn: ({ signal }) => apiRequest(TransactionAnswerSchema, path(API.transaction, { id }), { signal }),
    select: ({ transaction }) => transaction,
    enabled: id !== '',
    refetchInterval: ({ state }) =>
      state.data && isInProgress(state.data.transaction) ? SHIPMENT_POLL_MS : false,
  });

/** Reads the rows again, because the server marks only the labels that a file really contains. */
export const refreshHistory = (client: QueryClient) => client.invalidateQueries({ queryKey: [HISTORY_KEY] });

/** Marks rows as downloaded on the screen; the server has already recorded the download. */
export function markDownloaded(client: QueryClient, ids: readonly string[]) {
  const downloadedAt = new Date().toISOString();
  client.setQueriesData<HistoryAnswer>(
    { queryKey: [HISTORY_KEY] },
    (answer) =>
      answer && {
        ...answer,
        shipments: answer.shipments.map((item) =>
          ids.includes(item.shipment_id) ? { ...item, downloadedAt } : item,
        ),
      },
  );
}
