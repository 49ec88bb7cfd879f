import * as z from 'zod/mini';
import { AddressFormSchema, WrittenAddressSchema } from './address-form.ts';
import { ValidateAddressAnswerSchema } from './addresses.ts';
import { BULK_LIMITS, type BulkCells, type BulkColumn, maxCellLength } from './bulk/columns.ts';
import {
  BULK_STATUSES,
  BulkCellsSchema,
  BulkProblemSchema,
  BulkRepairSchema,
  ColumnSchema,
} from './bulk/row.ts';
import { RateRuleSchema } from './bulk/rules.ts';
import { CalendarDateSchema } from './calendar-date.ts';
import { CustomsSchema } from './customs/declaration.ts';
import { ExtrasSchema } from './customs/extras.ts';
import { openEnum } from './open-enum.ts';
import { ShownWishSchema } from './orders/service-choice.ts';
import { ParcelFormSchema, WrittenParcelSchema } from './parcel-form.ts';
import { ProductBodySchema } from './products.ts';
import { CarrierMessageSchema, RateRefusalsSchema } from './rate-refusals.ts';
import {
  LABEL_STATUSES,
  LabelFormatsSchema,
  LabelPaperSchema,
  PdfContentsSchema,
  RateSchema,
} from './shipments.ts';
import { storable, visibleLine } from './storable-text.ts';
import { uuid } from './uuid.ts';

/** API of the bulk screen. Batches live on the server, so that reloads and crashes lose nothing. */

export const BATCH_STEPS = ['upload', 'rate_selection', 'generation_summary'] as const;
export type BatchStep = (typeof BATCH_STEPS)[number];

export const BATCH_WORK = ['addresses', 'rates', 'labels'] as const;
export type BatchWork = (typeof BATCH_WORK)[number];

const cell = z.string().check(z.maxLength(BULK_LIMITS.cellLength), storable);
const rowNumber = z.int().check(z.minimum(1), z.maximum(BULK_LIMITS.rows));
const rowNumbers = z.array(rowNumber).check(z.minLength(1), z.maxLength(BULK_LIMITS.rows));
const itemCell = z.string().check(z.maxLength(BULK_LIMITS.itemCellLength), storable);
const cells = z.partialRecord(ColumnSchema, itemCell).check(
  z.superRefine<BulkCells>((given, context) => {
    for (const [column, text] of Object.entries(given))
      if (text.length > maxCellLength(column as BulkColumn))
        context.addIssue({
          code: 'too_big',
          origin: 'string',
          maximum: maxCellLength(column as BulkColumn),
          input: text,
          path: [column],
        });
  }),
);

// Batches and rows ------------------------------------------------------------------------------------------

export const CreateBatchBodySchema = z.object({
  fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(255), visibleLine),
  /** SHA-256 of the file in hexadecimal, used to detect duplicate uploads. */
  fileHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** `template` for our own columns, `mapped` for others, otherwise the product that exported the file. */
  source: z.string().check(z.trim(), z.maxLength(60), visibleLine),
  /** The header row of the file. */
  columns: z.array(cell).check(z.minLength(1), z.maxLength(BULK_LIMITS.columns)),
  decimalComma: z._default(z.boolean(), false),
  rowCount: rowNumber,
});
export type CreateBatchBody = z.output<typeof CreateBatchBodySchema>;

const UploadRowSchema = z.object({
  number: rowNumber,
  /** The row's line in the file. */
  line: z.int().check(z.minimum(1), z.maximum(100_000_000)),
  cells,
  originalRowData: z.array(cell).check(z.maxLength(BULK_LIMITS.columns)),
  /** Empty columns that were filled from the profile. */
  filled: z._default(z.array(ColumnSchema), []),
});
export type UploadRow = z.output<typeof UploadRowSchema>;

/** Rows are uploaded in chunks. A retried chunk changes nothing. */
export const UploadRowsBodySchema = z.object({
  rows: z.array(UploadRowSchema).check(z.minLength(1), z.maxLength(BULK_LIMITS.rowsPerCall)),
});
export type UploadRowsBody = z.output<typeof UploadRowsBodySchema>;

const CountsSchema = z.object({
  pending: z.number(),
  invalid: z.number(),
  rates_loaded: z.number(),
  rate_selected: z.number(),
  label_generated: z.number(),
  label_failed: z.number(),
  /** Removed by the client; not included in the other counts. */
  removed: z.number(),
});

