import type Stripe from 'stripe';

interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: Stripe.PaymentIntent;
}

/** A refusal in Stripe's format. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.name = 'StripeRefusal';
    this.status = status;
    this.body = body;
  }
}

export const refuseParameter = (param: string, code: string, message: string) =>
  new StripeRefusal(400, { type: 'invalid_request_error', code, param, message });

export const refuseUnknown = (what: string, id: string, param: string) =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  });

export const refuseState = (intent: Stripe.PaymentIntent) =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent has a status of ${intent.status} and cannot be changed this way.`,
    payment_intent: intent,
  });
