import * as z from 'zod/mini';
import { AddressFormSchema, WrittenAddressSchema } from './address-form.ts';
import { ValidateAddressAnswerSchema } from './addresses.ts';
import { BULK_LIMITS } from './bulk/columns.ts';
import {
  BULK_STATUSES,
  BulkCellsSchema,
  BulkProblemSchema,
  BulkRepairSchema,
  ColumnSchema,
} from './bulk/row.ts';
import { RateRuleSchema } from './bulk/rules.ts';
import { CalendarDateSchema } from './calendar-date.ts';
import { keepable } from './keepable-text.ts';
import { ParcelFormSchema, WrittenParcelSchema } from './parcel-form.ts';
import { LABEL_STATUSES, LabelFormatsSchema, LabelPaperSchema, RateSchema } from './shipments.ts';

/** Calls of the bulk screen. A batch is a file's rows on the server: reloads, other browsers and crashes lose nothing. */

export const BATCH_STEPS = ['upload', 'rate_selection', 'generation_summary'] as const;
export type BatchStep = (typeof BATCH_STEPS)[number];

/** What the server is doing with a batch at the moment. */
export const BATCH_WORK = ['addresses', 'rates', 'labels'] as const;
export type BatchWork = (typeof BATCH_WORK)[number];

const cell = z.string().check(z.maxLength(BULK_LIMITS.cellLength), keepable);
const rowNumber = z.int().check(z.minimum(1), z.maximum(BULK_LIMITS.rows));
const rowNumbers = z.array(rowNumber).check(z.minLength(1), z.maxLength(BULK_LIMITS.rows));
const cells = z.partialRecord(ColumnSchema, cell);

// A batch and its rows --------------------------------------------------------------------------------------------------------

export const CreateBatchBodySchema = z.object({
  fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(255), keepable),
  /** SHA-256 of the file's bytes in hexadecimal: the same file again is pointed out. */
  fileHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** `template` for our own columns, `mapped` for others, else whose export it was. */
  source: z.string().check(z.trim(), z.maxLength(60), keepable),
  /** The file's own header. */
  columns: z.array(cell).check(z.minLength(1), z.maxLength(BULK_LIMITS.columns)),
  decimalComma: z._default(z.boolean(), false),
  rowCount: rowNumber,
});
export type CreateBatchBody = z.output<typeof CreateBatchBodySchema>;

export const UploadRowSchema = z.object({
  number: rowNumber,
  /** Where the row stands in the file, for people who look it up there. */
  line: z.int().check(z.minimum(1), z.maximum(100_000_000)),
  cells,
  originalRowData: z.array(cell).check(z.maxLength(BULK_LIMITS.columns)),
  /** Columns that the file left empty and the profile filled. */
  filled: z._default(z.array(ColumnSchema), []),
});
export type UploadRow = z.output<typeof UploadRowSchema>;

/** Rows come in pieces; a piece that is sent again changes nothing. The batch begins when all have come. */
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
  /** Taken out by the client; in none of the others. */
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
  /** Fewer than `rowCount` while rows are still coming. */
  received: z.number(),
  counts: CountsSchema,
  work: z.nullable(
    z.object({ what: z.enum(BATCH_WORK), done: z.number(), total: z.number(), startedAt: z.string() }),
  ),
  paused: z.boolean(),
  /** Of a paused run: what is not resumed by then goes back to the card. */
  resumeBefore: z.nullable(z.string()),
  /** What paying now would buy; dollars. */
  chosen: z.object({ count: z.number(), amount: z.number(), retailAmount: z.nullable(z.number()) }),
  /** What was bought so far, and what went back; dollars. */
  bought: z.object({ count: z.number(), amount: z.number(), refunded: z.number() }),
  /** An earlier upload of the same file that led to labels. */
  duplicateOf: z.nullable(
    z.object({ id: z.string(), fileName: z.string(), createdAt: z.string(), labels: z.number() }),
  ),
  version: z.number(),
});
export type Batch = z.infer<typeof BatchSchema>;

export const BatchAnswerSchema = z.object({ batch: BatchSchema });
export const BatchesAnswerSchema = z.object({ batches: z.array(BatchSchema) });

/** The chosen rate, as much of it as a card shows. */
export const ChosenRateSchema = z.object({
  carrier: z.string(),
  serviceName: z.string(),
  amount: z.number(),
  retailAmount: z.nullable(z.number()),
  estimatedDays: z.nullable(z.number()),
  deliveryDate: z.nullable(z.string()),
  expiresAt: z.string(),
  chosenBy: z.enum(['rule', 'hand']),
});
export type ChosenRate = z.infer<typeof ChosenRateSchema>;

export const BulkTransactionSchema = z.object({
  transactionId: z.string(),
  trackingNumber: z.nullable(z.string()),
  labelStatus: z.enum(LABEL_STATUSES),
  labelFormats: LabelFormatsSchema,
  carrier: z.string(),
  serviceName: z.string(),
  cost: z.number(),
  trackingUrl: z.nullable(z.string()),
});
export type BulkTransaction = z.infer<typeof BulkTransactionSchema>;

/** The same shipment again: in this file, or with a label from an earlier one. */
export const DuplicateSchema = z.object({
  number: z.nullable(z.number()),
  fileName: z.nullable(z.string()),
  date: z.nullable(z.string()),
});

