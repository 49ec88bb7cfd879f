import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import type { CardOutcome } from './card-form.ts';

/** A failed bank authentication has its own code instead of the type `card_error`. */
const isDecline = ({ type, code }: StripeError) =>
  type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure';

const statusOutcome = ({ status }: PaymentIntent): CardOutcome =>
  status === 'succeeded' ? { kind: 'succeeded' } : { kind: 'unfinished' };

/**
 * After an error other than a decline, looks up the payment, because the charge may have gone through. Throws if
 * the outcome stays unknown.
 */
export async function outcomeOf(
  { error, paymentIntent }: PaymentIntentResult,
  read: () => Promise<PaymentIntentResult>,
): Promise<CardOutcome> {
  if (paymentIntent) return statusOutcome(paymentIntent);
  if (isDecline(error)) return { kind: 'failed', message: error.message || null };
  const { paymentIntent: now } = await read();
  if (now?.status === 'succeeded' || now?.status === 'canceled') return { kind: now.status };
  throw new Error('The outcome of the card payment is unknown.', { cause: error });
}
