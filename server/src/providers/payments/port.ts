/**
 * What Lading needs from a payment provider. Expected refusals are answers; an exception means that the
 * outcome is unknown.
 */
export interface PaymentProvider {
  readonly name: string;
  /** True when real money moves. */
  readonly live: boolean;
  /** Idempotent by key. */
  createIntent(order: IntentOrder): Promise<Intent | IntentRefusal>;
  /** Looks up an intent whose answer was lost; null when the provider does not know the key. */
  findIntent(key: string): Promise<Intent | null>;
  readIntent(intentId: string): Promise<Intent | null>;
  /** Cancels an unpaid intent. An intent that was paid in the meantime is returned unchanged. */
  cancelIntent(intentId: string): Promise<Intent>;
  /** Idempotent by key: a retry does not refund twice. */
  refund(order: RefundOrder): Promise<RefundAnswer>;
  /** Looks up a refund whose answer was lost; null when the provider does not know the key. */
  findRefund(intentId: string, key: string): Promise<RefundAnswer | null>;
  /** The provider's own records, needed after a restored backup; null when it keeps them in our database. */
  readonly records: PaymentRecords | null;
}

/** Our payments in the records of the provider. */
export interface PaymentRecords {
  intentsSince(time: Date): Promise<Intent[]>;
  refundsSince(time: Date): Promise<RefundRecord[]>;
  /** As events, oldest first. */
  disputesSince(time: Date): Promise<PaymentEvent[]>;
}

export interface RefundRecord {
  /** Our refund id. */
  key: string;
  intentId: string;
  shipmentId: string | null;
  amountCents: number;
  reason: string;
}

export interface IntentOrder {
  /** Our payment id, unique forever. */
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
  /** The key of the order. */
  key: string;
  clientSecret: string;
  amountCents: number;
  currency: string;
  status: IntentStatus;
  /** Why the last attempt failed, in words for the client. */
  lastError: string | null;
}

/** No intent was created, and a retry would not create one. */
export interface IntentRefusal {
  status: 'refused';
  text: string;
}

export interface RefundOrder {
  /** Our refund id, unique forever. */
  key: string;
  intentId: string;
  /** Stored with the refund at the provider. */
  shipmentId: string | null;
  amountCents: number;
  reason: string;
}

export type RefundAnswer =
  | { outcome: 'succeeded' | 'pending'; refundId: string }
  | { outcome: 'refused'; text: string };

/**
 * An event may arrive twice, late or out of order. Events of intents and refunds carry no state; the receiver
 * reads it. A dispute event carries its own.
 */
export type PaymentEvent = { eventId: string; intentId: string } & (
  | { kind: 'intent' }
  | { kind: 'refund'; refund: RefundEvent }
  | { kind: 'dispute'; dispute: DisputeEvent }
);

export interface RefundEvent {
  refundId: string;
  /** Null when we did not order the refund. */
  refundKey: string | null;
  cents: number;
}

export interface DisputeEvent {
  disputeId: string;
  cents: number;
  status: 'open' | 'won' | 'lost';
  /** The card network's reason, such as `fraudulent`. */
  reason: string;
}
