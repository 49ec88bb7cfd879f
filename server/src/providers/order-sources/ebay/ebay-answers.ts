import * as z from 'zod/mini';

/** The parts of eBay's answers that we use. eBay leaves out fields that are empty or have expired. */

const line = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => (text ?? '').replace(/\s+/g, ' ').trim()),
);
const note = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => (text ?? '').trim()),
);
const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => items ?? []),
  );
const externalId = z.string().check(z.minLength(1), z.maxLength(200));

const AmountSchema = z.nullish(z.object({ value: z.string(), currency: z.nullish(z.string()) }));
export type EbayAmount = z.output<typeof AmountSchema>;

const ShipToSchema = z.object({
  fullName: line,
  companyName: line,
  email: line,
  primaryPhone: z.nullish(z.object({ phoneNumber: line })),
  contactAddress: z.nullish(
    z.object({
      addressLine1: line,
      addressLine2: line,
      city: line,
      stateOrProvince: line,
      postalCode: line,
      countryCode: line,
    }),
  ),
});

const InstructionSchema = z.object({
  fulfillmentInstructionsType: line,
  ebaySupportedFulfillment: z.nullish(z.boolean()),
  maxEstimatedDeliveryDate: line,
  shippingStep: z.nullish(
    z.object({
      shippingServiceCode: line,
      shipToReferenceId: line,
      shipTo: z.nullish(ShipToSchema),
    }),
  ),
});
export type EbayInstruction = z.output<typeof InstructionSchema>;

const LineItemSchema = z.object({
  lineItemId: externalId,
  title: line,
  sku: line,
  quantity: z.int().check(z.minimum(0)),
  lineItemCost: AmountSchema,
  discountedLineItemCost: AmountSchema,
  lineItemFulfillmentStatus: line,
  lineItemFulfillmentInstructions: z.nullish(z.object({ shipByDate: line })),
  variationAspects: listOf(z.object({ value: line })),
  /** Of digital gift cards. */
  giftDetails: z.nullish(z.object({ message: note })),
});
export type EbayLineItem = z.output<typeof LineItemSchema>;

export const OrderSchema = z.object({
  orderId: externalId,
  creationDate: z.string(),
  lastModifiedDate: z.string(),
  orderFulfillmentStatus: z.string(),
  orderPaymentStatus: z.string(),
  sellerId: line,
  buyer: z.nullish(z.object({ username: line })),
  buyerCheckoutNotes: note,
  cancelStatus: z.nullish(z.object({ cancelState: line })),
  pricingSummary: z.nullish(z.object({ total: AmountSchema, deliveryCost: AmountSchema })),
  program: z.nullish(
    z.object({
      ebayShipping: z.nullish(z.object({ shippingLabelProvidedBy: line })),
      fulfillmentProgram: z.nullish(z.object({ fulfilledBy: line })),
    }),
  ),
  fulfillmentStartInstructions: listOf(InstructionSchema),
  lineItems: z.array(LineItemSchema),
});
export type EbayOrder = z.output<typeof OrderSchema>;
export const OrdersSchema = z.object({ total: z.int(), orders: z.array(OrderSchema) });

export const FulfillmentsSchema = z.object({
  fulfillments: z.array(
    z.object({
      fulfillmentId: line,
      shipmentTrackingNumber: line,
      lineItems: listOf(z.object({ lineItemId: line, quantity: z.nullish(z.int()) })),
    }),
  ),
});
export type EbayFulfillment = z.output<typeof FulfillmentsSchema>['fulfillments'][number];

export const UserSchema = z.object({ userId: externalId, username: line });

export const ErrorsSchema = z.object({
  errors: z
    .array(z.object({ errorId: z.nullish(z.number()), message: line, longMessage: line }))
    .check(z.minLength(1)),
});

export const PublicKeySchema = z.object({ key: z.string(), digest: line });
