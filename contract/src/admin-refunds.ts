import * as z from 'zod/mini';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './constants.ts';
import { inOrder, rangeFields } from './date-range.ts';
import { PaginationSchema, wholeNumber } from './paging.ts';
import { uuid } from './uuid.ts';

/** Refunds of all clients, and payments that were not used for a label, as admins see them. Amounts are in dollars. */

export const REFUND_KINDS = ['by_admin', 'failed_purchase', 'surplus', 'payout'] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

const filters = {
  kind: z.optional(z.union([z.enum(REFUND_KINDS), z.literal('')])),
  /** The admin who made the refund. */
  adminId: z.optional(z.union([uuid(), z.literal('')])),
  clientId: z.optional(z.union([uuid(), z.literal('')])),
  ...rangeFields,
};

export const REFUND_SORTS = ['date', 'amount'] as const;

export const AdminRefundsQuerySchema = z
  .object({
    page: wholeNumber(1, 1_000_000),
    limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
    ...filters,
    sortBy: z._default(z.enum(REFUND_SORTS), 'date'),
    sortOrder: z._default(z.enum(['ASC', 'DESC']), 'DESC'),
  })
  .check(inOrder);
export type AdminRefundsQuery = z.output<typeof AdminRefundsQuerySchema>;
export type AdminRefundsFilter = Pick<
  AdminRefundsQuery,
  'kind' | 'adminId' | 'clientId' | 'startDate' | 'endDate'
>;
export const AdminRefundsDownloadQuerySchema = z
  .object({ format: z._default(z.literal('csv'), 'csv'), ...filters })
  .check(inOrder);

const AdminRefundSchema = z.object({
  refundId: z.string(),
  createdAt: z.string(),
  amount: z.number(),
  kind: z.string(),
  /** `requested`, `submitted`, `succeeded` or `failed`. */
  state: z.string(),
  reason: z.string(),
  /** What the payment provider answered. */
  detail: z.string(),
  /** Null for automatic refunds and payouts of a balance. */
  requestedBy: z.nullable(z.string()),
  clientId: z.string(),
  clientName: z.string(),
  /** Null when the money had bought nothing. */
  shipmentId: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
});
export type AdminRefund = z.infer<typeof AdminRefundSchema>;

export const AdminRefundsAnswerSchema = z.object({
  data: z.object({
    refunds: z.array(AdminRefundSchema),
    /** Of all matches, without failed refunds. `byAdmins` is what the dashboard calls refunded. */
    totals: z.object({ amount: z.number(), byAdmins: z.number() }),
    /** Admins to filter by. */
    admins: z.array(z.object({ id: z.string(), name: z.string() })),
    pagination: PaginationSchema,
  }),
});
export type AdminRefundsAnswer = z.infer<typeof AdminRefundsAnswerSchema>;

/** `waiting`: paid and neither used nor refunded yet. */
export const UNSPENT_STATES = ['waiting', 'refunding', 'refunded', 'failed'] as const;
export type UnspentState = (typeof UNSPENT_STATES)[number];

export const UNSPENT_STATE_NAMES: Readonly<Record<UnspentState, string>> = {
  waiting: 'Waiting',
  refunding: 'Refund in progress',
  refunded: 'Refunded',
  failed: 'Refund failed',
};

export const UnspentMoneyQuerySchema = z
  .object({
    page: wholeNumber(1, 1_000_000),
    limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
    state: z.optional(z.union([z.enum(UNSPENT_STATES), z.literal('')])),
    ...rangeFields,
  })
  .check(inOrder);
export type UnspentMoneyQuery = z.output<typeof UnspentMoneyQuerySchema>;

export const UnspentMoneyAnswerSchema = z.object({
  data: z.object({
    items: z.array(
      z.object({
        paymentId: z.string(),
        /** Null while the money is waiting. */
        refundId: z.nullable(z.string()),
        shipmentId: z.nullable(z.string()),
        clientId: z.string(),
        clientName: z.string(),
        amount: z.number(),
        /** The whole payment. */
        paid: z.number(),
        state: z.string(),
        reason: z.string(),
        at: z.string(),
      }),
    ),
    totals: z.array(z.object({ state: z.string(), count: z.number(), amount: z.number() })),
    pagination: PaginationSchema,
  }),
});
export type UnspentMoneyAnswer = z.infer<typeof UnspentMoneyAnswerSchema>;
export type UnspentItem = UnspentMoneyAnswer['data']['items'][number];
