import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import type { CardOutcome } from './card-form.ts';

/** A bank that says no to its own question has a code, but not the type of a refusal. */
const isRefusal = ({ type, code }: StripeError) =>
  type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure';

const statusOutcome = ({ status }: PaymentIntent): CardOutcome =>
  status === 'succeeded' ? { kind: 'succeeded' } : { kind: 'unfinished' };

/** What became of a card. After any error that is no refusal the payment may have been made, so it is read; it throws when nobody knows. */
export async function outcomeOf(
  { error, paymentIntent }: PaymentIntentResult,
  read: () => Promise<PaymentIntentResult>,
): Promise<CardOutcome> {
  if (paymentIntent) return statusOutcome(paymentIntent);
  if (isRefusal(error)) return { kind: 'failed', message: error.message || null };
  const { paymentIntent: now } = await read();
  if (now?.status === 'succeeded') return { kind: 'succeeded' };
  throw new Error('Nobody knows what became of the card.', { cause: error });
}
