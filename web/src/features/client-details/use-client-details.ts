import { AdminClientAnswerSchema } from '@lading/contract/admin-clients.ts';
import { AdminShipmentsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import {
  type ClientNotesAnswer,
  ClientNotesAnswerSchema,
  ClientOverviewSchema,
} from '@lading/contract/client-overview.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';

export const useClient = (id: string) =>
  useQuery({
    queryKey: ['clients', 'details', id],
    queryFn: async ({ signal }) =>
      (await apiRequest(AdminClientAnswerSchema, path(API.adminClient, { id }), { area: 'admin', signal }))
        .user,
  });

export const useOverview = (id: string) =>
  useQuery({
    queryKey: ['client-overview', id],
    queryFn: ({ signal }) =>
      apiRequest(ClientOverviewSchema, path(API.adminClientOverview, { id }), { area: 'admin', signal }),
  });

const LAST_SHIPMENTS = 10;

export const useLastShipments = (clientId: string) =>
  useQuery({
    queryKey: ['client-shipments', clientId],
    queryFn: async ({ signal }) => {
      const query = { clientId, page: 1, limit: LAST_SHIPMENTS };
      const options = { area: 'admin', query, signal } as const;
      return (await apiRequest(AdminShipmentsAnswerSchema, API.adminShipments, options)).data.shipments;
    },
  });

export function useNotes(id: string) {
  const client = useQueryClient();
  const key = ['client-notes', id];
  const url = path(API.adminClientNotes, { id });
  const keep = (answer: ClientNotesAnswer) => client.setQueryData(key, answer);
  const notes = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => apiRequest(ClientNotesAnswerSchema, url, { area: 'admin', signal }),
  });
  return {
    notes,
    add: async (text: string) =>
      keep(await apiRequest(ClientNotesAnswerSchema, url, { area: 'admin', method: 'POST', body: { text } })),
    remove: async (noteId: string) =>
      keep(
        await apiRequest(ClientNotesAnswerSchema, path(API.adminClientNote, { id, noteId }), {
          area: 'admin',
          method: 'DELETE',
        }),
      ),
  };
}