const rowStateFields = {
  number: z.number(),
  status: z.enum(BULK_STATUSES),
  removed: z.boolean(),
  isValid: z.boolean(),
  /** The first problem's message, or why there is no label. */
  error: z.nullable(z.string()),
  problems: z.array(BulkProblemSchema),
  /** What the server still does or waits to do with the row. */
  work: z.nullable(z.enum(BATCH_WORK)),
  /** True for rows that a payment covers. */
  paid: z.boolean(),
  selectedRateId: z.nullable(z.string()),
  rate: z.nullable(ChosenRateSchema),
  rateCount: z.number(),
  transaction: z.nullable(BulkTransactionSchema),
  duplicate: z.nullable(DuplicateSchema),
};

export const BulkRowSchema = z.object({
  /** `csv_ship_` and the row's number. */
  id: z.string(),
  line: z.number(),
  cells: BulkCellsSchema,
  originalRowData: z.array(z.string()),
  filled: z.array(ColumnSchema),
  ...rowStateFields,
});
export type BulkRow = z.infer<typeof BulkRowSchema>;

/** What changed of a row; its cells only if they did. */
export const RowUpdateSchema = z.object({ ...rowStateFields, cells: z.optional(BulkCellsSchema) });
export type RowUpdate = z.infer<typeof RowUpdateSchema>;

export const RowsQuerySchema = z.object({
  after: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1000),
});
export const RowsAnswerSchema = z.object({ rows: z.array(BulkRowSchema), version: z.number() });
export type RowsAnswer = z.infer<typeof RowsAnswerSchema>;

/** Everything of one row. */
export const BulkRowDetailSchema = z.object({
  row: z.extend(BulkRowSchema, {
    repairs: z.array(BulkRepairSchema),
    from: z.nullable(WrittenAddressSchema),
    to: z.nullable(WrittenAddressSchema),
    package: z.nullable(WrittenParcelSchema),
    shippingDate: z.nullable(z.string()),
    rates: z.array(RateSchema),
    /** For every carrier without a rate, why. */
    messages: z.array(z.object({ carrier: z.string(), text: z.string() })),
    senderValidation: z.nullable(ValidateAddressAnswerSchema),
    recipientValidation: z.nullable(ValidateAddressAnswerSchema),
  }),
});
export type BulkRowDetail = z.infer<typeof BulkRowDetailSchema>['row'];

/** News of a batch, as server-sent events: `batch` with a Batch, `rows` with these. The id of an event is the version it brings. */
export const RowEventsSchema = z.object({ rows: z.array(RowUpdateSchema) });

// What a client does with it --------------------------------------------------------------------------------------------------

export const EditRowsBodySchema = z.object({
  edits: z.array(z.object({ number: rowNumber, cells })).check(z.minLength(1), z.maxLength(BULK_LIMITS.rows)),
});
export type EditRowsBody = z.output<typeof EditRowsBodySchema>;

export const RemoveRowsBodySchema = z.object({ numbers: rowNumbers, removed: z.boolean() });

/** Without numbers every row that can be priced. Rows that have rates get new ones only by name. */
export const GetRatesBodySchema = z.object({ numbers: z.optional(rowNumbers) });

export const ChooseRatesBodySchema = z.object({
  choices: z
    .array(z.object({ number: rowNumber, rateId: z.uuid() }))
    .check(z.minLength(1), z.maxLength(BULK_LIMITS.rows)),
});

export const ApplyRuleBodySchema = z.object({ rule: RateRuleSchema, preview: z.boolean() });
export const RuleEffectSchema = z.object({
  changes: z.number(),
  /** Shipments for which the rule finds no rate; their choice stays. */
  unmatched: z.number(),
  /** Dollars. */
  totalBefore: z.number(),
  totalAfter: z.number(),
});
export type RuleEffect = z.infer<typeof RuleEffectSchema>;

export const StartLabelsBodySchema = z.object({
  paymentIntentId: z.string().check(z.minLength(1), z.maxLength(200), keepable),
});
export const RetryRowsBodySchema = z.object({ numbers: rowNumbers });

export const BATCH_FILES = ['labels.pdf', 'labels.zpl', 'results.csv'] as const;
export const BatchFileQuerySchema = z.object({
  paper: LabelPaperSchema,
  dpi: z._default(z.enum(['203', '300']), '203'),
});

// The specification's own call ------------------------------------------------------------------------------------------------

/** A shipment to buy. Its parts may be left out; where they are given they must be what was priced. */
const BulkLabelShipmentSchema = z.object({
  /** The caller's own name for it, such as csv_ship_1; it comes back with the result and decides nothing. */
  id: z.optional(cell),
  rateId: z.uuid('Please select a shipping rate'),
  sender: z.optional(AddressFormSchema),
  receiver: z.optional(AddressFormSchema),
  package: z.optional(ParcelFormSchema),
  shippingDate: z.optional(CalendarDateSchema),
});

export const BulkLabelsBodySchema = z.object({
  shipments: z.array(BulkLabelShipmentSchema).check(z.minLength(1), z.maxLength(BULK_LIMITS.rows)),
  paymentIntentId: z.optional(z.string().check(z.maxLength(200), keepable)),
});
export type BulkLabelsBody = z.output<typeof BulkLabelsBodySchema>;

export const BulkLabelsAnswerSchema = z.object({
  batchId: z.string(),
  /** False while labels are still being made; the same call again, or the batch, tells more. */
  finished: z.boolean(),
  successful: z.number(),
  failed: z.number(),
  results: z.array(
    z.object({
      id: z.string(),
      rateId: z.string(),
      status: z.enum(BULK_STATUSES),
      error: z.nullable(z.string()),
      transaction: z.nullable(BulkTransactionSchema),
      labelUrl: z.nullable(z.string()),
    }),
  ),
});
export type BulkLabelsAnswer = z.infer<typeof BulkLabelsAnswerSchema>;
