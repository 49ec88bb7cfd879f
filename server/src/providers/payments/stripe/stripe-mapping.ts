import { Stripe } from 'stripe';
import type { Intent, IntentStatus, RefundAnswer } from '../port.ts';

/** Where our ids are kept at Stripe; the only link between its objects and ours that outlives an idempotency key. */
export const PAYMENT_ID = 'payment_id';
export const REFUND_ID = 'refund_id';
export const SHIPMENT_ID = 'shipment_id';

export const toIntent = (intent: Stripe.PaymentIntent): Intent => ({
  intentId: intent.id,
  key: intent.metadata[PAYMENT_ID] ?? '',
  clientSecret: intent.client_secret ?? '',
  amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
  currency: intent.currency.toUpperCase(),
  status: STATUSES[intent.status] ?? 'processing',
  lastError: intent.status === 'requires_payment_method' ? wordsFor(intent.last_payment_error) : null,
});

/** Any other, as one that waits to be captured by hand, is not ours to end: it is neither paid nor over. */
const STATUSES: Record<string, IntentStatus | undefined> = {
  requires_payment_method: 'requires_payment_method',
  requires_confirmation: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

/** Whoever holds a card that was reported must not learn from us that it was. */
const NOT_TOLD = new Set(['lost_card', 'stolen_card', 'pickup_card', 'restricted_card', 'fraudulent']);
const DECLINED = 'Your card was declined. Please try another card.';

function wordsFor(error: Stripe.PaymentIntent['last_payment_error']): string | null {
  if (!error) return null;
  if (error.type !== 'card_error') return 'Your card could not be processed. Please try again in a moment.';
  return NOT_TOLD.has(error.decline_code ?? '') || !error.message ? DECLINED : asSentence(error.message);
}

export function toRefundAnswer(refund: Stripe.Refund): RefundAnswer {
  if (refund.status === 'succeeded') return { outcome: 'succeeded', refundId: refund.id };
  if (refund.status !== 'failed' && refund.status !== 'canceled')
    return { outcome: 'pending', refundId: refund.id };
  const why = refund.failure_reason?.replaceAll('_', ' ');
  return { outcome: 'refused', text: `The refund did not arrive${why ? `: ${why}` : ''}.` };
}

/** Half a character, which a cut may leave, cannot be sent. */
export const cutTo = (length: number, text: string): string => text.slice(0, length).toWellFormed();

export const asSentence = (text: string): string => {
  const [first = '', ...rest] = text.trim().replace(/\.*$/, '.');
  return first.toUpperCase() + rest.join('');
};

/** A "no" to this request, now and whenever it is made again. */
export interface FinalNo {
  code: string;
  text: string;
}

/** Stripe's own money ran short; that passes. */
const TEMPORARY = new Set(['balance_insufficient', 'insufficient_funds']);

export function finalNo(error: unknown): FinalNo | null {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null;
  const code = error.code ?? '';
  return TEMPORARY.has(code) ? null : { code, text: asSentence(error.message) };
}

/** Stripe keeps its first answer to a key, even that it failed, and gives it again for as long as it remembers the key. */
export const isReplayed = (headers: Record<string, unknown> | undefined): boolean =>
  headers?.['idempotent-replayed'] === 'true';

export const isKeptFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && isReplayed(error.headers);

/** What the log may have: Stripe's errors carry whole objects along, and an intent has a secret. */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const facts = [error.type, error.code, error.statusCode, error.requestId].filter(Boolean).join(', ');
  return new Error(`Stripe: ${error.message} (${facts})`);
}
