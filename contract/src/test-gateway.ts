import * as z from 'zod/mini';

/** Pays at the test gateway. Authorized by the client secret alone. */
export const TEST_GATEWAY_CONFIRM = '/api/test-gateway/payment-intents/:intentId/confirm';

/** Saves a card at the test gateway. Same body and answer as paying, and authorized in the same way. */
export const TEST_GATEWAY_CONFIRM_SETUP = '/api/test-gateway/setup-intents/:setupIntentId/confirm';

/** As typed. A wrong card is reported to the customer, not rejected as a malformed request. */
const TestCardInputSchema = z.object({
  number: z.string().check(z.maxLength(40, 'The card number is too long.')),
  expMonth: z.number('The expiration month must be a number.'),
  /** Two or four digits. */
  expYear: z.number('The expiration year must be a number.'),
  cvc: z.string().check(z.maxLength(10, 'The security code is too long.')),
});
export type TestCardInput = z.infer<typeof TestCardInputSchema>;

export const ConfirmTestPaymentBodySchema = z
  .object({
    clientSecret: z.string().check(z.maxLength(300)),
    card: z.optional(TestCardInputSchema),
    /** The result of the 3-D Secure check, after `requires_action`. */
    authentication: z.optional(z.enum(['complete', 'fail'])),
    /** A stored card of the intent's customer, to pay with while the client is present. */
    methodId: z.optional(z.string().check(z.maxLength(100))),
  })
  .check(
    z.refine(
      ({ card, authentication, methodId }) =>
        [card, authentication, methodId].filter((part) => part !== undefined).length === 1,
      'Send a card, a stored card or the result of its authentication.',
    ),
  );
export type ConfirmTestPaymentBody = z.infer<typeof ConfirmTestPaymentBodySchema>;

const TestPaymentErrorSchema = z.object({
  code: z.string(),
  declineCode: z.nullable(z.string()),
  /** Shown to the customer. */
  message: z.string(),
});
export type TestPaymentError = z.infer<typeof TestPaymentErrorSchema>;

export const ConfirmTestPaymentAnswerSchema = z.object({
  status: z.enum(['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled']),
  error: z.optional(TestPaymentErrorSchema),
});
export type ConfirmTestPaymentAnswer = z.infer<typeof ConfirmTestPaymentAnswerSchema>;
