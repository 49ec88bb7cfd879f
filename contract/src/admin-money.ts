import * as z from 'zod/mini';
import { cents } from './cents.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './constants.ts';
import {
  DASHBOARD_DAYS,
  DASHBOARD_PERIODS,
  DEFAULT_DASHBOARD_PERIOD,
  inOrder,
  rangeFields,
} from './date-range.ts';
import { PaginationSchema, wholeNumber } from './paging.ts';
import { uuid } from './uuid.ts';

/** Revenue, costs, fees and margin, from the ledger. All amounts are whole cents. */

export const MONEY_GROUPS = ['day', 'client', 'carrier', 'service'] as const;
export type MoneyGroup = (typeof MONEY_GROUPS)[number];

/** Net margin = revenue − carrier cost − processor fees − refunds + adjustments − losses. */
export const MONEY_PARTS = [
  'revenue',
  'carrierCost',
  'processorFees',
  'refunds',
  'adjustments',
  'losses',
] as const;

export const MONEY_FIGURES = [...MONEY_PARTS, 'netMargin'] as const;
export type MoneyFigure = (typeof MONEY_FIGURES)[number];

/** What a ledger transaction records. */
export const MONEY_KINDS = [
  'label',
  'void',
  'refund',
  'refund_reversed',
  'credit',
  'write_off',
  'dispute_lost',
  'dispute_covered',
  'adjustment_billed',
  'adjustment',
  'adjustment_reversed',
  'processor_fee',
  'other',
] as const;
export type MoneyKind = (typeof MONEY_KINDS)[number];

/** Selects bookings without a client, carrier or service. */
export const NOT_ASSIGNED = 'none';

/** Clients with the highest revenue are listed one by one; the others share a row. */
export const MAX_LISTED_CLIENTS = 200;

/** Rows are counted up to this number. Above it, `totalRecords` is capped and `isMore` is true. */
export const MAX_COUNTED_LINES = 1_000;

const period = {
  period: z._default(z.enum([...DASHBOARD_PERIODS, ...DASHBOARD_DAYS]), DEFAULT_DASHBOARD_PERIOD),
  /** Override `period`. */
  ...rangeFields,
};
const format = z._default(z.literal('csv'), 'csv');
const by = z._default(z.enum(MONEY_GROUPS), 'day');

export const MoneyQuerySchema = z.object({ ...period, by }).check(inOrder);
export type MoneyQuery = z.output<typeof MoneyQuerySchema>;
export const MoneyDownloadQuerySchema = z.object({ format, ...period, by }).check(inOrder);

const CLIENT_OR_CARRIER = 'Please filter by client or by carrier, not by both.';
const SERVICE_NEEDS_CARRIER = 'Please name the carrier of the service.';
const text = z.string().check(z.minLength(1), z.maxLength(100));

interface Groups {
  clientId?: string | undefined;
  carrier?: string | undefined;
  service?: string | undefined;
}
const oneGroup = z.refine<Groups>(({ clientId, carrier }) => !clientId || !carrier, {
  error: CLIENT_OR_CARRIER,
  path: ['clientId'],
});
const serviceOfCarrier = z.refine<Groups>(({ carrier, service }) => !service || Boolean(carrier), {
  error: SERVICE_NEEDS_CARRIER,
  path: ['service'],
});

const filters = {
  ...period,
  /** Only rows that change this figure. */
  figure: z.optional(z.enum(MONEY_FIGURES)),
  /** The client, carrier or service of the rows, or `none`. */
  clientId: z.optional(z.union([uuid(), z.literal(NOT_ASSIGNED)])),
  carrier: z.optional(text),
  service: z.optional(text),
};

export const MoneyLinesQuerySchema = z
  .object({ page: wholeNumber(1, 1_000_000), limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE), ...filters })
  .check(inOrder, oneGroup, serviceOfCarrier);
export type MoneyLinesQuery = z.output<typeof MoneyLinesQuerySchema>;
export type MoneyLinesFilter = Omit<MoneyLinesQuery, 'page' | 'limit'>;
export const MoneyLinesDownloadQuerySchema = z
  .object({ format, ...filters })
  .check(inOrder, oneGroup, serviceOfCarrier);

const figures = {
  revenue: cents,
  carrierCost: cents,
  processorFees: cents,
  refunds: cents,
  adjustments: cents,
  losses: cents,
  netMargin: cents,
};
const MoneyFiguresSchema = z.object(figures);
export type MoneyFigures = z.infer<typeof MoneyFiguresSchema>;

const MoneyRowSchema = z.object({
  /** The day, client id, carrier or service code; null for bookings without one. */
  key: z.nullable(z.string()),
  /** The client, carrier or service. Null for days and for bookings without one. */
  name: z.nullable(z.string()),
  /** The carrier of a service. */
  carrier: z.nullable(z.string()),
  ...figures,
});
export type MoneyRow = z.infer<typeof MoneyRowSchema>;

const metadata = z.object({ period: z.string(), startDate: z.string(), endDate: z.string() });

export const MoneyAnswerSchema = z.object({
  data: z.object({
    by: z.enum(MONEY_GROUPS),
    totals: MoneyFiguresSchema,
    /** Of the preceding period of equal length. */
    before: MoneyFiguresSchema,
    /** By day, every day of the period; otherwise the highest revenue first. All rows add up to the totals. */
    rows: z.array(MoneyRowSchema),
    /** Clients that are not listed one by one. */
    others: z.nullable(z.object({ clients: z.number(), ...figures })),
    /** False while bookings from before an upgrade are being added, oldest first. */
    isComplete: z.boolean(),
    /** The last day without missing bookings, if any. */
    completeUntil: z.nullable(z.string()),
    metadata,
  }),
});
export type MoneyAnswer = z.infer<typeof MoneyAnswerSchema>;
export type MoneyData = MoneyAnswer['data'];

const MoneyLineSchema = z.object({
  /** The number of the ledger transaction. */
  id: z.number(),
  recordedAt: z.string(),
  kind: z.string(),
  clientId: z.nullable(z.string()),
  clientName: z.nullable(z.string()),
  shipmentId: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  carrier: z.nullable(z.string()),
  serviceName: z.nullable(z.string()),
  ...figures,
});
export type MoneyLine = z.infer<typeof MoneyLineSchema>;

export const MoneyLinesAnswerSchema = z.object({
  data: z.object({
    lines: z.array(MoneyLineSchema),
    /** Of all matches. */
    totals: MoneyFiguresSchema,
    /** The name of the client, carrier or service that was asked for. */
    name: z.nullable(z.string()),
    pagination: z.extend(PaginationSchema, { isMore: z.boolean() }),
    metadata,
  }),
});
export type MoneyLinesAnswer = z.infer<typeof MoneyLinesAnswerSchema>;
