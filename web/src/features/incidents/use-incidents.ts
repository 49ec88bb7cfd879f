import {
  type Incident,
  IncidentsAnswerSchema,
  SettleIncidentAnswerSchema,
} from '@lading/contract/incidents.ts';
import { API } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { toast } from '../../ui/toast/toast.ts';

export const LOAD_FAILED = 'Failed to load incidents';
/** The dashboard asks the same. */
const KEY = ['open-incidents'];

/** What is wrong may be mended at any moment, by the server too, so it is asked for whenever somebody comes to look. */
export function useIncidents() {
  const result = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => apiRequest(IncidentsAnswerSchema, API.adminIncidents, { area: 'admin', signal }),
    staleTime: 0,
  });
  useLoadFailure(result, () => toast.error(LOAD_FAILED));
  return result;
}

export function useSettle({ kind, objectId }: Incident) {
  const client = useQueryClient();
  return async (body: { note: string }) => {
    const path = API.adminSettleIncident
      .replace(':kind', encodeURIComponent(kind))
      .replace(':objectId', encodeURIComponent(objectId));
    try {
      await apiRequest(SettleIncidentAnswerSchema, path, { area: 'admin', method: 'POST', body });
    } finally {
      // Also after a refusal: somebody else may have settled it meanwhile.
      void client.invalidateQueries({ queryKey: KEY });
    }
  };
}
