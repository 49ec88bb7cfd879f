import { Stripe } from 'stripe';
import type { ChargeAnswer, Intent, IntentStatus, RefundAnswer } from '../port.ts';

/** Metadata keys of our ids. They are the only link to our records that outlives an idempotency key. */
export const PAYMENT_ID = 'payment_id';
export const REFUND_ID = 'refund_id';
export const SHIPMENT_ID = 'shipment_id';
export const CLIENT_ID = 'client_id';
export const SETUP_ID = 'setup_id';

export const toIntent = (intent: Stripe.PaymentIntent): Intent => ({
  intentId: intent.id,
  key: intent.metadata[PAYMENT_ID] ?? '',
  clientSecret: intent.client_secret ?? '',
  amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
  currency: intent.currency.toUpperCase(),
  status: STATUSES[intent.status] ?? 'processing',
  lastError: intent.status === 'requires_payment_method' ? wordsFor(intent.last_payment_error) : null,
  ...paidWith(intent),
});

/** Known only where the charge is read with the intent. Wallets and cards have a card; other methods do not. */
function paidWith({ status, latest_charge: charge }: Stripe.PaymentIntent): Pick<Intent, 'paidWith'> {
  if (status !== 'succeeded' || typeof charge === 'string') return {};
  const { brand, last4 } = charge?.payment_method_details?.card ?? {};
  return brand && last4 ? { paidWith: { brand, last4 } } : {};
}

/** Other statuses, such as manual capture, are neither paid nor finished, and we do not change them. */
const STATUSES: Record<string, IntentStatus | undefined> = {
  requires_payment_method: 'requires_payment_method',
  requires_confirmation: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

/** The holder of a reported card must not learn that it was reported. */
const NOT_TOLD = new Set(['lost_card', 'stolen_card', 'pickup_card', 'restricted_card', 'fraudulent']);
const ASKS_CLIENT = 'authentication_required';
const DECLINED = 'Your card was declined. Please try another card.';

function wordsFor(error: Stripe.PaymentIntent['last_payment_error']): string | null {
  if (!error) return null;
  if (error.code === ASKS_CLIENT) return 'Your bank asks you to confirm this payment.';
  if (error.type !== 'card_error') return 'Your card could not be processed. Please try again in a moment.';
  return NOT_TOLD.has(error.decline_code ?? '') || !error.message ? DECLINED : asSentence(error.message);
}

/** The answer to a charge of a stored card, now or found again later. */
export function toChargeAnswer(paymentIntent: Stripe.PaymentIntent): ChargeAnswer {
  const intent = toIntent(paymentIntent);
  const { status } = intent;
  if (status === 'succeeded' || status === 'processing') return { outcome: status, intent };
  const error = paymentIntent.last_payment_error;
  const code = error?.decline_code ?? error?.code ?? status;
  const asks = status === 'requires_action' || (status !== 'canceled' && error?.code === ASKS_CLIENT);
  if (asks) return { outcome: 'authentication_required', intent };
  return { outcome: 'declined', intent, code, text: wordsFor(error) ?? DECLINED };
}

export function toRefundAnswer(refund: Stripe.Refund): RefundAnswer {
  if (refund.status === 'succeeded') return { outcome: 'succeeded', refundId: refund.id };
  if (refund.status !== 'failed' && refund.status !== 'canceled')
    return { outcome: 'pending', refundId: refund.id };
  const why = refund.failure_reason?.replaceAll('_', ' ');
  return { outcome: 'refused', text: `The refund failed${why ? `: ${why}` : ''}.` };
}

export const asSentence = (text: string): string => {
  const [first = '', ...rest] = text.trim().replace(/\.*$/, '.');
  return first.toUpperCase() + rest.join('');
};

/** A refusal that a retry would get again. */
export interface FinalNo {
  code: string;
  text: string;
}

/** Our Stripe balance is too low for now. */
const TEMPORARY = new Set(['balance_insufficient', 'insufficient_funds']);

export function finalNo(error: unknown): FinalNo | null {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null;
  const code = error.code ?? '';
  return TEMPORARY.has(code) ? null : { code, text: asSentence(error.message) };
}

/** Stripe replays its first answer to an idempotency key, even a failure. */
export const isReplayed = (headers: Record<string, unknown> | undefined): boolean =>
  headers?.['idempotent-replayed'] === 'true';

export const isKeptFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && isReplayed(error.headers);

/** Safe to log: errors of the SDK carry whole objects, and an intent contains a secret. */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const facts = [error.type, error.code, error.statusCode, error.requestId].filter(Boolean).join(', ');
  return new Error(`Stripe: ${error.message} (${facts})`);
}