export const BatchSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  source: z.string(),
  columns: z.array(z.string()),
  decimalComma: z.boolean(),
  createdAt: z.string(),
  step: z.enum(BATCH_STEPS),
  rowCount: z.number(),
  /** Less than `rowCount` until the upload is complete. */
  received: z.number(),
  counts: CountsSchema,
  work: z.nullable(
    z.object({ what: openEnum(BATCH_WORK), done: z.number(), total: z.number(), startedAt: z.string() }),
  ),
  paused: z.boolean(),
  /** If paused: the time at which the server cancels and refunds the remaining labels. */
  resumeBefore: z.nullable(z.string()),
  /** The labels that a payment now pays for. Dollars. */
  chosen: z.object({ count: z.number(), amount: z.number(), retailAmount: z.nullable(z.number()) }),
  /** Bought and refunded so far. Dollars. */
  bought: z.object({ count: z.number(), amount: z.number(), refunded: z.number() }),
  /** An earlier upload of the same file that produced labels. */
  duplicateOf: z.nullable(
    z.object({ id: z.string(), fileName: z.string(), createdAt: z.string(), labels: z.number() }),
  ),
  version: z.number(),
});
export type Batch = z.infer<typeof BatchSchema>;

export const BatchAnswerSchema = z.object({ batch: BatchSchema });
export const BatchesAnswerSchema = z.object({ batches: z.array(BatchSchema) });

/** `wish`: by what the order or its rules ask for. */
export const CHOSEN_BY = ['rule', 'hand', 'wish'] as const;

const ChosenRateSchema = z.object({
  carrier: z.string(),
  serviceName: z.string(),
  amount: z.number(),
  retailAmount: z.nullable(z.number()),
  estimatedDays: z.nullable(z.number()),
  deliveryDate: z.nullable(z.string()),
  expiresAt: z.string(),
  chosenBy: openEnum(CHOSEN_BY),
});
export type ChosenRate = z.infer<typeof ChosenRateSchema>;

const BulkTransactionSchema = z.object({
  transactionId: z.string(),
  trackingNumber: z.nullable(z.string()),
  labelStatus: openEnum(LABEL_STATUSES),
  labelFormats: LabelFormatsSchema,
  carrier: z.string(),
  serviceName: z.string(),
  cost: z.number(),
  trackingUrl: z.nullable(z.string()),
});
export type BulkTransaction = z.infer<typeof BulkTransactionSchema>;

/** A duplicate shipment: earlier in this file, or already labeled from an earlier upload. */
const DuplicateSchema = z.object({
  number: z.nullable(z.number()),
  fileName: z.nullable(z.string()),
  date: z.nullable(z.string()),
});

const rowStateFields = {
  number: z.number(),
  status: openEnum(BULK_STATUSES),
  removed: z.boolean(),
  isValid: z.boolean(),
  /** The first problem's message, or the reason why there is no label. */
  error: z.nullable(z.string()),
  problems: z.array(BulkProblemSchema),
  /** Why no carrier offers a rate. Absent in all other rows. */
  refusals: z.optional(RateRefusalsSchema),
  /** The row's unfinished work. */
  work: z.nullable(openEnum(BATCH_WORK)),
  paid: z.boolean(),
  selectedRateId: z.nullable(z.string()),
  rate: z.nullable(ChosenRateSchema),
  rateCount: z.number(),
  /** The service that the rules of the order ask for, and why no rate fits it. Absent without such rules. */
  wish: z.optional(ShownWishSchema),
  transaction: z.nullable(BulkTransactionSchema),
  duplicate: z.nullable(DuplicateSchema),
};

const BulkRowSchema = z.object({
  /** `csv_ship_` plus the row number. */
  id: z.string(),
  line: z.number(),
  cells: BulkCellsSchema,
  originalRowData: z.array(z.string()),
  filled: z.array(ColumnSchema),
  ...rowStateFields,
});
export type BulkRow = z.infer<typeof BulkRowSchema>;

/** A changed row. `cells` is present only if the cells changed. */
const RowUpdateSchema = z.object({ ...rowStateFields, cells: z.optional(BulkCellsSchema) });
export type RowUpdate = z.infer<typeof RowUpdateSchema>;

export const RowsQuerySchema = z.object({
  after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(BULK_LIMITS.rows)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1000),
});
export const RowsAnswerSchema = z.object({ rows: z.array(BulkRowSchema), version: z.number() });
export type RowsAnswer = z.infer<typeof RowsAnswerSchema>;

export const BulkRowDetailSchema = z.object({
  row: z.extend(BulkRowSchema, {
    repairs: z.array(BulkRepairSchema),
    from: z.nullable(WrittenAddressSchema),
    to: z.nullable(WrittenAddressSchema),
    package: z.nullable(WrittenParcelSchema),
    shippingDate: z.nullable(z.string()),
    rates: z.array(RateSchema),
    /** For each carrier without a rate, the reason. */
    messages: z.array(CarrierMessageSchema),
    senderValidation: z.nullable(ValidateAddressAnswerSchema),
    recipientValidation: z.nullable(ValidateAddressAnswerSchema),
  }),
});
export type BulkRowDetail = z.infer<typeof BulkRowDetailSchema>['row'];

/** Server-sent event `rows`; the event `batch` carries a Batch. Event ids are batch versions. */
export const RowEventsSchema = z.object({ rows: z.array(RowUpdateSchema) });

