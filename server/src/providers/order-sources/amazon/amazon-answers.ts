import * as z from 'zod/mini';

/** The parts of Amazon's answers that we use. Amazon adds fields and values without notice. */

const text = z.pipe(
  z.nullish(z.string()),
  // PostgreSQL cannot store these characters.
  z.transform((value) => (value ?? '').toWellFormed().replaceAll('\0', '').trim()),
);
const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => items ?? []),
  );
const count = z.nullish(z.int().check(z.minimum(0)));
const time = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value))));
const WindowSchema = z.nullish(z.object({ latestDateTime: z.nullish(time) }));
export type AmazonWindow = z.output<typeof WindowSchema>;

const MoneySchema = z.object({ amount: z.string(), currencyCode: z.string() });
export type AmazonMoney = z.output<typeof MoneySchema>;

const AddressSchema = z.object({
  name: text,
  companyName: text,
  addressLine1: text,
  addressLine2: text,
  addressLine3: text,
  city: text,
  stateOrRegion: text,
  postalCode: text,
  countryCode: text,
  phone: text,
});

const ItemSchema = z.object({
  orderItemId: z.string(),
  quantityOrdered: z.int().check(z.minimum(0)),
  product: z.object({
    asin: text,
    title: text,
    sellerSku: text,
    price: z.nullish(z.object({ unitPrice: z.nullish(MoneySchema) })),
  }),
  proceeds: z.nullish(
    z.object({ breakdowns: listOf(z.object({ type: z.string(), subtotal: MoneySchema })) }),
  ),
  fulfillment: z.nullish(
    z.object({
      quantityFulfilled: count,
      quantityUnfulfilled: count,
      packing: z.nullish(z.object({ giftOption: z.nullish(z.object({ giftMessage: text })) })),
    }),
  ),
  cancellation: z.nullish(
    z.object({
      cancellationRequest: z.nullish(z.object({})),
      cancellationExecution: z.nullish(z.object({})),
    }),
  ),
});
export type AmazonItem = z.output<typeof ItemSchema>;

const PackageSchema = z.object({
  packageReferenceId: z.string(),
  trackingNumber: text,
  packageStatus: z.nullish(z.object({ status: z.string() })),
});

const OrderSchema = z.object({
  orderId: z.string(),
  createdTime: time,
  lastUpdatedTime: time,
  programs: listOf(z.string()),
  salesChannel: z.object({ marketplaceId: text }),
  buyer: z.nullish(z.object({ buyerEmail: text })),
  recipient: z.nullish(
    z.object({
      deliveryAddress: z.nullish(AddressSchema),
      deliveryPreference: z.nullish(z.object({ addressInstruction: text })),
    }),
  ),
  proceeds: z.nullish(z.object({ grandTotal: z.nullish(MoneySchema) })),
  fulfillment: z.nullish(
    z.object({
      fulfillmentStatus: z.string(),
      fulfilledBy: text,
      fulfillmentServiceLevel: text,
      shipByWindow: WindowSchema,
      deliverByWindow: WindowSchema,
    }),
  ),
  orderItems: z.array(ItemSchema),
  packages: listOf(PackageSchema),
});
export type AmazonOrder = z.output<typeof OrderSchema>;

const PaginationSchema = z.nullish(z.object({ nextToken: z.nullish(z.string()) }));
export const OrdersSchema = z.object({ orders: z.array(OrderSchema), pagination: PaginationSchema });
/** For lists where only the ids matter. */
export const OrderIdsSchema = z.object({
  orders: z.array(z.object({ orderId: z.string() })),
  pagination: PaginationSchema,
});
export const OneOrderSchema = z.object({ order: OrderSchema });
export const ErrorsSchema = z.object({
  errors: z.array(z.object({ code: text, message: text, details: text })),
});

export const TokenErrorSchema = z.object({ error: z.string() });
