import {
  ClientAdjustmentAnswerSchema,
  ClientAdjustmentsAnswerSchema,
  type DisputeAdjustmentBody,
} from '@lading/contract/adjustments.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { API, path } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';

/** Five megabytes over a slow connection. */
const FILE_LIMIT_MS = 120_000;
const KEY = 'adjustments';

export const useClientAdjustments = (page: number) =>
  useQuery({
    queryKey: [KEY, page],
    queryFn: ({ signal }) =>
      apiRequest(ClientAdjustmentsAnswerSchema, API.adjustments, {
        query: { page, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** An adjustment appears in the list and in its shipment. */
export function useReloadAdjustments(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([KEY, 'transaction'].map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}

export const openDispute = (id: string, body: DisputeAdjustmentBody) =>
  apiRequest(ClientAdjustmentAnswerSchema, path(API.adjustmentDispute, { id }), { method: 'POST', body });

export const addEvidence = (id: string, file: File) =>
  apiRequest(ClientAdjustmentAnswerSchema, path(API.adjustmentEvidence, { id }), {
    method: 'POST',
    query: { fileName: file.name },
    file: { content: file, type: file.type },
    timeLimitMs: FILE_LIMIT_MS,
  });
