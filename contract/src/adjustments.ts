import * as z from 'zod/mini';
import { ADJUSTMENT_REASONS } from './adjustment-reasons.ts';
import { cents, wholeCents } from './cents.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE, REASON_MAX_LENGTH } from './constants.ts';
import { inOrder, rangeFields } from './date-range.ts';
import { formatMoney } from './money.ts';
import { openEnum } from './open-enum.ts';
import { PaginationSchema, wholeNumber } from './paging.ts';
import { CARRIERS } from './parcel.ts';
import { visibleLine, visibleText } from './storable-text.ts';
import { uuid } from './uuid.ts';

/** What carriers bill besides the price of a label, and who pays it. All amounts are whole cents. */

export const ADJUSTMENT_OUTCOMES = ['passed_on', 'absorbed'] as const;
export type AdjustmentOutcome = (typeof ADJUSTMENT_OUTCOMES)[number];

/** `open`: the operator has not acted yet. `sent`: the carrier decides. */
export const ADJUSTMENT_DISPUTE_STATES = ['open', 'sent', 'won', 'lost', 'expired'] as const;
export type AdjustmentDisputeState = (typeof ADJUSTMENT_DISPUTE_STATES)[number];

/** How long after an adjustment a client can dispute it. */
export const DISPUTE_DAYS = 60;
export const MAX_EVIDENCE_FILES = 5;
export const MAX_EVIDENCE_MB = 5;
export const MAX_EVIDENCE_BYTES = MAX_EVIDENCE_MB * 1024 * 1024;
export const EVIDENCE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type EvidenceType = (typeof EVIDENCE_TYPES)[number];
const MAX_POLICY_CENTS = 100_000;

export const ADJUSTMENTS = {
  reasonMissing: 'Please explain why the adjustment is wrong.',
  evidenceType: 'Please upload a PDF, PNG or JPEG file.',
  evidenceTooLarge: `The file is larger than ${MAX_EVIDENCE_MB} MB.`,
  evidenceEmpty: 'The file is empty.',
  fileNameMissing: 'Please name the file.',
} as const;

const ParcelFactsSchema = z.object({
  weightGrams: z.nullable(z.number()),
  /** '12 × 9 × 4 in'. */
  dimensions: z.nullable(z.string()),
  zone: z.nullable(z.string()),
  service: z.nullable(z.string()),
});

const EvidenceSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  contentType: openEnum(EVIDENCE_TYPES),
  bytes: z.number(),
  addedAt: z.string(),
});
export type Evidence = z.infer<typeof EvidenceSchema>;

const DisputeSchema = z.object({
  state: openEnum(ADJUSTMENT_DISPUTE_STATES),
  /** What the client wrote. Empty after the client was deleted. */
  reason: z.string(),
  openedAt: z.string(),
  sentAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  evidence: z.array(EvidenceSchema),
});

const adjustmentFields = {
  id: z.string(),
  createdAt: z.string(),
  shipmentId: z.string(),
  trackingNumber: z.nullable(z.string()),
  carrier: openEnum(CARRIERS),
  service: z.string(),
  reason: openEnum(ADJUSTMENT_REASONS),
  /** The reason in plain words: "UPS measured 5 lb; the label was bought for 3 lb." */
  text: z.string(),
  claimed: ParcelFactsSchema,
  measured: ParcelFactsSchema,
};

// For clients ----------------------------------------------------------------------------------------------

/** Only adjustments that the client pays or gets. */
export const ClientAdjustmentSchema = z.object({
  ...adjustmentFields,
  /** What the client pays, with the fee. Negative for a credit. */
  amount: cents,
  /** Part of the amount. */
  fee: cents,
  /** Refunded after a dispute that was won. */
  reversed: cents,
  dispute: z.nullable(DisputeSchema),
  canDispute: z.boolean(),
  /** The last moment to dispute it. */
  disputeUntil: z.string(),
});
export type ClientAdjustment = z.infer<typeof ClientAdjustmentSchema>;

export const ClientAdjustmentsQuerySchema = z.object({
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
  shipmentId: z.optional(z.union([uuid(), z.literal('')])),
});
export type ClientAdjustmentsQuery = z.output<typeof ClientAdjustmentsQuerySchema>;

/** Newest first. */
export const ClientAdjustmentsAnswerSchema = z.object({
  adjustments: z.array(ClientAdjustmentSchema),
  pagination: PaginationSchema,
});
export type ClientAdjustmentsAnswer = z.infer<typeof ClientAdjustmentsAnswerSchema>;

export const DisputeAdjustmentBodySchema = z.object({
  reason: z
    .string(ADJUSTMENTS.reasonMissing)
    .check(
      z.trim(),
      z.minLength(1, { error: ADJUSTMENTS.reasonMissing, abort: true }),
      z.maxLength(REASON_MAX_LENGTH, `Please use at most ${REASON_MAX_LENGTH} characters.`),
      visibleText,
    ),
});
export type DisputeAdjustmentBody = z.output<typeof DisputeAdjustmentBodySchema>;

