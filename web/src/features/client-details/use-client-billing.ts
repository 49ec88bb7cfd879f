import {
  AdminBillingDocumentsAnswerSchema,
  BillingDetailsAnswerSchema,
  type BillingDetailsBody,
} from '@lading/contract/billing.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { mergeEdits } from '../../lib/merge-edits.ts';
import { ALL_DOCUMENTS_KEY, CLIENT_BILLING_KEY } from '../../ui/billing/document-keys.ts';
import { useBillingSettings } from '../../ui/billing/use-billing-settings.ts';

const LAST_DOCUMENTS = 10;

export function useClientBilling(id: string) {
  const client = useQueryClient();
  const documentsKey = [...CLIENT_BILLING_KEY, id, 'documents'];
  const detailsKey = [...CLIENT_BILLING_KEY, id, 'details'];
  const detailsPath = path(API.adminClientBillingDetails, { id });
  const documents = useQuery({
    queryKey: documentsKey,
    queryFn: async ({ signal }) => {
      const query = { clientId: id, page: 1, limit: LAST_DOCUMENTS };
      const options = { area: 'admin', query, signal } as const;
      return (await apiRequest(AdminBillingDocumentsAnswerSchema, API.adminBillingDocuments, options))
        .documents;
    },
  });
  const readDetails = (signal?: AbortSignal) =>
    apiRequest(BillingDetailsAnswerSchema, detailsPath, { area: 'admin', ...(signal && { signal }) });
  const details = useQuery({ queryKey: detailsKey, queryFn: ({ signal }) => readDetails(signal) });
  const settings = useBillingSettings();
  return {
    documents,
    details,
    /** Undefined until the settings are loaded. */
    startMonth: settings.data?.startMonth,
    reload: async () => {
      void client.invalidateQueries({ queryKey: ALL_DOCUMENTS_KEY });
      await client.invalidateQueries({ queryKey: documentsKey });
    },
    saveDetails: async (loaded: BillingDetailsBody, edited: BillingDetailsBody) => {
      const newest = await readDetails();
      client.setQueryData(detailsKey, newest);
      const body = mergeEdits<BillingDetailsBody>(loaded, edited, newest);
      const options = { area: 'admin', method: 'PUT', body } as const;
      client.setQueryData(detailsKey, await apiRequest(BillingDetailsAnswerSchema, detailsPath, options));
    },
  };
}
