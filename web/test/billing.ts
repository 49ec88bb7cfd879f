import type {
  AdminBillingDocument,
  BillingDetailsAnswer,
  BillingDocument,
  BillingSettingsAnswer,
} from '@lading/contract/billing.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, path } from '@lading/contract/routes.ts';
import { type Answers, json } from './fake-server.ts';

export const INVOICE: BillingDocument = {
  id: '0198f3c2-7c1e-7aa0-8000-0000000000b1',
  kind: 'invoice',
  number: 'INV-2026-00007',
  issuedAt: '2026-11-01T06:00:00.000Z',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  dueOn: '2026-12-01',
  total: 12_840,
  tax: 840,
  due: 2_500,
  corrects: null,
  refunded: 0,
  paymentId: null,
};

export const CLIENT_DETAILS: BillingDetailsAnswer = {
  company: '',
  addressLines: [],
  taxId: '',
  reference: 'PO 4471',
  printed: { name: 'Dana Reyes', addressLines: ['12 Main St', 'Austin, TX 78701'] },
};

export const SETTINGS: BillingSettingsAnswer = {
  legalName: 'Harbor Labels LLC',
  addressLines: ['400 Pier Ave', 'Seattle, WA 98101'],
  taxId: '91-1234567',
  contactEmail: 'billing@harbor.example',
  numberPrefix: '',
  paymentInstructions: 'Wire to account 000123.',
  taxLines: [],
  noTaxReason: 'Not subject to sales tax',
  startMonth: '2026-01',
};

export const documentsAnswer = <T extends BillingDocument>(
  documents: readonly T[],
  total = documents.length,
) =>
  json({
    documents,
    years: documents.length > 0 ? [2026, 2025] : [],
    pagination: paginationOf(total, 1, 50),
  });

export const ofClient = (document: BillingDocument, clientId: string): AdminBillingDocument => ({
  ...document,
  clientId,
  clientName: 'Dana Reyes',
});

/** For tests of other parts of the page of a client. */
export const noBilling = (id: string): Answers => ({
  [`GET ${API.adminBillingDocuments}`]: () => documentsAnswer([]),
  [`GET ${API.adminBillingSettings}`]: () => json(SETTINGS),
  [`GET ${path(API.adminClientBillingDetails, { id })}`]: () => json(CLIENT_DETAILS),
});
