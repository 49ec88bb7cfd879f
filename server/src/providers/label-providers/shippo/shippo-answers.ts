import * as z from 'zod/mini';
import { lineOf } from '../../../platform/html-text.ts';
import { sentenceOf } from './shippo-text.ts';

/** The parts of Shippo's answers that we use. Free text is cleaned on the way in. */

const optionalText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);
const line = z.pipe(optionalText, z.transform(lineOf));
const sentence = z.pipe(optionalText, z.transform(sentenceOf));
const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => items ?? []),
  );

const MessageSchema = z.object({ source: line, text: sentence });

const RateSchema = z.object({
  object_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  provider: line,
  servicelevel: z.object({ name: line, token: z.string() }),
  estimated_days: z.nullish(z.number()),
  zone: line,
  /** Part of the amount. */
  included_insurance_price: z.nullish(z.string()),
});
export type ShippoRate = z.output<typeof RateSchema>;

export const ShipmentSchema = z.object({
  status: z.string(),
  rates: z.array(RateSchema),
  messages: listOf(MessageSchema),
});
export type ShippoShipment = z.output<typeof ShipmentSchema>;

export const TransactionSchema = z.object({
  object_id: z.string(),
  object_created: optionalText,
  status: z.string(),
  metadata: optionalText,
  tracking_number: optionalText,
  label_url: optionalText,
  commercial_invoice_url: optionalText,
  /** Either the id of the rate or the whole rate. */
  rate: z.nullish(
    z.union([
      z.string(),
      z.object({
        object_id: z.nullish(z.string()),
        amount: z.nullish(z.string()),
        currency: z.nullish(z.string()),
      }),
    ]),
  ),
  messages: listOf(MessageSchema),
});
export type ShippoTransaction = z.output<typeof TransactionSchema>;

export const RefundSchema = z.object({ transaction: z.string(), status: z.string() });
export type ShippoRefund = z.output<typeof RefundSchema>;

export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ next: z.nullish(z.string()), results: z.array(item) });

const TrackedStatusSchema = z.object({
  status: z.string(),
  status_date: optionalText,
  status_details: line,
  // A broken sub-status must not hide the event.
  substatus: z.catch(z.nullish(z.object({ code: z.string() })), null),
  location: z.nullish(z.object({ city: line, state: line, country: line })),
});
export type ShippoTrackedStatus = z.output<typeof TrackedStatusSchema>;

export const TrackSchema = z.object({
  tracking_status: z.nullish(TrackedStatusSchema),
  tracking_history: listOf(TrackedStatusSchema),
});
export type ShippoTrack = z.output<typeof TrackSchema>;

export const AddressSchema = z.object({
  street1: line,
  street2: line,
  city: line,
  state: line,
  zip: line,
  country: line,
  validation_results: z.nullish(
    z.object({ is_valid: z.nullish(z.boolean()), messages: listOf(z.object({ text: sentence })) }),
  ),
});
