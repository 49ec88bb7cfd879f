import * as z from 'zod/mini';
import { AddressFormSchema, WrittenAddressSchema } from './address-form.ts';
import { ClientAdjustmentSchema } from './adjustments.ts';
import { CalendarDateSchema } from './calendar-date.ts';
import { CustomsSchema, WrittenCustomsSchema } from './customs/declaration.ts';
import { ExtrasSchema, WrittenExtrasSchema } from './customs/extras.ts';
import { EmailSchema } from './identity.ts';
import { openEnum } from './open-enum.ts';
import { PaginationSchema } from './paging.ts';
import { CARRIERS } from './parcel.ts';
import { ParcelFormSchema, WrittenParcelSchema } from './parcel-form.ts';
import { CarrierMessageSchema, RateRefusalsSchema } from './rate-refusals.ts';
import { storable, visibleText } from './storable-text.ts';
import { uuid } from './uuid.ts';

/** Everything the price depends on. A purchase must send exactly the same values. */
const shipmentFields = {
  sender: AddressFormSchema,
  receiver: AddressFormSchema,
  package: ParcelFormSchema,
  shippingDate: CalendarDateSchema,
  /** Not in the specification: carriers require it where customs needs a declaration. */
  customs: z.optional(CustomsSchema),
  /** Not in the specification. */
  extras: z.optional(ExtrasSchema),
};

export const RatesBodySchema = z.object({
  ...shipmentFields,
  /** Requests the detailed response instead of the plain list. */
  detailed: z.optional(z.boolean()),
});
export type RatesBody = z.output<typeof RatesBodySchema>;

const RATE_BADGES = ['cheapest', 'fastest', 'best_value'] as const;
export type RateBadge = (typeof RATE_BADGES)[number];

/** In dollars. */
export const PricedExtrasSchema = z.array(z.object({ text: z.string(), amount: z.number() }));

export const RateSchema = z.object({
  objectId: z.string(),
  carrier: openEnum(CARRIERS),
  serviceName: z.string(),
  /** Dollars, including commission: exactly what will be charged. */
  amount: z.number(),
  currency: z.string(),
  estimatedDays: z.nullable(z.number()),
  durationTerms: z.string(),
  /** Not in the specification: a stable name for the service. */
  service: z.string(),
  deliveryDate: z.nullable(z.string()),
  /** The retail price of the same service, if known and higher. */
  retailAmount: z.nullable(z.number()),
  badges: z.array(openEnum(RATE_BADGES)),
  /** Why the rate has its badge. */
  reason: z.nullable(z.string()),
  /** True if the price comes from an estimated tariff. */
  estimated: z.boolean(),
  /** The prices are included in the amount. */
  extras: z.optional(PricedExtrasSchema),
  expiresAt: z.string(),
});
export type Rate = z.infer<typeof RateSchema>;

export const RatesAnswerSchema = z.array(RateSchema);
export const DetailedRatesAnswerSchema = z.object({
  rates: RatesAnswerSchema,
  /** For each carrier without a rate, the reason. */
  messages: z.array(CarrierMessageSchema),
  /** The same reasons, each once. Absent if every carrier has a rate. */
  refusals: z.optional(RateRefusalsSchema),
});
export type DetailedRatesAnswer = z.infer<typeof DetailedRatesAnswerSchema>;

export const LabelBodySchema = z.object({
  rateId: uuid('Please select a shipping rate'),
  ...shipmentFields,
  internalNotes: z.optional(z.string().check(z.trim(), z.maxLength(500), visibleText)),
  /** Not in the specification: the payment to use. Defaults to the one that fits best. */
  paymentIntentId: z.optional(z.string().check(z.maxLength(200), storable)),
});
export type LabelBody = z.output<typeof LabelBodySchema>;

/** Shipment status, as shown to clients. */
export const SHIPMENT_STATUSES = ['pending', 'in_transit', 'delivered', 'failed'] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

/** Label status of a paid shipment. */
export const LABEL_STATUSES = ['processing', 'ready', 'refunding', 'refunded', 'voided'] as const;
export type LabelStatus = (typeof LABEL_STATUSES)[number];

export const LABEL_FORMATS = ['pdf', 'png', 'zpl'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];

/** Available formats of a label. A label that the carrier supplies as PDF is available only as PDF. */
export const LabelFormatsSchema = z.optional(z.array(openEnum(LABEL_FORMATS)));

export const LabelAnswerSchema = z.object({
  /** The shipment id, for `transaction/{id}`. */
  transactionId: z.string(),
  labelStatus: openEnum(LABEL_STATUSES),
  tracking_number: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  /** Valid for one minute without a token, and at any time with one. */
  labelUrl: z.nullable(z.string()),
  labelFormats: LabelFormatsSchema,
  rate: z.object({
    carrier: z.string(),
    service: z.string(),
    amount: z.number(),
    currency: z.string(),
  }),
});
export type LabelAnswer = z.infer<typeof LabelAnswerSchema>;

const placeSchema = z.object({ city: z.string(), state: z.string() });

/** What a parcel in transit is waiting for or doing. */
const TRACKING_DETAILS = [
  'out_for_delivery',
  'ready_for_pickup',
  'delivery_attempted',
  'customs_held',
  'customs_released',
] as const;
export type TrackingDetail = (typeof TRACKING_DETAILS)[number];

