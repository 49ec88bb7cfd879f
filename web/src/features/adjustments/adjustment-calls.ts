import {
  type AdjustmentPolicy,
  AdjustmentPolicySchema,
  AdminAdjustmentAnswerSchema,
  AdminAdjustmentsAnswerSchema,
  type DecideDisputeBody,
} from '@lading/contract/adjustments.ts';
import {
  CarrierInvoiceAnswerSchema,
  CarrierInvoicesAnswerSchema,
  InvoiceImportAnswerSchema,
  type InvoiceLayout,
  InvoicePreviewAnswerSchema,
} from '@lading/contract/carrier-invoices.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { API, path } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { mergeEdits } from '../../lib/merge-edits.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { toast } from '../../ui/toast/toast.ts';
import { type AdjustmentsView, filtersOf } from './adjustments-view.ts';
import { COPY } from './copy.ts';

const KEY = 'admin-adjustments';
const admin = { area: 'admin' } as const;
/** Reading and booking tens of thousands of charges takes a while. */
const FILE_LIMIT_MS = 600_000;

/** Everything on the page starts with this key, so that one call reloads it. */
export function useAdjustments(view: AdjustmentsView) {
  const { page, sortBy, sortOrder } = view;
  const query = { ...filtersOf(view), page, limit: PAGE_SIZE, sortBy, sortOrder };
  const adjustments = useQuery({
    queryKey: [KEY, 'list', query],
    queryFn: async ({ signal }) =>
      (await apiRequest(AdminAdjustmentsAnswerSchema, API.adminAdjustments, { ...admin, query, signal }))
        .data,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(adjustments, () => toast.error(COPY.loadFailed));
  return adjustments;
}

/** Never served from the cache, because the client may have added evidence. */
export const useAdjustment = (id: string) =>
  useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) =>
      apiRequest(AdminAdjustmentAnswerSchema, path(API.adminAdjustment, { id }), { ...admin, signal }),
    staleTime: 0,
    enabled: id !== '',
  });

export function useInvoices(page: number) {
  const query = { page, limit: PAGE_SIZE };
  const invoices = useQuery({
    queryKey: [KEY, 'invoices', query],
    queryFn: async ({ signal }) =>
      (await apiRequest(CarrierInvoicesAnswerSchema, API.adminCarrierInvoices, { ...admin, query, signal }))
        .data,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(invoices, () => toast.error(COPY.invoices.loadFailed));
  return invoices;
}

export const useInvoice = (id: string) =>
  useQuery({
    queryKey: [KEY, 'invoice', id],
    queryFn: ({ signal }) =>
      apiRequest(CarrierInvoiceAnswerSchema, path(API.adminCarrierInvoice, { id }), { ...admin, signal }),
    staleTime: 0,
    enabled: id !== '',
  });

export const readPolicy = () => apiRequest(AdjustmentPolicySchema, API.adminAdjustmentPolicy, admin);

export async function savePolicy(loaded: AdjustmentPolicy, edited: AdjustmentPolicy) {
  const body = mergeEdits(loaded, edited, await readPolicy());
  return apiRequest(AdjustmentPolicySchema, API.adminAdjustmentPolicy, { ...admin, method: 'PUT', body });
}

const uploadOf = (file: File, layout: InvoiceLayout | '') => ({
  ...admin,
  method: 'POST' as const,
  query: { layout, fileName: file.name },
  file: { content: file, type: 'text/csv' },
  timeLimitMs: FILE_LIMIT_MS,
});

export const previewInvoice = (file: File, layout: InvoiceLayout | '', signal: AbortSignal) =>
  apiRequest(InvoicePreviewAnswerSchema, API.adminCarrierInvoicePreview, {
    ...uploadOf(file, layout),
    signal,
  });

export const importInvoice = (file: File, layout: InvoiceLayout | '') =>
  apiRequest(InvoiceImportAnswerSchema, API.adminCarrierInvoices, uploadOf(file, layout));

export function useAdjustmentChanges() {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: [KEY] });
  return {
    reload,
    decide: async (id: string, body: DecideDisputeBody) => {
      // Also after an error: someone else may have decided first.
      await apiRequest(AdminAdjustmentAnswerSchema, path(API.adminAdjustmentDispute, { id }), {
        ...admin,
        method: 'POST',
        body,
      }).finally(reload);
    },
  };
}
