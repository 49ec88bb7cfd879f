import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { lastFour, type TestCard } from '../../src/providers/payments/test-gateway/test-cards.ts';

export const newStripeId = (prefix: string) => `${prefix}_3${randomBytes(12).toString('hex')}`;
export const unixNow = () => Math.floor(Date.now() / 1000);

interface IntentFacts {
  customer: string | null;
  setup_future_usage: 'off_session' | null;
  amount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
}

export function newIntent(facts: IntentFacts): Stripe.PaymentIntent {
  const id = newStripeId('pi');
  return {
    id,
    object: 'payment_intent',
    ...facts,
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: unixNow(),
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'balance_transaction'
  | 'billing_details'
  | 'captured'
  | 'created'
  | 'currency'
  | 'description'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'payment_intent'
  | 'refunded'
  | 'status'
> & { payment_method_details: { type: 'card'; card: { brand: string; last4: string } } };

export function newCharge(intent: Stripe.PaymentIntent, card: TestCard): Charge {
  const paid = card.refusal === null;
  return {
    id: newStripeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: paid ? newStripeId('txn') : null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    captured: paid,
    created: unixNow(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: card.refusal?.code ?? null,
    failure_message: card.refusal?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid,
    payment_intent: intent.id,
    payment_method_details: { type: 'card', card: { brand: card.brand, last4: lastFour(card) } },
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  };
}

interface RefundFacts {
  amount: number;
  reason: Stripe.Refund['reason'];
  metadata: Record<string, string>;
  status: 'succeeded' | 'pending';
}

export const newRefund = (charge: Charge, facts: RefundFacts): Stripe.Refund => ({
  id: newStripeId('re'),
  object: 'refund',
  ...facts,
  balance_transaction: newStripeId('txn'),
  charge: charge.id,
  created: unixNow(),
  currency: charge.currency,
  customer: null,
  customer_account: null,
  destination_details: { type: 'card', card: { type: 'refund' } },
  payment_intent: charge.payment_intent,
  payment_method: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
});

export type Dispute = Pick<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'balance_transactions'
  | 'charge'
  | 'created'
  | 'currency'
  | 'is_charge_refundable'
  | 'livemode'
  | 'metadata'
  | 'payment_intent'
  | 'reason'
  | 'status'
>;

export const newDispute = (charge: Charge, reason: string): Dispute => ({
  id: newStripeId('dp'),
  object: 'dispute',
  amount: charge.amount,
  balance_transactions: [],
  charge: charge.id,
  created: unixNow(),
  currency: charge.currency,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  reason,
  status: 'needs_response',
});

/** An event with the current state of an object. */
export const newEvent = (type: string, object: object, apiVersion: string | null) => ({
  id: newStripeId('evt'),
  object: 'event' as const,
  api_version: apiVersion,
  created: unixNow(),
  data: { object: structuredClone(object) },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});
export type StripeDoubleEvent = ReturnType<typeof newEvent>;
