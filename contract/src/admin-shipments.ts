import * as z from 'zod/mini';
import { AdminAdjustmentSchema } from './adjustments.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE, REASON_MAX_LENGTH } from './constants.ts';
import { WrittenCustomsSchema } from './customs/declaration.ts';
import { WrittenExtrasSchema } from './customs/extras.ts';
import { inOrder, rangeFields } from './date-range.ts';
import { hasWholeCents } from './markup-amount.ts';
import { SHIPMENTS } from './messages.ts';
import { PaginationSchema, wholeNumber } from './paging.ts';
import { CARRIERS } from './parcel.ts';
import { PricedExtrasSchema, ShipmentDocumentSchema } from './shipments.ts';
import { storable, visibleText } from './storable-text.ts';
import { uuid } from './uuid.ts';

/** Shipments, as admins see them. Amounts are in dollars. */

export const ADMIN_SHIPMENT_STATUSES = ['pending', 'shipped', 'delivered', 'failed'] as const;
export type AdminShipmentStatus = (typeof ADMIN_SHIPMENT_STATUSES)[number];

const PlaceSchema = z.object({ formatted: z.string() });

const AdminShipmentSchema = z.object({
  shipmentId: z.string(),
  trackingNumber: z.nullable(z.string()),
  clientName: z.string(),
  /** One of ADMIN_SHIPMENT_STATUSES. Screens show an unknown one as it is. */
  status: z.string(),
  origin: PlaceSchema,
  destination: PlaceSchema,
  carrier: z.string(),
  createdAt: z.string(),
  cost: z.number(),
  /** Not in the specification. */
  clientId: z.string(),
  trackingUrl: z.nullable(z.string()),
  /** The amount refunded so far, including pending refunds, and the amount that can still be refunded. */
  refunded: z.number(),
  refundable: z.number(),
  /** False when no label was made, so nothing was earned. */
  hasLabel: z.boolean(),
  /** A voided label has the status `failed` and did not fail. */
  voided: z.boolean(),
  /** Why there is no label, or why it is no longer valid. */
  failureReason: z.nullable(z.string()),
});
export type AdminShipment = z.infer<typeof AdminShipmentSchema>;

export const SHIPMENT_SORTS = ['date', 'cost', 'status', 'carrier'] as const;
export type ShipmentSort = (typeof SHIPMENT_SORTS)[number];

/** Like the column “Label” of the export. `not_voided` is `none` or `made`: voided labels have the status `failed` too. */
export const LABEL_FILTERS = ['none', 'made', 'voided', 'not_voided'] as const;
export type LabelFilter = (typeof LABEL_FILTERS)[number];

const filters = {
  status: z.optional(z.union([z.enum(ADMIN_SHIPMENT_STATUSES), z.literal('')])),
  carrier: z.optional(z.union([z.enum(CARRIERS), z.literal('')])),
  /** Three or more characters match anywhere; fewer match only the beginning. */
  trackingNumber: z.optional(z.string().check(z.trim(), z.maxLength(60), storable)),
  /** Not in the specification: filters by client, label and date range. */
  clientId: z.optional(z.union([uuid(), z.literal('')])),
  label: z.optional(z.union([z.enum(LABEL_FILTERS), z.literal('')])),
  ...rangeFields,
};

export const AdminShipmentsQuerySchema = z
  .object({
    page: wholeNumber(1, 1_000_000),
    limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
    ...filters,
    /** Not in the specification. */
    sortBy: z._default(z.enum(SHIPMENT_SORTS), 'date'),
    sortOrder: z._default(z.enum(['ASC', 'DESC']), 'DESC'),
  })
  .check(inOrder);
export type AdminShipmentsQuery = z.output<typeof AdminShipmentsQuerySchema>;
export const AdminShipmentsDownloadQuerySchema = z
  .object({ format: z._default(z.literal('csv'), 'csv'), ...filters })
  .check(inOrder);
export type AdminShipmentsFilter = Omit<AdminShipmentsQuery, 'page' | 'limit' | 'sortBy' | 'sortOrder'>;

/** Search matches are counted up to this number. Above it, `totalRecords` is capped and `isMore` is true. */
export const MAX_COUNTED_MATCHES = 1_000;

export const AdminShipmentsAnswerSchema = z.object({
  data: z.object({
    shipments: z.array(AdminShipmentSchema),
    pagination: z.extend(PaginationSchema, { isMore: z.boolean() }),
  }),
});
export type AdminShipmentsAnswer = z.infer<typeof AdminShipmentsAnswerSchema>;

export const ShipmentStatsAnswerSchema = z.object({
  overview: z.object({
    /** Price of every label created; refunds are not deducted. */
    total_revenue: z.number(),
    total_shipments: z.number(),
    delivered_shipments: z.number(),
    shipped_shipments: z.number(),
    pending_shipments: z.number(),
    failed_shipments: z.number(),
    /** Revenue per label that was made. */
    average_cost: z.number(),
    /** Not in the specification. */
    commission: z.number(),
    labels: z.number(),
    /** Part of `failed_shipments`, because a voided label has the status `failed`. */
    voided_shipments: z.number(),
    refunded: z.number(),
    carrier_credits: z.number(),
    net_revenue: z.number(),
    net_commission: z.number(),
    /** What is left after all costs, from the ledger. Null while earlier bookings are being added. */
    net_margin: z.nullable(z.number()),
  }),
  byCarrier: z.array(z.object({ carrier: z.string(), count: z.number(), revenue: z.number() })),
  topClients: z.array(
    z.object({ clientId: z.string(), name: z.string(), count: z.number(), revenue: z.number() }),
  ),
});
export type ShipmentStatsAnswer = z.infer<typeof ShipmentStatsAnswerSchema>;

