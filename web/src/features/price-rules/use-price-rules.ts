import {
  type ChangeClientGroupBody,
  ClientGroupAnswerSchema,
  type ClientGroupBody,
  ClientGroupDeletedSchema,
  DiscardDraftAnswerSchema,
  PriceRulesAnswerSchema,
  PriceVersionAnswerSchema,
  type PublishAgainBody,
  PublishedAnswerSchema,
  SaveDraftAnswerSchema,
} from '@lading/contract/pricing/price-lists.ts';
import { type PreviewDays, PricePreviewSchema } from '@lading/contract/pricing/price-preview.ts';
import type { PriceRule } from '@lading/contract/pricing/price-rules.ts';
import { API, path } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { useReloading } from '../../lib/use-reloading.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

const KEY = ['price-rules'];
const PREVIEW_KEY = ['price-preview'];
/** A preview of a million labels takes a while. */
const PREVIEW_LIMIT_MS = 90_000;

export function usePriceRules() {
  const result = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      apiRequest(PriceRulesAnswerSchema, API.adminPriceRules, { area: 'admin', signal }),
    staleTime: 0,
  });
  useLoadFailure(result, () => toast.error(COPY.loadFailed));
  return result;
}

/** The revision is part of the key, so that a changed draft gets a new preview. */
export const usePreview = (days: PreviewDays, revision: string) =>
  useQuery({
    queryKey: [...PREVIEW_KEY, days, revision],
    queryFn: ({ signal }) =>
      apiRequest(PricePreviewSchema, API.adminPricePreview, {
        area: 'admin',
        query: { days: String(days) },
        signal,
        timeLimitMs: PREVIEW_LIMIT_MS,
      }),
    placeholderData: keepPreviousData,
  });

export const usePriceVersion = (number: number) =>
  useQuery({
    queryKey: [...KEY, 'version', number],
    queryFn: ({ signal }) =>
      apiRequest(PriceVersionAnswerSchema, path(API.adminPriceVersion, { number }), {
        area: 'admin',
        signal,
      }),
  });

/** The calls that change something. Each one reloads the data. */
export function usePriceCalls() {
  const client = useQueryClient();
  const reloading = useReloading(KEY);
  /** For changes after which the draft has the same revision but other prices. A preview takes too long to wait for it. */
  const repricing = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await reloading(change);
    } finally {
      void client.invalidateQueries({ queryKey: PREVIEW_KEY });
    }
  };
  const admin = { area: 'admin' } as const;
  return {
    saveDraft: (revision: string | null, rules: readonly PriceRule[]) =>
      reloading(
        apiRequest(SaveDraftAnswerSchema, API.adminPriceDraft, {
          ...admin,
          method: 'PUT',
          body: { revision, rules },
        }),
      ),
    discard: (revision: string) =>
      reloading(
        apiRequest(DiscardDraftAnswerSchema, API.adminPriceDraft, {
          ...admin,
          method: 'DELETE',
          query: { revision },
        }),
      ),
    publish: (revision: string, body: PublishAgainBody) =>
      reloading(
        apiRequest(PublishedAnswerSchema, API.adminPublishPriceDraft, {
          ...admin,
          method: 'POST',
          body: { revision, ...body },
        }),
      ),
    publishAgain: (number: number, body: PublishAgainBody) =>
      repricing(
        apiRequest(PublishedAnswerSchema, path(API.adminPublishPriceVersion, { number }), {
          ...admin,
          method: 'POST',
          body,
        }),
      ),
    addGroup: (body: ClientGroupBody) =>
      reloading(
        apiRequest(ClientGroupAnswerSchema, API.adminClientGroups, { ...admin, method: 'POST', body }),
      ),
    changeGroup: (id: string, body: Required<ChangeClientGroupBody>) =>
      repricing(
        apiRequest(ClientGroupAnswerSchema, path(API.adminClientGroup, { id }), {
          ...admin,
          method: 'PUT',
          body,
        }),
      ),
    deleteGroup: (id: string) =>
      reloading(
        apiRequest(ClientGroupDeletedSchema, path(API.adminClientGroup, { id }), {
          ...admin,
          method: 'DELETE',
        }),
      ),
  };
}
export type PriceCalls = ReturnType<typeof usePriceCalls>;
