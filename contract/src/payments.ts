import * as z from 'zod/mini';
import { cents, wholeCents } from './cents.ts';
import { visibleText } from './storable-text.ts';
import { uuid } from './uuid.ts';

/** Limits of one card payment in cents: the card networks' minimum, and more than any batch costs. */
export const PAYMENT_CENTS = { min: 50, max: 99_999_999 } as const;

export const CreateIntentBodySchema = z.object({
  /** The amount the client saw. The server charges its own price. */
  amount: wholeCents.check(
    z.minimum(PAYMENT_CENTS.min, 'The amount must be at least 50 cents.'),
    z.maximum(PAYMENT_CENTS.max, 'The amount is too large for one payment.'),
  ),
  description: z._default(z.string().check(z.trim(), z.maxLength(500), visibleText), ''),
  /** Not in the specification: the rates this pays for. */
  rateIds: z.optional(z.array(uuid()).check(z.minLength(1), z.maxLength(10_000))),
  /**
   * Not in the specification: the batch of these rates. Its labels are created even if the browser never
   * returns.
   */
  batchId: z.optional(uuid()),
  /**
   * Not in the specification. True: the balance pays as much as it can, and the card the rest. False: the card
   * pays. Without it, an open payment for the same rates is continued as it is.
   */
  useBalance: z.optional(z.boolean()),
});
export type CreateIntentBody = z.output<typeof CreateIntentBodySchema>;

export const CreateIntentAnswerSchema = z.object({
  clientSecret: z.string(),
  amount: cents,
  paymentIntentId: z.string(),
  /** Not in the specification: the payment provider's status. `succeeded` if already paid. */
  status: z.string(),
  /** Not in the specification: what the balance pays. `amount` is then the rest. */
  balanceAmount: z.optional(cents),
});
export type CreateIntentAnswer = z.infer<typeof CreateIntentAnswerSchema>;
