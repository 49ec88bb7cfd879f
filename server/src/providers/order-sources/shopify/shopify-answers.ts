import * as z from 'zod/mini';

/**
 * The parts of Shopify's answers that we use. Enums are plain text, because Shopify adds values with every
 * version. What an app may not see is null.
 */

const text = z.nullish(z.string());
const moment = z.pipe(
  z.string(),
  z.transform((value, context) => {
    const date = new Date(value);
    if (!Number.isNaN(date.getTime())) return date;
    context.issues.push({ code: 'custom', message: 'not a date', input: value });
    return z.NEVER;
  }),
);
const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => items ?? []),
  );

const PageInfoSchema = z.object({ hasNextPage: z.boolean(), endCursor: text });
const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ pageInfo: PageInfoSchema, nodes: z.array(item) });

const MoneySchema = z.object({ shopMoney: z.object({ amount: z.union([z.string(), z.number()]) }) });
const WeightSchema = z.nullish(z.object({ value: z.number(), unit: z.string() }));
export type ShopifyWeight = z.output<typeof WeightSchema>;

const UserErrorsSchema = listOf(z.object({ field: z.nullish(z.array(z.string())), message: z.string() }));
export type UserErrors = z.output<typeof UserErrorsSchema>;

const LineSchema = z.object({
  id: z.string(),
  sku: text,
  productTitle: text,
  variantTitle: text,
  remainingQuantity: z.int(),
  totalQuantity: z.int(),
  requiresShipping: z.boolean(),
  weight: WeightSchema,
  lineItem: z.object({ id: z.string(), discountedUnitPriceAfterAllDiscountsSet: MoneySchema }),
  variant: z.nullish(
    z.object({
      inventoryItem: z.nullish(
        z.object({
          countryCodeOfOrigin: text,
          harmonizedSystemCode: text,
          measurement: z.nullish(z.object({ weight: WeightSchema })),
        }),
      ),
    }),
  ),
});
export type ShopifyLine = z.output<typeof LineSchema>;

const DestinationSchema = z.object({
  firstName: text,
  lastName: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  zip: text,
  countryCode: text,
  phone: text,
  email: text,
});

const FulfillmentOrderSchema = z.object({
  id: z.string(),
  status: z.string(),
  fulfillBy: z.nullish(moment),
  destination: z.nullish(DestinationSchema),
  assignedLocation: z.nullish(
    z.object({
      location: z.nullish(z.object({ id: z.string(), isFulfillmentService: z.nullish(z.boolean()) })),
    }),
  ),
  deliveryMethod: z.nullish(
    z.object({
      methodType: text,
      presentedName: text,
      serviceCode: text,
      maxDeliveryDateTime: z.nullish(moment),
    }),
  ),
  supportedActions: listOf(z.object({ action: z.string() })),
  lineItems: pageOf(LineSchema),
});
export type ShopifyFulfillmentOrderPage = z.output<typeof FulfillmentOrderSchema>;
/** With the lines of all pages. */
export type ShopifyFulfillmentOrder = Omit<ShopifyFulfillmentOrderPage, 'lineItems'> & {
  lines: ShopifyLine[];
};

const OrderSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: moment,
  updatedAt: moment,
  cancelledAt: z.nullish(moment),
  test: z.boolean(),
  requiresShipping: z.boolean(),
  displayFinancialStatus: text,
  displayFulfillmentStatus: text,
  fullyPaid: z.boolean(),
  currencyCode: z.string(),
  note: text,
  tags: listOf(z.string()),
  email: text,
  phone: text,
  customAttributes: listOf(z.object({ key: z.string(), value: text })),
  totalPriceSet: MoneySchema,
  totalShippingPriceSet: MoneySchema,
  shippingLine: z.nullish(z.object({ title: text, code: text })),
  shippingAddress: z.nullish(
    z.object({
      name: text,
      company: text,
      address1: text,
      address2: text,
      city: text,
      province: text,
      provinceCode: text,
      zip: text,
      countryCodeV2: text,
      phone: text,
    }),
  ),
  fulfillmentOrders: pageOf(FulfillmentOrderSchema),
});
export type ShopifyOrderPage = z.output<typeof OrderSchema>;
/** With all fulfillment orders that the app may see. */
export type ShopifyOrder = Omit<ShopifyOrderPage, 'fulfillmentOrders'> & {
  fulfillmentOrders: ShopifyFulfillmentOrder[];
};

