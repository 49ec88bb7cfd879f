import { AdminClientsAnswerSchema } from '@lading/contract/admin-clients.ts';
import { API } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from './api-client.ts';
import { useSettled } from './use-settled.ts';

const MAX_SUGGESTIONS = 8;

/** Clients whose name or email contains the text. For admin screens. */
export function useClientSearch(text: string) {
  const search = useSettled(text.trim());
  const { data } = useQuery({
    queryKey: ['clients', 'search', search],
    queryFn: ({ signal }) =>
      apiRequest(AdminClientsAnswerSchema, API.adminClients, {
        area: 'admin',
        query: { search, limit: String(MAX_SUGGESTIONS) },
        signal,
      }),
    enabled: search !== '',
  });
  return search === '' ? [] : (data?.users ?? []);
}
