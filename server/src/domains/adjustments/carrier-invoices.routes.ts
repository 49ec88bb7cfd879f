import {
  CarrierInvoiceAnswerSchema,
  CarrierInvoicesAnswerSchema,
  CarrierInvoicesQuerySchema,
  InvoiceFileQuerySchema,
  InvoiceImportAnswerSchema,
  InvoicePreviewAnswerSchema,
  MAX_INVOICE_BYTES,
} from '@lading/contract/carrier-invoices.ts';
import { API } from '@lading/contract/routes.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';
import { importInvoice } from './import-invoice.ts';
import { listInvoices, showInvoice } from './list-invoices.ts';
import { previewInvoice } from './preview-invoice.ts';

const route = routesOf<AdjustmentDeps>('Carrier invoices');

/** The body of these calls is the file. */
const FILE = {
  bodyLimit: MAX_INVOICE_BYTES,
  rawBody: ['text/csv'],
  parallelPerAccount: 1,
  headers: ['content-type'],
  query: InvoiceFileQuerySchema,
} as const;

export const CARRIER_INVOICE_ROUTES = [
  route({
    method: 'POST',
    path: API.adminCarrierInvoicePreview,
    access: 'admin',
    permission: 'adjustments.write',
    operationId: 'previewCarrierInvoice',
    summary: 'Reads an invoice file and returns what an import would do. Stores nothing.',
    ...FILE,
    answer: InvoicePreviewAnswerSchema,
    handle: (deps, { query, bytes, header }) =>
      previewInvoice(deps, {
        ...query,
        contentType: header('content-type'),
        bytes,
      }),
  }),
  route({
    method: 'POST',
    path: API.adminCarrierInvoices,
    access: 'admin',
    permission: 'adjustments.write',
    proof: 'recent',
    operationId: 'importCarrierInvoice',
    summary:
      'Imports an invoice file and books its differences. Importing the same file again changes nothing.',
    ...FILE,
    answer: InvoiceImportAnswerSchema,
    handle: (deps, { actor, query, bytes, header }) =>
      importInvoice(deps, actor, {
        ...query,
        contentType: header('content-type'),
        bytes,
      }),
  }),
  route({
    method: 'GET',
    path: API.adminCarrierInvoices,
    access: 'admin',
    permission: 'adjustments.read',
    operationId: 'listCarrierInvoices',
    summary: 'Lists the imported invoices, newest first.',
    query: CarrierInvoicesQuerySchema,
    answer: CarrierInvoicesAnswerSchema,
    handle: (deps, { query }) => listInvoices(deps, query),
  }),
  route({
    method: 'GET',
    path: API.adminCarrierInvoice,
    access: 'admin',
    permission: 'adjustments.read',
    operationId: 'getCarrierInvoice',
    summary: 'Returns an invoice with the lines that belong to no shipment.',
    params: IdSchema,
    answer: CarrierInvoiceAnswerSchema,
    handle: (deps, { params }) => showInvoice(deps, params.id),
  }),
];