export const ClientAdjustmentAnswerSchema = z.object({ adjustment: ClientAdjustmentSchema });

/** The body of the call is the file. */
export const EvidenceQuerySchema = z.object({
  fileName: z
    .string(ADJUSTMENTS.fileNameMissing)
    .check(
      z.trim(),
      z.minLength(1, { error: ADJUSTMENTS.fileNameMissing, abort: true }),
      z.maxLength(200, 'The file name is too long.'),
      visibleLine,
    ),
});

// For admins -----------------------------------------------------------------------------------------------

export const AdminAdjustmentSchema = z.object({
  ...adjustmentFields,
  clientId: z.string(),
  clientName: z.string(),
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  invoiceDate: z.string(),
  /** How much more the carrier bills than was booked. Negative for a credit. */
  billed: cents,
  /** How much of it the client pays, without the fee. Negative for a credit. */
  client: cents,
  fee: cents,
  /** Refunded to the client after a dispute that was won, with the fee. */
  reversed: cents,
  outcome: openEnum(ADJUSTMENT_OUTCOMES),
  dispute: z.nullable(DisputeSchema),
});
export type AdminAdjustment = z.infer<typeof AdminAdjustmentSchema>;

const filters = {
  clientId: z.optional(z.union([uuid(), z.literal('')])),
  carrier: z.optional(z.union([z.enum(CARRIERS), z.literal('')])),
  reason: z.optional(z.union([z.enum(ADJUSTMENT_REASONS), z.literal('')])),
  outcome: z.optional(z.union([z.enum(ADJUSTMENT_OUTCOMES), z.literal('')])),
  /** `none`: not disputed. */
  dispute: z.optional(z.union([z.enum(['none', ...ADJUSTMENT_DISPUTE_STATES]), z.literal('')])),
  invoiceId: z.optional(z.union([uuid(), z.literal('')])),
  /** Days of the import, in the operator's time zone. */
  ...rangeFields,
};

export const ADJUSTMENT_SORTS = ['date', 'amount'] as const;

export const AdminAdjustmentsQuerySchema = z
  .object({
    page: wholeNumber(1, 1_000_000),
    limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
    ...filters,
    sortBy: z._default(z.enum(ADJUSTMENT_SORTS), 'date'),
    sortOrder: z._default(z.enum(['ASC', 'DESC']), 'DESC'),
  })
  .check(inOrder);
export type AdminAdjustmentsQuery = z.output<typeof AdminAdjustmentsQuerySchema>;
export type AdminAdjustmentsFilter = Omit<AdminAdjustmentsQuery, 'page' | 'limit' | 'sortBy' | 'sortOrder'>;
export const AdminAdjustmentsDownloadQuerySchema = z
  .object({ format: z._default(z.literal('csv'), 'csv'), ...filters })
  .check(inOrder);

export const AdminAdjustmentsAnswerSchema = z.object({
  data: z.object({
    adjustments: z.array(AdminAdjustmentSchema),
    /** Of all matches. `client` includes fees and is after reversals. */
    totals: z.object({ billed: cents, client: cents, openDisputes: z.number() }),
    pagination: PaginationSchema,
  }),
});
export type AdminAdjustmentsAnswer = z.infer<typeof AdminAdjustmentsAnswerSchema>;

/** A line of a carrier invoice. */
const InvoiceLineSchema = z.object({
  /** As in a text editor. */
  line: z.number(),
  trackingNumber: z.nullable(z.string()),
  description: z.string(),
  amount: cents,
});

export const AdminAdjustmentAnswerSchema = z.object({
  adjustment: AdminAdjustmentSchema,
  /** The lines of the invoice that led to it. */
  lines: z.array(InvoiceLineSchema),
});
export type AdminAdjustmentAnswer = z.infer<typeof AdminAdjustmentAnswerSchema>;

/** `won` pays the client back. */
export const DecideDisputeBodySchema = z.object({ state: z.enum(['sent', 'won', 'lost', 'expired']) });
export type DecideDisputeBody = z.output<typeof DecideDisputeBodySchema>;

// Who pays -------------------------------------------------------------------------------------------------

export const POLICY_MODES = ['pass_on', 'absorb'] as const;

const policyAmount = wholeCents.check(
  z.minimum(0, 'The amount must not be negative.'),
  z.maximum(MAX_POLICY_CENTS, `The amount must be at most ${formatMoney(MAX_POLICY_CENTS)}.`),
);

export const AdjustmentPolicySchema = z.object({
  mode: z.enum(POLICY_MODES),
  /** With `pass_on`, the operator absorbs adjustments up to this amount. */
  threshold: policyAmount,
  /** Added to each adjustment that is passed on, but not to credits. */
  fee: policyAmount,
});
export type AdjustmentPolicy = z.output<typeof AdjustmentPolicySchema>;

export const ClientPolicyAnswerSchema = z.object({
  policy: AdjustmentPolicySchema,
  /** The client has no policy of its own. */
  isDefault: z.boolean(),
});
export type ClientPolicyAnswer = z.infer<typeof ClientPolicyAnswerSchema>;
