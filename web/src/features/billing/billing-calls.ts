import {
  BillingDetailsAnswerSchema,
  type BillingDetailsBody,
  BillingDocumentsAnswerSchema,
} from '@lading/contract/billing.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { mergeEdits } from '../../lib/merge-edits.ts';
import type { DocumentsView } from '../../ui/billing/documents-view.ts';

const DETAILS = ['billing', 'details'];

export const useDocuments = ({ kind, year, page }: DocumentsView) =>
  useQuery({
    queryKey: ['billing', 'documents', kind, year, page],
    queryFn: ({ signal }) =>
      apiRequest(BillingDocumentsAnswerSchema, API.billingDocuments, {
        query: { kind, year, page, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

const readDetails = (signal?: AbortSignal) =>
  apiRequest(BillingDetailsAnswerSchema, API.billingDetails, { signal });

export function useDetails() {
  const client = useQueryClient();
  const details = useQuery({ queryKey: DETAILS, queryFn: ({ signal }) => readDetails(signal) });
  const save = async (loaded: BillingDetailsBody, edited: BillingDetailsBody) => {
    const newest = await readDetails();
    client.setQueryData(DETAILS, newest);
    const body = mergeEdits<BillingDetailsBody>(loaded, edited, newest);
    const answer = await apiRequest(BillingDetailsAnswerSchema, API.billingDetails, { method: 'PUT', body });
    client.setQueryData(DETAILS, answer);
  };
  return { details, save };
}
