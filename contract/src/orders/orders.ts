import * as z from 'zod/mini';
import { CalendarDateSchema } from '../calendar-date.ts';
import { cents } from '../cents.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../constants.ts';
import { CUSTOMS } from '../customs/customs-messages.ts';
import { MAX_INSURED_CENTS } from '../customs/extras.ts';
import { SIGNATURES } from '../customs/vocabulary.ts';
import { openEnum } from '../open-enum.ts';
import { PaginationSchema, wholeNumber } from '../paging.ts';
import { PACKAGE_TYPES } from '../parcel.ts';
import { storable, visibleLine } from '../storable-text.ts';
import { uuid } from '../uuid.ts';
import { DismissedProblemsSchema } from './dismissed-problems.ts';
import { OrderSourceKindSchema } from './order-sources.ts';
import { PackageIdSchema } from './packages.ts';
import { RecipientBodySchema } from './recipient-body.ts';
import { RuleTraceSchema } from './rule-trace.ts';
import { ServiceChoiceSchema } from './service-choice.ts';

/** Orders of stores. All amounts are whole cents of the order's currency. */

/** Where the inbox lists an order. */
export const ORDER_STATUSES = ['ready', 'attention', 'held', 'in_progress', 'shipped', 'excluded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The tabs of the inbox. `all` also has orders that are held, in a batch, or not for shipping. */
export const ORDER_VIEWS = ['ready', 'attention', 'shipped', 'all'] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** Why an order is not for shipping. */
const ORDER_EXCLUSIONS = [
  'unpaid',
  'on_hold',
  'pickup',
  'digital',
  'other_location',
  'fulfilled_by_others',
  'test_order',
  'cancelled',
  'shipped_elsewhere',
  'nothing_left',
] as const;
export type OrderExclusion = (typeof ORDER_EXCLUSIONS)[number];

/** What a person must do before an order can be shipped, or after. */
const ORDER_PROBLEMS = [
  'address_withheld',
  'address_incomplete',
  'weight_missing',
  'size_missing',
  'customs_missing',
  'extras_not_possible',
  'partly_shipped',
  'label_failed',
  'report_refused',
  'report_not_withdrawn',
  'changed_after_label',
] as const;
export type OrderProblemCode = (typeof ORDER_PROBLEMS)[number];

export const MAX_ORDER_ITEMS = 500;
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;

const OrderProblemSchema = z.object({
  code: openEnum(ORDER_PROBLEMS),
  /** The field that the client must correct, if it is one of the address. */
  field: z.optional(z.string()),
  /** What the code alone does not say: SKUs without a weight, the store's or the carrier's reason. */
  detail: z.optional(z.string()),
  /** Of the order in the store. Tells a change of the store from a later one with the same detail. */
  revision: z.optional(z.string()),
});
export type OrderProblem = z.infer<typeof OrderProblemSchema>;

/** Who or what set a value. Each overrides those before it; a person's choice is never overwritten. */
const SET_BY = ['shop', 'items', 'default', 'last_parcel', 'rule', 'person'] as const;

const ParcelSchema = z.object({
  type: z.enum(PACKAGE_TYPES),
  lengthIn: z.number(),
  widthIn: z.number(),
  heightIn: z.number(),
});
export type OrderParcelSize = z.infer<typeof ParcelSchema>;

const OrderPreparationSchema = z.object({
  /** Of the whole parcel, in ounces. */
  weightOz: z.optional(z.number()),
  weightSetBy: z.optional(openEnum(SET_BY)),
  parcel: z.optional(ParcelSchema),
  parcelSetBy: z.optional(openEnum(SET_BY)),
  /** The client's package or the preset that the size comes from, and its name. */
  packageId: z.optional(z.string()),
  packageName: z.optional(z.string()),
  /** Of the empty package, in ounces. Included in the weight. */
  packagingOz: z.optional(z.number()),
  signature: z.optional(z.enum(SIGNATURES)),
  /** If there is a signature and this is absent, a person set it. */
  signatureSetBy: z.optional(openEnum(SET_BY)),
  insuranceCents: z.optional(cents),
  /** If there is insurance and this is absent, a person set it. */
  insuranceSetBy: z.optional(openEnum(SET_BY)),
  /** How the rate is chosen when the order is shipped. */
  service: z.optional(ServiceChoiceSchema),
  serviceSetBy: z.optional(openEnum(SET_BY)),
});
export type OrderPreparation = z.infer<typeof OrderPreparationSchema>;

const RecipientSchema = z.object({
  fullName: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
});
export type OrderRecipient = z.infer<typeof RecipientSchema>;

const OrderRowSchema = z.object({
  id: z.string(),
  number: z.string(),
  source: z.object({ id: z.string(), name: z.string(), kind: OrderSourceKindSchema }),
  placedAt: z.string(),
  shipBy: z.nullable(z.string()),
  status: openEnum(ORDER_STATUSES),
  excluded: z.nullable(openEnum(ORDER_EXCLUSIONS)),
  problems: z.array(OrderProblemSchema),
  hold: z.nullable(
    z.object({
      reason: z.string(),
      until: z.nullable(z.string()),
      /** Set by a rule. After a release it does not come back. */
      isByRule: z.boolean(),
    }),
  ),
  recipientName: z.string(),
  /** City, state and country in one line. Empty if the store withholds the address. */
  place: z.string(),
  country: z.string(),
  /** Pieces that remain to be shipped; all pieces after the shipment. */
  pieces: z.number(),
  /** The first item, for example "2 × Mug". */
  firstItem: z.string(),
  itemCount: z.number(),
  total: cents,
  currency: z.string(),
  shippingMethod: z.string(),
  /** Of the store, of rules and of people, each once. */
  tags: z.array(z.string()),
  preparation: OrderPreparationSchema,
  /** Whether the address and the package of what remains can change, and whether it can be shipped now. */
  canChange: z.boolean(),
  canShip: z.boolean(),
  /** Open orders of the same recipient that could share a parcel, without this one. */
  combinable: z.number(),
  /** Parcels of the order, and how many other orders share the parcel. */
  parcels: z.number(),
  combinedWith: z.array(z.string()),
});
export type OrderRow = z.infer<typeof OrderRowSchema>;

const filterFields = {
  view: z._default(z.enum(ORDER_VIEWS), 'ready'),
  /** Part of a number, name, SKU, email address or tracking number. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100), storable)),
  source: z.optional(uuid()),
  country: z.optional(z.string().check(z.maxLength(2), storable)),
  tag: z.optional(z.string().check(z.maxLength(MAX_TAG_LENGTH), storable)),
};
export const OrderIdsQuerySchema = z.object(filterFields);
export const OrdersQuerySchema = z.object({
  ...filterFields,
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
});
export type OrdersQuery = z.output<typeof OrdersQuerySchema>;

/** Counts end at this number. If a list has more, `totalRecords` is capped and `isMore` is true. */
export const MAX_ORDER_COUNT = 10_000;

export const OrdersAnswerSchema = z.object({
  orders: z.array(OrderRowSchema),
  /** Without search and filters, up to MAX_ORDER_COUNT. */
  counts: z.record(z.enum([...ORDER_VIEWS, 'held', 'in_progress']), z.number()),
  pagination: z.extend(PaginationSchema, { isMore: z.optional(z.boolean()) }),
});
export type OrdersAnswer = z.infer<typeof OrdersAnswerSchema>;

/** The ids of all orders of a view and filter, to select them all. As many as can be shipped together. */
export const OrderIdsAnswerSchema = z.object({ ids: z.array(z.string()), more: z.boolean() });

const OrderItemSchema = z.object({
  id: z.string(),
  sku: z.string(),
  title: z.string(),
  variant: z.string(),
  quantity: z.number(),
  /** Not in a parcel that has a label or is in a batch. */
  remaining: z.number(),
  unitPrice: cents,
  /** Ounces. Null if neither the store nor the product list knows it. */
  unitWeightOz: z.nullable(z.number()),
  requiresShipping: z.boolean(),
});
export type OrderItem = z.infer<typeof OrderItemSchema>;

export const REPORT_STATES = [
  'to_report',
  'reporting',
  'reported',
  'refused',
  'canceled',
  'to_withdraw',
  'withdrawing',
  'withdrawn',
  'not_withdrawn',
] as const;
export const PARCEL_STATES = ['planned', 'in_batch', 'bought', 'voided', 'released'] as const;

const OrderParcelSchema = z.object({
  id: z.string(),
  state: openEnum(PARCEL_STATES),
  batchId: z.nullable(z.string()),
  shipmentId: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  carrier: z.nullable(z.string()),
  error: z.nullable(z.string()),
  /** Of this order only. */
  items: z.array(z.object({ id: z.string(), quantity: z.number() })),
  /** Numbers of other orders in the same parcel. */
  combinedWith: z.array(z.string()),
  /** What the store knows. Null until there is a label, and for sources without a store. */
  report: z.nullable(
    z.object({
      state: openEnum(REPORT_STATES),
      message: z.nullable(z.string()),
      at: z.nullable(z.string()),
    }),
  ),
});
export type OrderParcel = z.infer<typeof OrderParcelSchema>;

export const OrderAnswerSchema = z.object({
  order: z.extend(OrderRowSchema, {
    changedAt: z.string(),
    deliverBy: z.nullable(z.string()),
    paid: openEnum(['yes', 'no', 'partly', 'unknown']),
    shippingPaid: cents,
    notes: z.object({ buyer: z.string(), merchant: z.string(), gift: z.string() }),
    recipient: z.nullable(RecipientSchema),
    /** Whether the client corrected the store's address. */
    isRecipientEdited: z.boolean(),
    /** The tags by who set them. Only those of people can be changed here. */
    tagsBy: z.object({
      shop: z.array(z.string()),
      rule: z.array(z.string()),
      person: z.array(z.string()),
    }),
    /** Which rules ran last, and why. Stays as it was when the order got its label. */
    ruleTrace: RuleTraceSchema,
    recipientWithheld: z.nullable(openEnum(['plan', 'region', 'expired', 'permission'])),
    /** The client marked pieces as shipped outside Lading, which can be undone. */
    isMarkedShipped: z.boolean(),
    /** Name, street, contact and notes were erased because of the order's age, or for the buyer. */
    isErased: z.boolean(),
    items: z.array(OrderItemSchema),
    parcelList: z.array(OrderParcelSchema),
    /** Other open orders of the same recipient. */
    combinableOrders: z.array(z.object({ id: z.string(), number: z.string(), source: z.string() })),
  }),
});
export type OrderDetails = z.infer<typeof OrderAnswerSchema>['order'];

const positive = (max: number, message: string) =>
  z.number(message).check(z.positive(message), z.maximum(max, message));
const INCHES = 'Please enter a size between 0.01 and 200 inches.';
const OUNCES = 'Please enter a weight between 0.1 oz and 2,400 oz.';

/** Changes what is given and leaves the rest. `recipient: null` takes the store's address again. */
export const UpdateOrderBodySchema = z.object({
  recipient: z.optional(z.nullable(RecipientBodySchema)),
  /** Removes a change after the label, a failed label, a refused tracking number, or one that the store cannot remove. */
  dismiss: z.optional(DismissedProblemsSchema),
  weightOz: z.optional(z.nullable(positive(2_400, OUNCES))),
  parcel: z.optional(
    z.nullable(
      z.object({
        type: z.enum(PACKAGE_TYPES),
        lengthIn: positive(200, INCHES),
        widthIn: positive(200, INCHES),
        heightIn: positive(200, INCHES),
      }),
    ),
  ),
  /** One of the client's packages or a preset, instead of a size. */
  packageId: z.optional(PackageIdSchema),
  /** Null leaves it to the rules; `none` and 0 do not. */
  signature: z.optional(z.nullable(z.enum(SIGNATURES))),
  service: z.optional(z.nullable(ServiceChoiceSchema)),
  insuranceCents: z.optional(
    z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_INSURED_CENTS, CUSTOMS.insuranceTooHigh))),
  ),
  tags: z.optional(
    z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TAG_LENGTH), visibleLine))
      .check(z.maxLength(MAX_TAGS)),
  ),
});
export type UpdateOrderBody = z.output<typeof UpdateOrderBodySchema>;