// Refunds ---------------------------------------------------------------------------------------------------

export const RefundBodySchema = z.object({
  amount: z
    .number(SHIPMENTS.amountInvalid)
    .check(
      z.minimum(0.01, { error: SHIPMENTS.amountInvalid, abort: true }),
      z.maximum(1_000_000, SHIPMENTS.amountInvalid),
      z.refine(hasWholeCents, SHIPMENTS.amountInvalid),
    ),
  reason: z
    .string(SHIPMENTS.reasonMissing)
    .check(
      z.trim(),
      z.minLength(1, { error: SHIPMENTS.reasonMissing, abort: true }),
      z.maxLength(REASON_MAX_LENGTH, `Please use at most ${REASON_MAX_LENGTH} characters.`),
      visibleText,
    ),
  /** Not in the specification: also void the label if it has not been used. */
  voidLabel: z._default(z.boolean(), false),
});
export type RefundBody = z.output<typeof RefundBodySchema>;

const REFUND_STATES = ['requested', 'submitted', 'succeeded', 'failed'] as const;

export const RefundAnswerSchema = z.object({
  message: z.literal(SHIPMENTS.refunded),
  refund: z.object({
    refundId: z.string(),
    amount: z.number(),
    status: z.enum(REFUND_STATES),
    /** The amount that can still be refunded after this refund. */
    refundable: z.number(),
  }),
  /** Null when no void was requested. */
  voided: z.nullable(z.object({ status: z.enum(['voided', 'pending', 'refused']), text: z.string() })),
});
export type RefundAnswer = z.infer<typeof RefundAnswerSchema>;

/** A refused void is an error. */
export const VoidLabelAnswerSchema = z.object({
  voided: z.object({ status: z.enum(['voided', 'pending']), text: z.string() }),
});
export type VoidLabelAnswer = z.infer<typeof VoidLabelAnswerSchema>;

// Shipment details ------------------------------------------------------------------------------------------

const moment = z.string();
const maybe = z.nullable(z.string());

export const AdminShipmentDetailsSchema = z.object({
  shipment: z.extend(AdminShipmentSchema, {
    /** The internal state, more detailed than the status. */
    state: z.string(),
    serviceName: z.string(),
    sender: z.array(z.string()),
    receiver: z.array(z.string()),
    /** '12 × 9 × 4 in, 2.5 lb'. */
    parcel: z.string(),
    shippingDate: z.string(),
    deliveryDate: maybe,
    notes: z.string(),
    customs: z.optional(WrittenCustomsSchema),
    extras: z.optional(WrittenExtrasSchema),
    documents: z.optional(z.array(ShipmentDocumentSchema)),
    clientEmail: z.string(),
    /** The label exists and has not been used. */
    voidable: z.boolean(),
  }),
  quote: z.object({
    id: z.string(),
    carrierCost: z.number(),
    /** The carrier's final charge. */
    actualCost: z.nullable(z.number()),
    commission: z.number(),
    /** '12%', '$0.50' or the name of a price rule. */
    commissionRule: z.string(),
    /** How the price was calculated, in one sentence. */
    explanation: z.optional(z.string()),
    /** The version of the price rules in force. Absent if there was none. */
    priceVersion: z.optional(z.number()),
    total: z.number(),
    /** What the client pays for each extra. Included in the total. */
    extras: z.optional(PricedExtrasSchema),
    quotedAt: moment,
    expiresAt: moment,
  }),
  payment: z.object({
    id: z.string(),
    intentId: maybe,
    status: z.string(),
    amount: z.number(),
    /** The part of the payment that pays for this shipment. */
    allocated: z.number(),
    paidAt: maybe,
    batchId: maybe,
  }),
  attempts: z.array(
    z.object({
      number: z.number(),
      state: z.string(),
      detail: z.string(),
      startedAt: moment,
      endedAt: maybe,
    }),
  ),
  label: z.nullable(
    z.object({ transactionId: maybe, format: z.string(), purchasedAt: maybe, downloadedAt: maybe }),
  ),
  tracking: z.array(
    z.object({
      at: moment,
      status: z.string(),
      text: z.string(),
      place: z.string(),
      detail: z.optional(z.string()),
    }),
  ),
  refunds: z.array(
    z.object({
      refundId: z.string(),
      amount: z.number(),
      kind: z.string(),
      reason: z.string(),
      state: z.enum(REFUND_STATES),
      detail: z.string(),
      /** Null for automatic refunds. */
      by: maybe,
      createdAt: moment,
      endedAt: maybe,
    }),
  ),
  /** Disputes of the whole payment, which may cover other shipments too. */
  disputes: z.array(
    z.object({
      /** The payment provider's id. */
      disputeId: z.string(),
      amount: z.number(),
      reason: z.string(),
      state: z.enum(['open', 'won', 'lost']),
      openedAt: moment,
      endedAt: maybe,
    }),
  ),
  /** What the carrier billed besides the label's cost, in cents. */
  adjustments: z.optional(z.array(AdminAdjustmentSchema)),
  /** Debit is positive. */
  ledger: z.array(z.object({ at: moment, booking: z.string(), account: z.string(), amount: z.number() })),
  moves: z.array(z.object({ at: moment, object: z.string(), from: z.string(), to: z.string() })),
});
export type AdminShipmentDetails = z.infer<typeof AdminShipmentDetailsSchema>;