export const ConnectedShopSchema = z.object({
  shop: z.object({ id: z.string(), name: z.string(), currencyCode: text }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});

export const ChangedOrdersSchema = z.object({ orders: pageOf(z.object({ id: z.string() })) });
export const ChangedFulfillmentOrdersSchema = z.object({
  fulfillmentOrders: pageOf(z.object({ order: z.object({ id: z.string(), updatedAt: moment }) })),
});
export const OpenOrdersSchema = z.object({
  fulfillmentOrders: pageOf(z.object({ id: z.string(), orderId: z.string() })),
});
export const OpenCountSchema = z.object({
  ordersCount: z.nullish(z.object({ count: z.int(), precision: z.string() })),
});
export const OrdersSchema = z.object({ nodes: z.array(z.nullable(OrderSchema)) });
export const FulfillmentOrdersPageSchema = z.object({
  order: z.nullable(z.object({ fulfillmentOrders: pageOf(FulfillmentOrderSchema) })),
});
export const LinesPageSchema = z.object({
  fulfillmentOrder: z.nullable(z.object({ lineItems: pageOf(LineSchema) })),
});
export const OrderOfSchema = z.object({ fulfillmentOrder: z.nullable(z.object({ orderId: z.string() })) });

export const FulfillmentsSchema = z.object({
  order: z.nullable(
    z.object({
      fulfillments: z.array(
        z.object({
          id: z.string(),
          status: z.string(),
          trackingInfo: z.array(z.object({ number: text })),
        }),
      ),
    }),
  ),
});
export const FulfillmentLinesSchema = z.object({
  fulfillment: z.nullable(
    z.object({
      fulfillmentLineItems: pageOf(
        z.object({ quantity: z.nullish(z.int()), lineItem: z.object({ id: z.string() }) }),
      ),
    }),
  ),
});
export const FulfillmentStatesSchema = z.object({
  nodes: z.array(z.nullable(z.object({ id: z.string(), status: z.string() }))),
});
export const CreatedSchema = z.object({
  fulfillmentCreate: z.object({
    fulfillment: z.nullish(z.object({ id: z.string() })),
    userErrors: UserErrorsSchema,
  }),
});
export const CanceledSchema = z.object({ fulfillmentCancel: z.object({ userErrors: UserErrorsSchema }) });
export const SubscriptionsSchema = z.object({
  webhookSubscriptions: z.object({ nodes: z.array(z.object({ id: z.string(), topic: z.string() })) }),
});
export const SubscribedSchema = z.object({
  webhookSubscriptionCreate: z.object({ userErrors: UserErrorsSchema }),
});

export const UnsubscribedSchema = z.object({
  webhookSubscriptionDelete: z.object({ userErrors: UserErrorsSchema }),
});

/** The envelope of every GraphQL answer. A wrong token is answered with text instead of a list of errors. */
export const EnvelopeSchema = z.object({
  data: z.optional(z.unknown()),
  errors: z.nullish(
    z.union([
      z.string(),
      z.array(
        z.object({
          message: z.string(),
          path: z.nullish(z.array(z.union([z.string(), z.number()]))),
          extensions: z.nullish(z.object({ code: text })),
        }),
      ),
    ]),
  ),
  extensions: z.nullish(
    z.object({
      cost: z.nullish(
        z.object({
          requestedQueryCost: z.nullish(z.number()),
          throttleStatus: z.nullish(z.object({ currentlyAvailable: z.number(), restoreRate: z.number() })),
        }),
      ),
    }),
  ),
});
export type Envelope = z.output<typeof EnvelopeSchema>;