/** The same change for several orders: weight, parcel, extras and tags. */
export const UpdateOrdersBodySchema = z.object({
  orderIds: z.array(uuid()).check(z.minLength(1), z.maxLength(500)),
  change: z.omit(UpdateOrderBodySchema, { recipient: true, dismiss: true }),
});
export type UpdateOrdersBody = z.output<typeof UpdateOrdersBodySchema>;
export const UpdateOrdersAnswerSchema = z.object({ changed: z.number() });

export const HoldOrderBodySchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, 'Please enter a reason.'), z.maxLength(200), visibleLine),
  /** The day on which the order is ready again. Null: until it is released by hand. */
  until: z._default(z.nullable(CalendarDateSchema), null),
});
export type HoldOrderBody = z.output<typeof HoldOrderBodySchema>;

export const MAX_TO_COMBINE = 50;
export const CombineOrdersBodySchema = z.object({
  orderIds: z
    .array(uuid())
    .check(z.minLength(2, 'Please select at least two orders.'), z.maxLength(MAX_TO_COMBINE)),
});

/** Puts the named pieces into a parcel of their own; the rest stays together. */
export const SplitOrderBodySchema = z.object({
  items: z
    .array(
      z.object({
        id: z.string().check(z.maxLength(200)),
        quantity: z.int().check(z.minimum(1), z.maximum(100_000)),
      }),
    )
    .check(z.minLength(1, 'Please choose items for the second package.'), z.maxLength(MAX_ORDER_ITEMS)),
});
export type SplitOrderBody = z.output<typeof SplitOrderBodySchema>;
