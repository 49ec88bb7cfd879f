import * as z from 'zod/mini';
import { parseCountry } from '../countries.ts';
import { openEnum } from '../open-enum.ts';
import { storable } from '../storable-text.ts';
import { MAX_ORDER_ITEMS, MAX_TAGS, ORDER_STATUSES } from './orders.ts';

/** Orders that a program sends. The names of fields are those of Shippo's API, which many programs use already. */

const MAX_IMPORTED_ORDERS = 100;
/** Other years are errors of the program, and some cannot be stored. */
const YEARS = { first: 1970, last: 2199 } as const;

export function hasUsualYear(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= YEARS.first && year <= YEARS.last;
}

const IMPORTED_STATUSES = [
  'UNKNOWN',
  'AWAITPAY',
  'PAID',
  'REFUNDED',
  'CANCELLED',
  'PARTIALLY_FULFILLED',
  'SHIPPED',
] as const;
export type ImportedStatus = (typeof IMPORTED_STATUSES)[number];

const text = (max: number) =>
  z._default(z.string().check(z.maxLength(max, `Please use at most ${max} characters.`), storable), '');
const required = (max: number, message: string) =>
  z
    .string(message)
    .check(
      z.trim(),
      z.minLength(1, message),
      z.maxLength(max, `Please use at most ${max} characters.`),
      storable,
    );

/** `"12.50"` or `12.5`. */
const money = z.pipe(
  z._default(
    z.union([
      z.string().check(z.regex(/^\d{1,9}(?:\.\d{1,4})?$/, 'Please use an amount such as 12.50.')),
      z.number().check(z.minimum(0), z.maximum(999_999_999)),
    ]),
    0,
  ),
  z.transform(Number),
);
const moment = z.pipe(
  z.iso.datetime({ offset: true, error: 'Please use a time such as 2026-11-17T09:30:00Z.' }),
  z.transform((written, context) => {
    const time = new Date(written);
    if (hasUsualYear(time)) return time;
    const message = `Please use a year between ${YEARS.first} and ${YEARS.last}.`;
    context.issues.push({ code: 'custom', message, input: written });
    return z.NEVER;
  }),
);

const AddressSchema = z.object({
  name: text(200),
  company: text(200),
  street1: text(200),
  street2: text(200),
  street3: text(200),
  city: text(200),
  state: text(100),
  zip: text(40),
  country: z.pipe(
    text(60),
    z.transform((written, context) => {
      const code = written.trim() === '' ? 'US' : parseCountry(written);
      if (code !== null) return code;
      context.issues.push({ code: 'custom', message: 'We do not recognize this country.', input: written });
      return z.NEVER;
    }),
  ),
  phone: text(60),
  email: text(254),
});

const LineItemSchema = z.object({
  /** Yours, unique in the order. A line without one is recognized by its SKU, title and variant. */
  external_id: text(200),
  sku: text(100),
  title: text(250),
  variant_title: text(250),
  quantity: z.int('Please use a whole number.').check(z.minimum(1), z.maximum(100_000)),
  /** Of one piece. */
  weight: z.optional(z.nullable(money)),
  weight_unit: z._default(z.enum(['g', 'kg', 'oz', 'lb']), 'g'),
  /** Of all pieces together. */
  total_price: money,
  manufacture_country: text(60),
  hs_code: text(20),
  requires_shipping: z._default(z.boolean(), true),
});

const uniqueLines = z.check<{ external_id: string }[]>(({ value, issues }) => {
  const seen = new Set<string>();
  for (const [index, { external_id: id }] of value.entries()) {
    if (id !== '' && seen.has(id))
      issues.push({
        code: 'custom',
        path: [index, 'external_id'],
        message: 'Another line of the order has the same id.',
        input: id,
      });
    seen.add(id);
  }
});

/** Checked entry by entry, so that one wrong order does not block the others. */
export const ImportedOrderSchema = z.object({
  external_id: required(200, 'Please send the id of the order in your system.'),
  order_number: text(100),
  order_status: z._default(z.enum(IMPORTED_STATUSES), 'PAID'),
  placed_at: moment,
  /** When the order changed last. An older state than the stored one changes nothing. Now, if absent or in the future. */
  updated_at: z.optional(moment),
  to_address: AddressSchema,
  line_items: z.array(LineItemSchema).check(z.minLength(1), z.maxLength(MAX_ORDER_ITEMS), uniqueLines),
  currency: z._default(z.string().check(z.regex(/^[A-Z]{3}$/, 'Please use a code such as USD.')), 'USD'),
  total_price: money,
  shipping_cost: money,
  shipping_method: text(200),
  notes: text(2_000),
  tags: z._default(z.array(z.string().check(z.maxLength(40), storable)).check(z.maxLength(MAX_TAGS)), []),
  ship_by: z.optional(z.nullable(moment)),
});
export type ImportedOrder = z.output<typeof ImportedOrderSchema>;

export const ImportOrdersBodySchema = z.object({
  orders: z
    .array(z.record(z.string(), z.unknown()))
    .check(z.minLength(1, 'Please send at least one order.'), z.maxLength(MAX_IMPORTED_ORDERS)),
});
export type ImportOrdersBody = z.output<typeof ImportOrdersBodySchema>;

/** For the API description: the handler checks each order separately. */
export const DescribedImportBodySchema = z.object({
  orders: z.array(ImportedOrderSchema).check(z.minLength(1), z.maxLength(MAX_IMPORTED_ORDERS)),
});

const IMPORT_RESULTS = ['added', 'changed', 'unchanged', 'refused'] as const;

/** In the order of the request. */
export const ImportOrdersAnswerSchema = z.object({
  results: z.array(
    z.object({
      externalId: z.string(),
      result: openEnum(IMPORT_RESULTS),
      /** Null if the order was refused. */
      id: z.nullable(z.string()),
      status: z.nullable(openEnum(ORDER_STATUSES)),
      errors: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  ),
});
export type ImportOrdersAnswer = z.infer<typeof ImportOrdersAnswerSchema>;

export const MAX_ORDER_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_ORDERS_IN_FILE = 5_000;

export const OrderFileQuerySchema = z.object({
  /** Reads the file and stores nothing. */
  preview: z.optional(z.enum(['true', 'false'])),
});

export const OrderFileAnswerSchema = z.object({
  orders: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Orders with a problem are left out. At most 1,000 problems. */
  leftOut: z.number(),
  problems: z.array(z.object({ line: z.number(), column: z.string(), message: z.string() })),
  /** Columns of the file that mean nothing to us. */
  ignoredColumns: z.array(z.string()),
});
export type OrderFileAnswer = z.infer<typeof OrderFileAnswerSchema>;
