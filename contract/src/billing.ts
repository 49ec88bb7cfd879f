import * as z from 'zod/mini';
import { cents } from './cents.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './constants.ts';
import { openEnum } from './open-enum.ts';
import { PaginationSchema, wholeNumber } from './paging.ts';
import { visibleLine, visibleText } from './storable-text.ts';
import { uuid } from './uuid.ts';

/** Billing documents: receipts, statements, invoices and credit notes. All amounts are whole cents. */

export const BILLING_KINDS = ['receipt', 'statement', 'invoice', 'credit_note'] as const;
export type BillingKind = (typeof BILLING_KINDS)[number];

export const BILLING_KIND_NAMES: Record<BillingKind, string> = {
  receipt: 'Receipt',
  statement: 'Statement',
  invoice: 'Invoice',
  credit_note: 'Credit note',
};

export const BILLING_FORMATS = ['pdf', 'csv'] as const;
export type BillingFormat = (typeof BILLING_FORMATS)[number];

/** Receipts are PDF only. */
export const hasCsv = (kind: string): boolean => kind !== 'receipt';

export const MAX_TAX_LINES = 5;
const MAX_BILLING_ADDRESS_LINES = 5;
/** 100%, in basis points. */
const MAX_TAX_RATE = 10_000;

const MONTH = /^(20\d\d)-(0[1-9]|1[0-2])$/;
const month = z.string('Please choose a month.').check(z.regex(MONTH, 'Please choose a month.'));

const line = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Please use at most ${max} characters.`), visibleLine);
const text = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Please use at most ${max} characters.`), visibleText);
const required = (message: string, max = 100) =>
  z.pipe(z.string(message).check(z.trim(), z.minLength(1, { error: message, abort: true })), line(max));
const addressLines = z
  .array(line(100))
  .check(
    z.maxLength(
      MAX_BILLING_ADDRESS_LINES,
      `Please use at most ${MAX_BILLING_ADDRESS_LINES} lines for the address.`,
    ),
  );

const BillingDocumentSchema = z.object({
  id: z.string(),
  kind: openEnum(BILLING_KINDS),
  number: z.string(),
  issuedAt: z.string(),
  /** The first and the last day, YYYY-MM-DD. Null for receipts. */
  periodStart: z.nullable(z.string()),
  periodEnd: z.nullable(z.string()),
  /** YYYY-MM-DD. Only for invoices with an amount due. */
  dueOn: z.nullable(z.string()),
  /** What was paid, charged or credited. Of a statement, the closing balance, which can be negative. */
  total: cents,
  /** Included in the total. */
  tax: cents,
  /** What was due when an invoice was issued; 0 for other documents. */
  due: cents,
  /** The invoice that a credit note corrects. */
  corrects: z.nullable(z.object({ id: z.string(), number: z.string() })),
  /** How much of a receipt's payment has been refunded so far; 0 for other documents. */
  refunded: cents,
  /** The payment of a receipt. */
  paymentId: z.nullable(z.string()),
});
export type BillingDocument = z.infer<typeof BillingDocumentSchema>;

const listFields = {
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
  kind: z.optional(z.union([z.enum(BILLING_KINDS), z.literal('')])),
  /** Of the number, which is the year of issue. */
  year: z.optional(z.union([z.string().check(z.regex(/^20\d\d$/, 'Please choose a year.')), z.literal('')])),
};

export const BillingDocumentsQuerySchema = z.object(listFields);
export type BillingDocumentsQuery = z.output<typeof BillingDocumentsQuerySchema>;

/** Newest first. `years` are the years with documents, newest first, whatever the filters are. */
export const BillingDocumentsAnswerSchema = z.object({
  documents: z.array(BillingDocumentSchema),
  years: z.array(z.number()),
  pagination: PaginationSchema,
});
export type BillingDocumentsAnswer = z.infer<typeof BillingDocumentsAnswerSchema>;

export const AdminBillingDocumentsQuerySchema = z.object({
  ...listFields,
  clientId: z.optional(z.union([uuid(), z.literal('')])),
  /** The start of a number, such as `INV-2026`. */
  number: z.optional(line(40)),
});
export type AdminBillingDocumentsQuery = z.output<typeof AdminBillingDocumentsQuerySchema>;

const AdminBillingDocumentSchema = z.extend(BillingDocumentSchema, {
  clientId: z.string(),
  clientName: z.string(),
});
export type AdminBillingDocument = z.infer<typeof AdminBillingDocumentSchema>;

