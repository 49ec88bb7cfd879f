import * as z from 'zod/mini';
import { ADJUSTMENT_REASONS } from './adjustment-reasons.ts';
import { ADJUSTMENT_OUTCOMES } from './adjustments.ts';
import { cents } from './cents.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './constants.ts';
import { openEnum } from './open-enum.ts';
import { PaginationSchema, wholeNumber } from './paging.ts';
import { visibleLine } from './storable-text.ts';

/** Invoice files of carriers. All amounts are whole cents. */

export const INVOICE_LAYOUTS = ['ups', 'fedex', 'shippo', 'csv'] as const;
export type InvoiceLayout = (typeof INVOICE_LAYOUTS)[number];

export const INVOICE_LAYOUT_NAMES: Record<InvoiceLayout, string> = {
  ups: 'UPS Billing Data (250 columns)',
  fedex: 'FedEx Billing Online (all columns)',
  shippo: 'Shippo invoice items',
  csv: 'Plain CSV',
};

export const MAX_INVOICE_BYTES = 24 * 1024 * 1024;
export const MAX_INVOICE_LINES = 50_000;
/** How many differences, lines and problems a response lists. The counts are of all. */
export const MAX_LISTED_LINES = 500;

export const CARRIER_INVOICES = {
  sendCsv: 'Please send a CSV file.',
  unknownLayout: 'We couldn’t recognize the layout of this file. Please choose the layout.',
  notThisLayout: (layout: InvoiceLayout) =>
    `This file doesn’t use the layout “${INVOICE_LAYOUT_NAMES[layout]}”.`,
  plainKind:
    'Each line with a tracking number needs a “kind”. Use “charge” for the label price or a refund of it, and “adjustment” for everything else.',
  noLines: 'The file has no charges.',
  tooManyLines: `A file can have at most ${MAX_INVOICE_LINES.toLocaleString('en-US')} charges.`,
} as const;

/** The columns of the plain layout. The first four are required, and `kind` in lines with a tracking number. */
export const PLAIN_COLUMNS = [
  'carrier',
  'invoice_number',
  'invoice_date',
  'amount',
  'account',
  'tracking_number',
  'kind',
  'reason',
  'description',
  'weight_lb',
  'dimensions_in',
  'zone',
  'service',
  'invoice_total',
] as const;

/** The body of the call is the file. Without a layout, it is detected. */
export const InvoiceFileQuerySchema = z.object({
  layout: z.optional(z.union([z.enum(INVOICE_LAYOUTS), z.literal('')])),
  fileName: z
    .string('Please name the file.')
    .check(
      z.trim(),
      z.minLength(1, { error: 'Please name the file.', abort: true }),
      z.maxLength(200, 'The file name is too long.'),
      visibleLine,
    ),
});
export type InvoiceFileQuery = z.output<typeof InvoiceFileQuerySchema>;

/** `account_charge`: no tracking number. `unknown_shipment`: no shipment of this installation has it. */
const UNMATCHED_REASONS = ['account_charge', 'unknown_shipment'] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

export const UNMATCHED_REASON_TEXTS: Record<UnmatchedReason, string> = {
  account_charge: 'A charge to the account, not to a shipment',
  unknown_shipment: 'No shipment has this tracking number',
};

const UnmatchedLineSchema = z.object({
  /** As in a text editor. */
  line: z.number(),
  trackingNumber: z.nullable(z.string()),
  description: z.string(),
  amount: cents,
  reason: openEnum(UNMATCHED_REASONS),
});

const ReadInvoiceSchema = z.object({
  carrier: z.string(),
  account: z.string(),
  invoiceNumber: z.string(),
  /** A day, such as 2026-11-14. */
  invoiceDate: z.string(),
  lines: z.number(),
  /** Lines that an earlier import has stored. */
  repeatedLines: z.number(),
  total: cents,
  /** The total that the carrier states; null if the file has none. An import reports a difference as an incident. */
  statedTotal: z.nullable(cents),
});

/** What an import would do, or did. */
const importSums = {
  newLines: z.number(),
  repeatedLines: z.number(),
  /** Shipments with new lines. */
  shipments: z.number(),
  /** Of these, the ones that are billed differently than booked. */
  adjustments: z.number(),
  passedOn: z.number(),
  absorbed: z.number(),
  /** How much more the carrier bills than was booked. */
  billed: cents,
  /** How much of it clients pay, without fees. */
  client: cents,
  fees: cents,
  unmatchedLines: z.number(),
  unmatchedAmount: cents,
};

export const InvoicePreviewAnswerSchema = z.object({
  layout: openEnum(INVOICE_LAYOUTS),
  invoices: z.array(ReadInvoiceSchema),
  ...importSums,
  /** The largest first. */
  differences: z.array(
    z.object({
      shipmentId: z.string(),
      trackingNumber: z.string(),
      clientId: z.string(),
      clientName: z.string(),
      carrier: z.string(),
      reason: openEnum(ADJUSTMENT_REASONS),
      text: z.string(),
      /** What was booked as the carrier's cost so far. */
      booked: cents,
      billed: cents,
      client: cents,
      fee: cents,
      outcome: openEnum(ADJUSTMENT_OUTCOMES),
    }),
  ),
  unmatched: z.array(UnmatchedLineSchema),
  /** A file with problems can't be imported. */
  problems: z.array(z.object({ line: z.number(), message: z.string() })),
});
export type InvoicePreviewAnswer = z.infer<typeof InvoicePreviewAnswerSchema>;

export const InvoiceImportAnswerSchema = z.object({
  invoiceIds: z.array(z.string()),
  ...importSums,
  /** False if the file had been imported before. */
  changed: z.boolean(),
});
export type InvoiceImportAnswer = z.infer<typeof InvoiceImportAnswerSchema>;

const CarrierInvoiceSchema = z.object({
  id: z.string(),
  carrier: z.string(),
  account: z.string(),
  invoiceNumber: z.string(),
  invoiceDate: z.string(),
  layout: openEnum(INVOICE_LAYOUTS),
  fileName: z.string(),
  lines: z.number(),
  total: cents,
  statedTotal: z.nullable(cents),
  adjustments: z.number(),
  /** How much more the carrier bills than was booked. */
  billed: cents,
  unmatchedLines: z.number(),
  /** `booking`: the server still books its adjustments, or waits until a void is confirmed. */
  state: openEnum(['booking', 'done']),
  importedBy: z.nullable(z.string()),
  importedAt: z.string(),
});
export type CarrierInvoice = z.infer<typeof CarrierInvoiceSchema>;

export const CarrierInvoicesQuerySchema = z.object({
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
});
export type CarrierInvoicesQuery = z.output<typeof CarrierInvoicesQuerySchema>;

/** Newest first. */
export const CarrierInvoicesAnswerSchema = z.object({
  data: z.object({ invoices: z.array(CarrierInvoiceSchema), pagination: PaginationSchema }),
});
export type CarrierInvoicesAnswer = z.infer<typeof CarrierInvoicesAnswerSchema>;

export const CarrierInvoiceAnswerSchema = z.object({
  invoice: CarrierInvoiceSchema,
  unmatched: z.array(UnmatchedLineSchema),
});
export type CarrierInvoiceAnswer = z.infer<typeof CarrierInvoiceAnswerSchema>;
