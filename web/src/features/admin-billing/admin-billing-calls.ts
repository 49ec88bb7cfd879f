import { AdminClientAnswerSchema } from '@lading/contract/admin-clients.ts';
import {
  AdminBillingDocumentsAnswerSchema,
  BillingSettingsAnswerSchema,
  type BillingSettingsBody,
} from '@lading/contract/billing.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { API, path } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import type { DocumentsView } from '../../ui/billing/documents-view.ts';
import { BILLING_SETTINGS_KEY } from '../../ui/billing/use-billing-settings.ts';

const DOCUMENTS = ['admin-billing', 'documents'];

export function useAllDocuments(view: DocumentsView) {
  const client = useQueryClient();
  const documents = useQuery({
    queryKey: [...DOCUMENTS, view],
    queryFn: ({ signal }) =>
      apiRequest(AdminBillingDocumentsAnswerSchema, API.adminBillingDocuments, {
        area: 'admin',
        query: { ...view, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  return { documents, reload: () => client.invalidateQueries({ queryKey: DOCUMENTS }) };
}

export function useSaveSettings() {
  const client = useQueryClient();
  return async (body: BillingSettingsBody) => {
    const answer = await apiRequest(BillingSettingsAnswerSchema, API.adminBillingSettings, {
      area: 'admin',
      method: 'PUT',
      body,
    });
    client.setQueryData(BILLING_SETTINGS_KEY, answer);
  };
}

/** The client that the URL names. */
export const useFilteredClient = (id: string) =>
  useQuery({
    queryKey: ['clients', 'details', id],
    queryFn: async ({ signal }) =>
      (await apiRequest(AdminClientAnswerSchema, path(API.adminClient, { id }), { area: 'admin', signal }))
        .user,
    enabled: id !== '',
  });
