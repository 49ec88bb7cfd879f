import { dateIn } from '@lading/contract/calendar-date.ts';
import { ProfileAnswerSchema } from '@lading/contract/profile.ts';
import { API } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../../lib/api-client.ts';
import { useSavedParcels } from '../../../lib/saved-parcels.ts';
import { useRuntimeConfig } from '../../../lib/use-runtime-config.ts';
import type { FillSources } from './fill-in-choices.ts';

/** Today in the operator's time zone, or in the browser's until that is known. */
export function useToday(): string {
  const timeZone = useRuntimeConfig()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return dateIn(timeZone, new Date());
}

export interface FillSourcesState extends FillSources {
  loading: boolean;
  failed: boolean;
  retry: () => void;
}

/** Refetched on focus, because the user may have just edited the profile in another tab. */
export function useFillSources(): FillSourcesState {
  const today = useToday();
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => apiRequest(ProfileAnswerSchema, API.profile, { signal }),
    refetchOnWindowFocus: 'always',
  });
  const saved = useSavedParcels({ refetchOnFocus: true });
  return {
    today,
    profile: profile.data?.data ?? null,
    parcels: saved.parcels,
    loading: profile.isPending || saved.isPending,
    failed: profile.isError || saved.isError,
    retry: () => {
      if (profile.isError) void profile.refetch();
      saved.retry();
    },
  };
}