// Client actions --------------------------------------------------------------------------------------------

export const EditRowsBodySchema = z.object({
  edits: z.array(z.object({ number: rowNumber, cells })).check(z.minLength(1), z.maxLength(BULK_LIMITS.rows)),
});
export type EditRowsBody = z.output<typeof EditRowsBodySchema>;

/** Customs data for all items with this SKU. Without a SKU, for all items with this description. */
const ItemAnswerSchema = z.object({
  /** Both empty for rows that have no items. */
  sku: z._default(cell, ''),
  description: z._default(cell, ''),
  values: z.pick(ProductBodySchema, {
    description: true,
    unitWeight: true,
    unitValue: true,
    hsCode: true,
    origin: true,
  }),
  /** Also keeps the values in the product list. Needs a SKU. */
  saveProduct: z._default(z.boolean(), false),
});
export type ItemAnswer = z.output<typeof ItemAnswerSchema>;

/** Fills in missing or invalid values of unpaid rows; valid values stay. */
export const CompleteItemsBodySchema = z.object({
  answers: z.array(ItemAnswerSchema).check(z.minLength(1), z.maxLength(1000)),
});
export type CompleteItemsBody = z.output<typeof CompleteItemsBodySchema>;

export const RemoveRowsBodySchema = z.object({ numbers: rowNumbers, removed: z.boolean() });

/**
 * Without `numbers`: all rows that have no rates yet. With `numbers`: those rows, even if they have rates.
 */
export const GetRatesBodySchema = z.object({ numbers: z.optional(rowNumbers) });

const RateChoiceSchema = z.object({
  number: rowNumber,
  /** Null for no rate. */
  rateId: z.nullable(uuid()),
  /** By hand if absent. Undoing a rule restores what was chosen before it, however it was chosen. */
  chosenBy: z.optional(z.enum(CHOSEN_BY)),
});
export type RateChoice = z.infer<typeof RateChoiceSchema>;
export const ChooseRatesBodySchema = z.object({
  choices: z.array(RateChoiceSchema).check(z.minLength(1), z.maxLength(BULK_LIMITS.rows)),
});

export const ApplyRuleBodySchema = z.object({ rule: RateRuleSchema, preview: z.boolean() });
export const RuleEffectSchema = z.object({
  changes: z.number(),
  /** Shipments without a matching rate; they keep their selection. */
  unmatched: z.number(),
  /** Dollars. */
  totalBefore: z.number(),
  totalAfter: z.number(),
  /** The rates that the rule selected. Absent in a preview. */
  chosen: z.optional(z.array(z.object({ number: z.number(), rateId: z.string() }))),
});
export type RuleEffect = z.infer<typeof RuleEffectSchema>;

export const StartLabelsBodySchema = z.object({
  paymentIntentId: z.string().check(z.minLength(1), z.maxLength(200), storable),
});
export const RetryRowsBodySchema = z.object({ numbers: rowNumbers });

export const BATCH_FILES = ['labels.pdf', 'labels.zpl', 'results.csv'] as const;
export const BatchFileQuerySchema = z.object({
  paper: LabelPaperSchema,
  /** For PDF. */
  content: PdfContentsSchema,
  dpi: z._default(z.enum(['203', '300']), '203'),
});

// The specification's bulk call -----------------------------------------------------------------------------

/** A shipment to buy. Details are optional, but must match the quote if given. */
const BulkLabelShipmentSchema = z.object({
  /** The caller's reference, such as csv_ship_1. Returned with the result and not used otherwise. */
  id: z.optional(cell),
  rateId: uuid('Please select a shipping rate'),
  sender: z.optional(AddressFormSchema),
  receiver: z.optional(AddressFormSchema),
  package: z.optional(ParcelFormSchema),
  shippingDate: z.optional(CalendarDateSchema),
  /** Not in the specification. */
  customs: z.optional(CustomsSchema),
  extras: z.optional(ExtrasSchema),
});

export const BulkLabelsBodySchema = z.object({
  shipments: z.array(BulkLabelShipmentSchema).check(z.minLength(1), z.maxLength(BULK_LIMITS.rows)),
  paymentIntentId: z.optional(z.string().check(z.maxLength(200), storable)),
});
export type BulkLabelsBody = z.output<typeof BulkLabelsBodySchema>;

export const BulkLabelsAnswerSchema = z.object({
  batchId: z.string(),
  /** False while labels are in progress. Repeat the call or read the batch for the final result. */
  finished: z.boolean(),
  successful: z.number(),
  failed: z.number(),
  results: z.array(
    z.object({
      id: z.string(),
      rateId: z.string(),
      status: openEnum(BULK_STATUSES),
      error: z.nullable(z.string()),
      transaction: z.nullable(BulkTransactionSchema),
      labelUrl: z.nullable(z.string()),
    }),
  ),
});
export type BulkLabelsAnswer = z.infer<typeof BulkLabelsAnswerSchema>;
