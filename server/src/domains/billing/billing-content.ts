import type { TaxBase } from '@lading/contract/billing.ts';

/**
 * What a document says, as it was when it was issued. The files are made from it. Dates are in the operator's time
 * zone.
 */
export type BillingContent = ReceiptContent | StatementContent | InvoiceContent | CreditNoteContent;

interface Common {
  /** Issued while no real money moved. */
  sample: boolean;
  seller: Seller;
  buyer: Buyer;
  issuedOn: string;
}

export interface Seller {
  legalName: string;
  addressLines: string[];
  taxId: string;
  contactEmail: string;
}

/** Erased with the client. */
export interface Buyer {
  name: string;
  addressLines: string[];
  taxId: string;
  reference: string;
}

export interface ReceiptContent extends Common {
  kind: 'receipt';
  paidOn: string;
  purpose: 'labels' | 'batch' | 'top_up' | 'automatic_top_up';
  totalCents: number;
  balanceCents: number;
  /** Null without a card, or if the payment provider does not say which card. Erased with the client. */
  card: { brand: string; last4: string } | null;
  reference: string;
}

interface Period extends Common {
  periodStart: string;
  periodEnd: string;
}

export interface StatementContent extends Period {
  kind: 'statement';
  openingCents: number;
  closingCents: number;
  entries: StatementEntry[];
  /** Payments and refunds that did not change the balance. */
  cardEntries: CardEntry[];
}

export interface StatementEntry {
  /** Of the balance entry. */
  id: number;
  date: string;
  text: string;
  reference: string;
  cents: number;
  balanceCents: number;
}

export interface CardEntry {
  date: string;
  text: string;
  reference: string;
  cents: number;
}

/** A charge, or a correction with a negative amount. */
export interface ChargeLine {
  date: string;
  /** The service, or what the amount is for. */
  text: string;
  /** The tracking number. */
  reference: string;
  cents: number;
  /** Of the refund that it credits, or charges again because the bank returned it. Not printed. */
  refundId?: string;
}

/** A tax that the total includes. */
export interface TaxAmount {
  name: string;
  /** In basis points. */
  rate: number;
  appliesTo: TaxBase;
  /** What the tax is computed on, without tax. */
  netCents: number;
  cents: number;
}

interface Taxed extends Period {
  taxes: TaxAmount[];
  /** Printed if there are no taxes. */
  noTaxReason: string;
  subtotalCents: number;
  totalCents: number;
}

export interface InvoiceContent extends Taxed {
  kind: 'invoice';
  labels: ChargeLine[];
  adjustments: ChargeLine[];
  refunds: ChargeLine[];
  credits: ChargeLine[];
  /** Less what was refunded to cards. */
  cardCents: number;
  balanceCents: number;
  dueCents: number;
  dueOn: string | null;
  paymentInstructions: string;
}

export interface CreditNoteContent extends Taxed {
  kind: 'credit_note';
  invoiceNumber: string;
  invoiceIssuedOn: string;
  /** With positive amounts. */
  lines: ChargeLine[];
}
