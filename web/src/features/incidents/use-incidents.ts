import {
  type Incident,
  IncidentsAnswerSchema,
  SettleIncidentAnswerSchema,
} from '@lading/contract/incidents.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

const KEY = ['open-incidents'];

/** Never served from the cache, because the server also closes incidents automatically. */
export function useIncidents() {
  const result = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => apiRequest(IncidentsAnswerSchema, API.adminIncidents, { area: 'admin', signal }),
    staleTime: 0,
  });
  useLoadFailure(result, () => toast.error(COPY.loadFailed));
  return result;
}

export function useSettle({ kind, objectId }: Incident) {
  const client = useQueryClient();
  return async (body: { note: string }) => {
    const url = path(API.adminSettleIncident, { kind, objectId });
    try {
      await apiRequest(SettleIncidentAnswerSchema, url, { area: 'admin', method: 'POST', body });
    } finally {
      // Also after an error: another admin may have settled it first.
      void client.invalidateQueries({ queryKey: KEY });
    }
  };
}
