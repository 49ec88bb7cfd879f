import * as z from 'zod/mini';
import { keepable } from './keepable-text.ts';

/** Of one card payment, in cents: what card networks take at least, and more than any batch costs. */
export const PAYMENT_CENTS = { min: 50, max: 99_999_999 } as const;

export const CreateIntentBodySchema = z.object({
  /** What the customer saw, in cents. The price is the server's own. */
  amount: z
    .number('The amount must be a whole number of cents.')
    .check(
      z.int('The amount must be a whole number of cents.'),
      z.minimum(PAYMENT_CENTS.min, 'The amount must be at least 50 cents.'),
      z.maximum(PAYMENT_CENTS.max, 'The amount is too large for one payment.'),
    ),
  description: z._default(z.string().check(z.trim(), z.maxLength(500), keepable), ''),
  /** Ours: the rates this pays for. */
  rateIds: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(10_000))),
  /** Ours: the batch whose rates these are. Its labels are made even if the browser is never seen again. */
  batchId: z.optional(z.uuid()),
});
export type CreateIntentBody = z.output<typeof CreateIntentBodySchema>;

export const CreateIntentAnswerSchema = z.object({
  clientSecret: z.string(),
  amount: z.number(),
  paymentIntentId: z.string(),
  /** Ours: where the card provider has it; `succeeded` when it was paid already. */
  status: z.string(),
});
export type CreateIntentAnswer = z.infer<typeof CreateIntentAnswerSchema>;