export const AdminBillingDocumentsAnswerSchema = z.object({
  documents: z.array(AdminBillingDocumentSchema),
  years: z.array(z.number()),
  pagination: PaginationSchema,
});
export type AdminBillingDocumentsAnswer = z.infer<typeof AdminBillingDocumentsAnswerSchema>;

export const BillingFileQuerySchema = z.object({ format: z._default(z.enum(BILLING_FORMATS), 'pdf') });

/** All numbers of one year as CSV. */
export const BillingRegisterQuerySchema = z.object({
  year: z.string('Please choose a year.').check(z.regex(/^20\d\d$/, 'Please choose a year.')),
});

/** `service`: our commission and fees. `price`: all that the client pays. */
export const TAX_BASES = ['service', 'price'] as const;
export type TaxBase = (typeof TAX_BASES)[number];

const TaxLineSchema = z.object({
  name: required('Please enter a name.', 40),
  /** In basis points: 825 is 8.25%. */
  rate: z
    .number('Please enter a rate.')
    .check(
      z.int('Please use at most two decimals.'),
      z.minimum(1, 'The rate must be above 0%.'),
      z.maximum(MAX_TAX_RATE, 'The rate must be at most 100%.'),
    ),
  appliesTo: z.enum(TAX_BASES),
});
export type TaxLine = z.output<typeof TaxLineSchema>;

const settingsFields = {
  legalName: required('Please enter the legal name.'),
  addressLines: addressLines.check(z.minLength(1, 'Please enter the address.')),
  taxId: line(40),
  contactEmail: z
    .string()
    .check(
      z.trim(),
      z.maxLength(254, 'Please use at most 254 characters.'),
      z.regex(/^$|^[^\s@]+@[^\s@]+$/, 'Please enter a valid email address.'),
    ),
  /** Before every number: `ACME-` makes `ACME-INV-2026-00001`. */
  numberPrefix: z
    .string()
    .check(
      z.trim(),
      z.regex(/^[A-Z0-9-]{0,10}$/, 'Please use up to 10 capital letters, digits and hyphens.'),
    ),
  /** Printed on invoices with an amount due. */
  paymentInstructions: text(1000),
  /** Taxes that prices include. Empty: no tax, for the reason in `noTaxReason`. */
  taxLines: z
    .array(TaxLineSchema)
    .check(z.maxLength(MAX_TAX_LINES, `Please use at most ${MAX_TAX_LINES} taxes.`)),
  /** Printed on documents without tax. */
  noTaxReason: line(200),
};

export const BillingSettingsBodySchema = z.object({
  ...settingsFields,
  /** The first month with documents, YYYY-MM. Only the first save sets it; the default is the current month. */
  startMonth: z.optional(month),
});
export type BillingSettingsBody = z.output<typeof BillingSettingsBodySchema>;

/** Nothing is issued while `startMonth` is null: the operator has not saved the settings yet. */
export const BillingSettingsAnswerSchema = z.object({
  legalName: z.string(),
  addressLines: z.array(z.string()),
  taxId: z.string(),
  contactEmail: z.string(),
  numberPrefix: z.string(),
  paymentInstructions: z.string(),
  taxLines: z.array(z.object({ name: z.string(), rate: z.number(), appliesTo: openEnum(TAX_BASES) })),
  noTaxReason: z.string(),
  startMonth: z.nullable(z.string()),
});
export type BillingSettingsAnswer = z.infer<typeof BillingSettingsAnswerSchema>;

/** What a client wants on documents. Empty fields use the profile's name and address. */
export const BillingDetailsBodySchema = z.object({
  company: line(100),
  addressLines,
  taxId: line(40),
  /** The client's own reference, such as a purchase order number. */
  reference: line(60),
});
export type BillingDetailsBody = z.output<typeof BillingDetailsBodySchema>;

export const BillingDetailsAnswerSchema = z.object({
  company: z.string(),
  addressLines: z.array(z.string()),
  taxId: z.string(),
  reference: z.string(),
  /** What the next document says: the fields above, or the profile. */
  printed: z.object({ name: z.string(), addressLines: z.array(z.string()) }),
});
export type BillingDetailsAnswer = z.infer<typeof BillingDetailsAnswerSchema>;

/** Issues a client's documents of a month that has ended, and of the months before it. Repeating it issues nothing new. */
export const IssueDocumentsBodySchema = z.object({ month });
export type IssueDocumentsBody = z.output<typeof IssueDocumentsBodySchema>;

/** All documents of that month. */
export const IssueDocumentsAnswerSchema = z.object({ documents: z.array(BillingDocumentSchema) });
export type IssueDocumentsAnswer = z.infer<typeof IssueDocumentsAnswerSchema>;
