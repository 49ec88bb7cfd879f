import * as z from 'zod/mini';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './constants.ts';
import { inOrder, rangeFields } from './date-range.ts';
import { PaginationSchema, wholeNumber } from './paging.ts';

/** What the payment provider charged, refunded and paid to the operator's bank account. Amounts are in units of their currency, such as dollars or yen. */

export const AdminPayoutsQuerySchema = z
  .object({
    page: wholeNumber(1, 1_000_000),
    limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
    ...rangeFields,
  })
  .check(inOrder);
export type AdminPayoutsQuery = z.output<typeof AdminPayoutsQuerySchema>;

const PayoutSchema = z.object({
  id: z.string(),
  /** `pending`, `in_transit`, `paid`, `failed` or `canceled`. */
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** What its movements cost. Null when the payment provider does not say what it consists of. */
  fees: z.nullable(z.number()),
  movements: z.number(),
  /** Its amount less its movements; null when they are not known. */
  difference: z.nullable(z.number()),
  createdAt: z.string(),
  arrivesAt: z.string(),
  failure: z.nullable(z.string()),
});
export type AdminPayout = z.infer<typeof PayoutSchema>;

export const AdminPayoutsAnswerSchema = z.object({
  data: z.object({
    payouts: z.array(PayoutSchema),
    /** The money that was not paid out yet: as the payment provider lists it, and as the ledger has it. */
    balance: z.object({ atProcessor: z.number(), inLedger: z.number() }),
    /** When the payment provider's list was last read completely; null before the first time. */
    readAt: z.nullable(z.string()),
    pagination: PaginationSchema,
  }),
});
export type AdminPayoutsAnswer = z.infer<typeof AdminPayoutsAnswerSchema>;

export const PayoutParamsSchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) });

export const PayoutQuerySchema = z.object({
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
});

const MovementSchema = z.object({
  id: z.string(),
  /** `charge`, `refund`, `dispute`, `adjustment`, `fee`, `payout`, `hold` or `other`. */
  kind: z.string(),
  amount: z.number(),
  fee: z.number(),
  net: z.number(),
  createdAt: z.string(),
  paymentId: z.nullable(z.string()),
  refundId: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  clientName: z.nullable(z.string()),
  /** Set when the money belongs to exactly one shipment. */
  shipmentId: z.nullable(z.string()),
});
export type PayoutMovement = z.infer<typeof MovementSchema>;

export const AdminPayoutAnswerSchema = z.object({
  data: z.object({
    payout: PayoutSchema,
    movements: z.array(MovementSchema),
    pagination: PaginationSchema,
  }),
});
export type AdminPayoutAnswer = z.infer<typeof AdminPayoutAnswerSchema>;

export const ProcessorFeesQuerySchema = z.object(rangeFields).check(inOrder);
export type ProcessorFeesQuery = z.output<typeof ProcessorFeesQuerySchema>;

export const ProcessorFeesAnswerSchema = z.object({
  data: z.object({
    /** Days of the operator with at least one fee. */
    days: z.array(z.object({ day: z.string(), fees: z.number(), movements: z.number() })),
    total: z.number(),
  }),
});
export type ProcessorFeesAnswer = z.infer<typeof ProcessorFeesAnswerSchema>;

export const MovementsDownloadQuerySchema = z
  .object({ format: z._default(z.literal('csv'), 'csv'), ...rangeFields })
  .check(inOrder);
