/** What the product asks of whoever takes card payments. Expected refusals are answers; an exception means that nobody knows. */
export interface PaymentProvider {
  readonly name: string;
  /** True when real money moves. */
  readonly live: boolean;
  /** Called again with the same key it returns the same intent. */
  createIntent(order: IntentOrder): Promise<Intent | IntentRefusal>;
  /** What became of an intent whose answer was lost; null when the provider never heard of the key. */
  findIntent(key: string): Promise<Intent | null>;
  readIntent(intentId: string): Promise<Intent | null>;
  /** Ends an intent that nobody paid; one that was paid meanwhile comes back as it is. */
  cancelIntent(intentId: string): Promise<Intent>;
  /** Called again with the same key it gives nothing back a second time. */
  refund(order: RefundOrder): Promise<RefundAnswer>;
  /** What became of a refund whose answer was lost; null when the provider never heard of the key. */
  findRefund(intentId: string, key: string): Promise<RefundAnswer | null>;
  /** Its own records, for the day on which ours are older; null when it keeps them in our database. */
  readonly books: PaymentBooks | null;
}

/** What the provider has on record of ours since a moment. */
export interface PaymentBooks {
  intentsSince(time: Date): Promise<Intent[]>;
  refundsSince(time: Date): Promise<BookedRefund[]>;
  /** As it told of them, oldest first. */
  disputesSince(time: Date): Promise<PaymentEvent[]>;
}

export interface BookedRefund {
  /** Our id of it. */
  key: string;
  intentId: string;
  /** Our id of the shipment that it was for. */
  shipmentId: string | null;
  amountCents: number;
  reason: string;
}

export interface IntentOrder {
  /** Our id of the payment, unique for ever. */
  key: string;
  amountCents: number;
  currency: 'USD';
  description: string;
}

const INTENT_STATUSES = [
  'requires_payment_method',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

export interface Intent {
  intentId: string;
  /** The key it was ordered with. */
  key: string;
  clientSecret: string;
  amountCents: number;
  currency: string;
  status: IntentStatus;
  /** Why the last try did not succeed, in words for the customer. */
  lastError: string | null;
}

/** No intent was made, and none will be for this order. */
export interface IntentRefusal {
  status: 'refused';
  text: string;
}

export interface RefundOrder {
  /** Our id of the refund, unique for ever. */
  key: string;
  intentId: string;
  /** Our id of the shipment that it is for, kept with it. */
  shipmentId: string | null;
  amountCents: number;
  reason: string;
}

export type RefundAnswer =
  | { outcome: 'succeeded' | 'pending'; refundId: string }
  | { outcome: 'refused'; text: string };

/**
 * News of a payment. It may come twice, late or out of order. That of an intent or a refund carries no state: who hears it reads them.
 * A dispute tells its own.
 */
export type PaymentEvent = { eventId: string; intentId: string } & (
  | { kind: 'intent' }
  | { kind: 'refund'; refund: RefundEvent }
  | { kind: 'dispute'; dispute: DisputeEvent }
);

export interface RefundEvent {
  /** The provider's id of it. */
  refundId: string;
  /** The key that it was ordered with; null when we did not order it. */
  refundKey: string | null;
  cents: number;
}

export interface DisputeEvent {
  disputeId: string;
  cents: number;
  status: 'open' | 'won' | 'lost';
  /** The card network's word for it, such as `fraudulent`. */
  reason: string;
}
