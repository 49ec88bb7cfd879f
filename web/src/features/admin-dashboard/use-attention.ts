import {
  ATTENTION_ROWS,
  AttentionAnswerSchema,
  EndSnoozesAnswerSchema,
  MAX_ATTENTION_ROWS,
  SnoozeAnswerSchema,
  type SnoozeBody,
} from '@lading/contract/attention.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { reportLoadFailed } from './use-dashboard.ts';

const KEY = ['attention'];

/** Never served from the cache, because an admin comes back after acting on an item. */
export function useAttention(all: boolean) {
  const query = { limit: all ? MAX_ATTENTION_ROWS : ATTENTION_ROWS };
  const attention = useQuery({
    queryKey: [...KEY, query],
    queryFn: async ({ signal }) =>
      (await apiRequest(AttentionAnswerSchema, API.adminAttention, { area: 'admin', query, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  useLoadFailure(attention, reportLoadFailed);
  return attention;
}

export function useSnoozes() {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: KEY });
  return {
    snooze: async (body: SnoozeBody) => {
      await apiRequest(SnoozeAnswerSchema, API.adminAttentionSnoozes, {
        area: 'admin',
        method: 'POST',
        body,
      });
      await reload();
    },
    showSnoozed: async () => {
      await apiRequest(EndSnoozesAnswerSchema, API.adminAttentionSnoozes, {
        area: 'admin',
        method: 'DELETE',
      });
      await reload();
    },
  };
}