const HistoryItemSchema = z.object({
  shipment_id: z.string(),
  created_at: z.string(),
  tracking_number: z.nullable(z.string()),
  sender: placeSchema,
  recipient: z.extend(placeSchema, { name: z.string(), country: z.string() }),
  shipping_date: z.string(),
  delivery_date: z.nullable(z.string()),
  status: openEnum(SHIPMENT_STATUSES),
  /** Of the latest event of the carrier. */
  trackingDetail: z.optional(openEnum(TRACKING_DETAILS)),
  /** Dollars. */
  cost: z.number(),
  labelPath: z.nullable(z.string()),
  labelFormats: LabelFormatsSchema,
  carrier: z.string(),
  serviceName: z.string(),
  labelStatus: openEnum(LABEL_STATUSES),
  trackingUrl: z.nullable(z.string()),
  downloadedAt: z.nullable(z.string()),
});
export type HistoryItem = z.infer<typeof HistoryItemSchema>;

export const HISTORY_SORTS = ['created_at', 'shipping_date', 'delivery_date', 'cost'] as const;

/** All optional. Without parameters, lists the newest shipments. */
export const HistoryQuerySchema = z.object({
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  /** Part of a tracking number, a recipient's name or a city. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100), storable)),
  status: z.optional(z.enum(SHIPMENT_STATUSES)),
  carrier: z.optional(z.enum(CARRIERS)),
  from: z.optional(CalendarDateSchema),
  to: z.optional(CalendarDateSchema),
  sortBy: z.optional(z.enum(HISTORY_SORTS)),
  sortOrder: z.optional(z.enum(['ASC', 'DESC'])),
});
export type HistoryQuery = z.output<typeof HistoryQuerySchema>;

export const HistoryAnswerSchema = z.object({
  shipments: z.array(HistoryItemSchema),
  pagination: PaginationSchema,
});
export type HistoryAnswer = z.infer<typeof HistoryAnswerSchema>;

const TimelineEventSchema = z.object({
  at: z.string(),
  text: z.string(),
  place: z.string(),
  status: z.string(),
  detail: z.optional(openEnum(TRACKING_DETAILS)),
});
export type TimelineEvent = z.infer<typeof TimelineEventSchema>;

/** `customs_form` belongs on the parcel; a `commercial_invoice` has three copies. */
const DOCUMENT_KINDS = ['customs_form', 'commercial_invoice'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const ShipmentDocumentSchema = z.object({ kind: openEnum(DOCUMENT_KINDS), pages: z.number() });
export type ShipmentDocument = z.infer<typeof ShipmentDocumentSchema>;

export const TransactionAnswerSchema = z.object({
  transaction: z.extend(HistoryItemSchema, {
    sender: WrittenAddressSchema,
    recipient: WrittenAddressSchema,
    package: WrittenParcelSchema,
    service: z.string(),
    currency: z.string(),
    internalNotes: z.string(),
    /** Refunded so far, in dollars. */
    refunded: z.number(),
    customs: z.optional(WrittenCustomsSchema),
    extras: z.optional(WrittenExtrasSchema),
    /** Documents to attach to the parcel, besides the label. */
    documents: z.optional(z.array(ShipmentDocumentSchema)),
    /** What the carrier billed besides the label's cost, in cents. */
    adjustments: z.optional(z.array(ClientAdjustmentSchema)),
    paidAt: z.nullable(z.string()),
    events: z.array(TimelineEventSchema),
  }),
});
export type TransactionAnswer = z.infer<typeof TransactionAnswerSchema>;

export const LabelPaperSchema = z._default(z.enum(['4x6', 'letter', 'a4']), '4x6');
export type LabelPaper = z.output<typeof LabelPaperSchema>;

/** What a PDF contains: the label, the customs documents, or the label followed by its documents. */
const PDF_CONTENTS = ['label', 'documents', 'all'] as const;
export type PdfContents = (typeof PDF_CONTENTS)[number];
export const PdfContentsSchema = z._default(z.enum(PDF_CONTENTS), 'label');

export const LabelFileQuerySchema = z.object({
  format: z._default(z.enum(LABEL_FORMATS), 'pdf'),
  /** For PDF. */
  paper: LabelPaperSchema,
  /** For PDF. */
  content: PdfContentsSchema,
  dpi: z._default(z.enum(['203', '300']), '203'),
  /** A label shown on screen does not count as downloaded. */
  media: z._default(z.enum(['print', 'screen']), 'print'),
  /** Set in links that work without a token. */
  expires: z.optional(z.string().check(z.maxLength(20))),
  signature: z.optional(z.string().check(z.maxLength(100))),
});
export type LabelFileQuery = z.output<typeof LabelFileQuerySchema>;

/** More do not fit into a URL of 8 KB with the other parameters. With encoded commas, 200 do. */
const MAX_MERGED = 219;

/** Several labels as one PDF, in the order given. */
export const MergedLabelsQuerySchema = z.object({
  ids: z.pipe(
    z.string().check(z.maxLength(MAX_MERGED * 37)),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(uuid()).check(z.minLength(1), z.maxLength(MAX_MERGED)),
    ),
  ),
  paper: LabelPaperSchema,
  content: PdfContentsSchema,
});

export const TestLabelQuerySchema = z.object({ paper: LabelPaperSchema });

export const EmailLabelBodySchema = z.object({ email: EmailSchema, paper: LabelPaperSchema });
export type EmailLabelBody = z.output<typeof EmailLabelBodySchema>;

export const CarriersAnswerSchema = z.object({
  carriers: z.array(
    z.object({
      carrier: openEnum(CARRIERS),
      services: z.array(z.object({ service: z.string(), name: z.string(), international: z.boolean() })),
    }),
  ),
});
export type CarriersAnswer = z.infer<typeof CarriersAnswerSchema>;
