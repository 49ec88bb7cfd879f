import * as z from 'zod/mini';
import { plainLine, plainText } from '../../../platform/html-text.ts';

/**
 * The parts of WooCommerce's answers that we use. Plug-ins add fields, and some change the type of a value.
 */

const looseText = z.pipe(
  z.nullish(z.union([z.string(), z.number(), z.boolean()])),
  z.transform((value) => (value === null || value === undefined || value === false ? '' : String(value))),
);
const line = z.pipe(looseText, z.transform(plainLine));
const note = z.pipe(looseText, z.transform(plainText));
/** No list of an answer is this long. */
const MAX_ITEMS = 10_000;

/**
 * Ends at the first item of another format. `z.array` describes every problem: clients choose the store, and an answer with a
 * million empty objects would need gigabytes.
 */
const arrayOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.array(z.unknown()).check(z.maxLength(MAX_ITEMS)),
    z.transform((items, { issues }): z.output<T>[] => {
      const known: z.output<T>[] = [];
      for (const [index, input] of items.entries()) {
        const parsed = item.safeParse(input);
        if (!parsed.success) {
          const { path = [], message = '' } = parsed.error.issues[0] ?? {};
          issues.push({ code: 'custom', input, path: [index, ...path], message });
          return z.NEVER;
        }
        known.push(parsed.data);
      }
      return known;
    }),
  );
const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.nullish(arrayOf(item)),
    z.transform((items) => items ?? []),
  );
/** An id as a number or, from some plug-ins, as digits. */
const id = z.pipe(
  z.union([z.int().check(z.minimum(0)), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform(Number),
);
const quantity = z.pipe(
  z.nullish(z.union([z.number(), z.string()])),
  z.transform((value) => (Number.isFinite(Number(value)) ? Number(value) : 0)),
);

const AddressFieldsSchema = z.object({
  first_name: line,
  last_name: line,
  company: line,
  address_1: line,
  address_2: line,
  city: line,
  state: line,
  postcode: line,
  country: line,
  phone: line,
  email: line,
});

/** PHP writes an empty list where an object has no fields. */
const AddressSchema = z.pipe(
  z.union([AddressFieldsSchema, z.array(z.unknown())]),
  z.transform((fields) => (Array.isArray(fields) ? AddressFieldsSchema.parse({}) : fields)),
);
export type WooAddress = z.output<typeof AddressSchema>;

const MetaSchema = z.object({ key: looseText, value: z.optional(z.unknown()) });

const LineItemSchema = z.object({
  id,
  name: line,
  parent_name: line,
  product_id: z._default(z.nullable(id), 0),
  variation_id: z._default(z.nullable(id), 0),
  quantity,
  total: looseText,
  sku: line,
  meta_data: listOf(MetaSchema),
});
export type WooLineItem = z.output<typeof LineItemSchema>;

const ShippingLineSchema = z.object({ method_title: line, method_id: line });

export const OrderSchema = z.object({
  id,
  number: line,
  status: z.string(),
  currency: z.string(),
  date_created_gmt: z.nullish(z.string()),
  date_modified_gmt: z.nullish(z.string()),
  date_paid_gmt: z.nullish(z.string()),
  total: looseText,
  shipping_total: looseText,
  customer_note: note,
  payment_method: line,
  billing: AddressSchema,
  shipping: AddressSchema,
  meta_data: listOf(MetaSchema),
  line_items: arrayOf(LineItemSchema),
  shipping_lines: listOf(ShippingLineSchema),
  refunds: listOf(z.object({ id })),
});
export type WooOrder = z.output<typeof OrderSchema>;
export const OrdersSchema = arrayOf(OrderSchema);
/** For lists where only the ids matter. */
export const OrderIdsSchema = arrayOf(z.object({ id, meta_data: listOf(MetaSchema) }));

export const RefundsSchema = arrayOf(z.object({ id, line_items: listOf(LineItemSchema) }));
export type WooRefund = z.output<typeof RefundsSchema>[number];

export const ProductSchema = z.object({
  id,
  weight: looseText,
  virtual: z._default(z.nullable(z.boolean()), false),
});
export type WooProduct = z.output<typeof ProductSchema>;
export const ProductsSchema = arrayOf(ProductSchema);
export const SettingSchema = z.object({ value: z.string() });

export const FulfillmentSchema = z.object({
  id,
  is_fulfilled: z._default(z.nullable(z.boolean()), false),
  date_deleted: z.nullish(z.string()),
  meta_data: listOf(MetaSchema),
});
export type WooFulfillment = z.output<typeof FulfillmentSchema>;
export const FulfillmentsSchema = arrayOf(FulfillmentSchema);
export const FulfilledItemsSchema = arrayOf(z.object({ item_id: id, qty: quantity }));

export const TrackingSchema = z.object({ tracking_id: z.string(), tracking_number: looseText });
export const TrackingsSchema = arrayOf(TrackingSchema);

export const NoteSchema = z.object({ id, note: looseText });
export const NotesSchema = arrayOf(NoteSchema);

export const WebhooksSchema = arrayOf(
  z.object({ id, name: looseText, status: looseText, topic: looseText, delivery_url: looseText }),
);

/** Some plug-ins and parts of WooCommerce put a number into `code`. */
export const ErrorSchema = z.object({ code: looseText, message: note });
