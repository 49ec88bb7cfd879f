import { AdminClientAnswerSchema } from '@lading/contract/admin-clients.ts';
import {
  AdminBillingDocumentsAnswerSchema,
  type BillingSettingsAnswer,
  BillingSettingsAnswerSchema,
  type BillingSettingsBody,
} from '@lading/contract/billing.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { API, path } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { mergeEdits } from '../../lib/merge-edits.ts';
import { ALL_DOCUMENTS_KEY, CLIENT_BILLING_KEY } from '../../ui/billing/document-keys.ts';
import type { DocumentsView } from '../../ui/billing/documents-view.ts';
import { BILLING_SETTINGS_KEY, readBillingSettings } from '../../ui/billing/use-billing-settings.ts';

export function useAllDocuments(view: DocumentsView) {
  const client = useQueryClient();
  const documents = useQuery({
    queryKey: [...ALL_DOCUMENTS_KEY, view],
    queryFn: ({ signal }) =>
      apiRequest(AdminBillingDocumentsAnswerSchema, API.adminBillingDocuments, {
        area: 'admin',
        query: { ...view, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const reload = async () => {
    void client.invalidateQueries({ queryKey: CLIENT_BILLING_KEY });
    await client.invalidateQueries({ queryKey: ALL_DOCUMENTS_KEY });
  };
  return { documents, reload };
}

export function useSaveSettings() {
  const client = useQueryClient();
  return async (loaded: BillingSettingsAnswer, { startMonth, ...edited }: BillingSettingsBody) => {
    const newest = await readBillingSettings();
    client.setQueryData(BILLING_SETTINGS_KEY, newest);
    const body = mergeEdits<Omit<BillingSettingsAnswer, 'startMonth'>>(loaded, edited, newest);
    const answer = await apiRequest(BillingSettingsAnswerSchema, API.adminBillingSettings, {
      area: 'admin',
      method: 'PUT',
      body: { ...body, ...(startMonth !== undefined && { startMonth }) },
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
