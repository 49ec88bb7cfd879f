import * as z from 'zod/mini';
import { plainLine, plainText } from '../../../platform/html-text.ts';

/** The parts of Etsy's answers that we use. Its description requires no field, and its texts contain HTML entities. */

const looseText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);
const line = z.pipe(looseText, z.transform(plainLine));
const note = z.pipe(looseText, z.transform(plainText));
const id = z.int().check(z.minimum(1));
const seconds = z.nullish(z.number());
const flag = z.pipe(
  z.nullish(z.boolean()),
  z.transform((value) => value === true),
);
const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => items ?? []),
  );

const MoneySchema = z.nullish(
  z.object({ amount: z.number(), divisor: z.number(), currency_code: z.string() }),
);
export type EtsyMoney = z.output<typeof MoneySchema>;

const TransactionSchema = z.object({
  transaction_id: id,
  title: line,
  sku: line,
  quantity: z.int().check(z.minimum(0)),
  price: MoneySchema,
  is_digital: flag,
  shipping_method: line,
  shipping_upgrade: line,
  expected_ship_date: seconds,
  variations: listOf(z.object({ formatted_name: line, formatted_value: line })),
});
export type EtsyTransaction = z.output<typeof TransactionSchema>;

const ShipmentSchema = z.object({
  receipt_shipping_id: z.nullish(id),
  tracking_code: looseText,
});

export const ReceiptSchema = z.object({
  receipt_id: id,
  status: z.pipe(
    z.string(),
    z.transform((status) => status.toLowerCase()),
  ),
  is_paid: flag,
  is_shipped: flag,
  create_timestamp: seconds,
  created_timestamp: seconds,
  update_timestamp: seconds,
  updated_timestamp: seconds,
  name: line,
  first_line: line,
  second_line: line,
  city: line,
  state: line,
  zip: line,
  country_iso: line,
  buyer_email: line,
  message_from_buyer: note,
  is_gift: flag,
  gift_message: note,
  grandtotal: MoneySchema,
  total_shipping_cost: MoneySchema,
  shipments: listOf(ShipmentSchema),
  transactions: z.array(TransactionSchema),
});
export type EtsyReceipt = z.output<typeof ReceiptSchema>;
export const ReceiptsSchema = z.object({ count: z.int(), results: z.array(ReceiptSchema) });

export const SelfSchema = z.object({ user_id: id, shop_id: z.nullish(id) });
export const ShopSchema = z.object({ shop_id: id, shop_name: line, currency_code: z.nullish(z.string()) });

export const ErrorSchema = z.object({ error: line });
