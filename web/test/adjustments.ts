import type { AdminAdjustment, ClientAdjustment } from '@lading/contract/adjustments.ts';
import type { CarrierInvoice, InvoicePreviewAnswer } from '@lading/contract/carrier-invoices.ts';
import { SHIPMENT_ID } from './admin-shipments.ts';

export const ADJUSTMENT_ID = '0198f3c2-7c1e-7aa0-8000-0000000000a1';
export const CLIENT_ID = '0198f3c2-7c1e-7aa0-8000-000000000002';
export const INVOICE_ID = '0198f3c2-7c1e-7aa0-8000-0000000000b1';

const UNKNOWN = { weightGrams: null, dimensions: null, zone: null, service: null };

const shared = {
  id: ADJUSTMENT_ID,
  createdAt: '2026-11-15T10:00:00.000Z',
  shipmentId: SHIPMENT_ID,
  trackingNumber: '1Z999AA10123456784',
  carrier: 'UPS',
  service: 'Ground',
  reason: 'weight',
  text: 'UPS measured 5 lb; the label was bought for 3 lb.',
  claimed: { ...UNKNOWN, weightGrams: 1361, zone: '4' },
  measured: { ...UNKNOWN, weightGrams: 2268, zone: '4' },
};

type Dispute = NonNullable<ClientAdjustment['dispute']>;

export const disputeOf = (part: Partial<Dispute> = {}): Dispute => ({
  state: 'open',
  reason: 'My scale shows 3 lb.',
  openedAt: '2026-11-16T10:00:00.000Z',
  sentAt: null,
  endedAt: null,
  evidence: [],
  ...part,
});

export const EVIDENCE: Dispute['evidence'][number] = {
  id: '0198f3c2-7c1e-7aa0-8000-0000000000e1',
  fileName: 'scale.png',
  contentType: 'image/png',
  bytes: 20_480,
  addedAt: '2026-11-16T10:00:00.000Z',
};

/** Passed on with a fee, and not disputed yet. */
export const clientAdjustment = (part: Partial<ClientAdjustment> = {}): ClientAdjustment => ({
  ...shared,
  amount: 420,
  fee: 100,
  reversed: 0,
  dispute: null,
  canDispute: true,
  disputeUntil: '2027-01-14T10:00:00.000Z',
  ...part,
});

export const adminAdjustment = (part: Partial<AdminAdjustment> = {}): AdminAdjustment => ({
  ...shared,
  clientId: CLIENT_ID,
  clientName: 'Dana Reyes',
  invoiceId: INVOICE_ID,
  invoiceNumber: '0000A1B2C3',
  invoiceDate: '2026-11-14',
  billed: 320,
  client: 320,
  fee: 100,
  reversed: 0,
  outcome: 'passed_on',
  dispute: null,
  ...part,
});

export const carrierInvoice = (part: Partial<CarrierInvoice> = {}): CarrierInvoice => ({
  id: INVOICE_ID,
  carrier: 'UPS',
  account: 'A1B2C3',
  invoiceNumber: '0000A1B2C3',
  invoiceDate: '2026-11-14',
  layout: 'ups',
  fileName: 'invoice.csv',
  lines: 12,
  total: 14_210,
  statedTotal: 14_210,
  adjustments: 2,
  billed: 620,
  unmatchedLines: 0,
  state: 'done',
  importedBy: 'Sam Okafor',
  importedAt: '2026-11-15T10:00:00.000Z',
  ...part,
});

export const IMPORT_SUMS = {
  newLines: 3,
  repeatedLines: 0,
  shipments: 2,
  adjustments: 1,
  passedOn: 1,
  absorbed: 0,
  billed: 320,
  client: 320,
  fees: 100,
  unmatchedLines: 1,
  unmatchedAmount: 1_200,
};

/** Three new lines of two shipments, one of them billed differently, and a charge to the account. */
export const invoicePreview = (part: Partial<InvoicePreviewAnswer> = {}): InvoicePreviewAnswer => ({
  layout: 'ups',
  invoices: [
    {
      carrier: 'UPS',
      account: 'A1B2C3',
      invoiceNumber: '0000A1B2C3',
      invoiceDate: '2026-11-14',
      lines: 3,
      repeatedLines: 0,
      total: 3_140,
      statedTotal: 3_140,
    },
  ],
  ...IMPORT_SUMS,
  differences: [
    {
      shipmentId: SHIPMENT_ID,
      trackingNumber: shared.trackingNumber,
      clientId: CLIENT_ID,
      clientName: 'Dana Reyes',
      carrier: 'UPS',
      reason: 'weight',
      text: shared.text,
      booked: 840,
      billed: 320,
      client: 320,
      fee: 100,
      outcome: 'passed_on',
    },
  ],
  unmatched: [
    {
      line: 3,
      trackingNumber: null,
      description: 'Weekly Service Charge',
      amount: 1_200,
      reason: 'account_charge',
    },
  ],
  problems: [],
  ...part,
});
