import {
  type GlobalPricingAnswer,
  GlobalPricingAnswerSchema,
  type GlobalPricingBody,
  PricingImpactSchema,
} from '@lading/contract/global-pricing.ts';
import { PRICING } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { toast } from '../../ui/toast/toast.ts';

const PRICING_KEY = ['global-pricing', 'saved'];
const TYPING_PAUSE_MS = 300;

export function usePricing() {
  const result = useQuery({
    queryKey: PRICING_KEY,
    queryFn: ({ signal }) =>
      apiRequest(GlobalPricingAnswerSchema, API.adminGlobalPricing, { area: 'admin', signal }),
    select: ({ globalPricing }) => globalPricing,
  });
  useLoadFailure(result, () => toast.error(PRICING.loadFailed));
  return result;
}

export function useSavePricing() {
  const client = useQueryClient();
  return async (body: GlobalPricingBody) => {
    const answer = await apiRequest(GlobalPricingAnswerSchema, API.adminGlobalPricing, {
      area: 'admin',
      method: 'PUT',
      body,
    });
    client.setQueryData<GlobalPricingAnswer>(PRICING_KEY, answer);
    void client.invalidateQueries({ queryKey: ['price-changes'] });
    toast.success(PRICING.saved);
  };
}

/**
 * Estimates a change once typing pauses; null disables it. Keeps the previous figures, marked as old, while
 * loading.
 */
export function useImpact(change: GlobalPricingBody | null) {
  const wanted = change && `${change.markupType} ${change.markupAmount.toFixed(2)}`;
  const settled = useSettled(wanted);
  const impact = useQuery({
    queryKey: ['global-pricing', 'impact', settled],
    queryFn: ({ signal }) => {
      const [markupType, markupAmount] = (settled ?? '').split(' ');
      const query = { markupType, markupAmount };
      return apiRequest(PricingImpactSchema, API.adminPricingImpact, { area: 'admin', query, signal });
    },
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    // New purchases change the estimate all the time.
    staleTime: 0,
  });
  return { ...impact, isOld: settled !== wanted || impact.isPlaceholderData };
}

function useSettled<T extends string | null>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
