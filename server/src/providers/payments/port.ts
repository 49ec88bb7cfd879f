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
  /** Cancels an unpaid intent. An intent that has already been paid is returned unchanged. */
  cancelIntent(intentId: string): Promise<Intent>;
  /** Idempotent by key: a retry does not refund twice. */
  refund(order: RefundOrder): Promise<RefundAnswer>;
  /** Looks up a refund whose answer was lost; null when the provider does not know the key. */
  findRefund(intentId: string, key: string): Promise<RefundAnswer | null>;
  readonly cards: StoredCards;
  readonly balance: ProcessorBalance;
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
  /** Saves the card for later charges of this customer. */
  saveFor?: string | null;
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
  /** The card that paid. Absent before, and if the provider does not say. */
  paidWith?: { brand: string; last4: string };
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

/** Cards that the provider keeps for later charges. Lading stores their ids, never their numbers. */
export interface StoredCards {
  /**
   * Idempotent by key, which is our client id, and by the missing customer that this one replaces. Returns the
   * customer's id.
   */
  createCustomer(key: string, replaces: string | null): Promise<string>;
  /** Idempotent by key. The browser confirms the setup with a card. */
  createSetup(order: SetupOrder): Promise<CardSetup>;
  readSetup(setupId: string): Promise<CardSetup | null>;
  /** The customer's cards, newest first; null when the customer is missing. */
  list(customerId: string): Promise<CardRecord[] | null>;
  /** Afterward, the card can't be charged. A card that is already detached or unknown is not an error. */
  detach(methodId: string): Promise<void>;
  /** Idempotent by key: a retry never charges twice, even much later. */
  charge(order: ChargeOrder): Promise<ChargeAnswer>;
  /** Looks up a charge whose answer was lost; null when the provider does not know the key. */
  findCharge(customerId: string, key: string): Promise<ChargeAnswer | CustomerMissing | null>;
}

export interface SetupOrder {
  /** Our setup id, unique forever. */
  key: string;
  customerId: string;
}

export interface CardSetup {
  setupId: string;
  clientSecret: string;
  status: 'open' | 'succeeded' | 'canceled';
}

export interface CardRecord {
  methodId: string;
  /** Such as `visa`. */
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

export interface ChargeOrder extends IntentOrder {
  customerId: string;
  methodId: string;
  /** The client is present and can answer the bank's questions. */
  present: boolean;
}

/**
 * `authentication_required`: nothing was charged; the client can confirm the same intent in the browser.
 * `declined`: nothing was charged. The code is Stripe's, such as `insufficient_funds`.
 */
export type ChargeAnswer =
  | { outcome: 'succeeded' | 'processing' | 'authentication_required'; intent: Intent }
  | { outcome: 'declined'; intent: Intent | null; code: string; text: string };

/** The customer was deleted, or is of another account of the operator. Nothing can be said about its charges. */
export interface CustomerMissing {
  outcome: 'customer_missing';
}

/** Refuses an intent that saves its card for a missing customer. */
export const CANNOT_SAVE_CARD = 'Could not save the card. Please try again.';

/**
 * The operator's money at the provider: what each payment brought and cost, and what was paid to the bank. Read-only.
 * Pages are newest first; an error means that nothing is known about the page.
 */
export interface ProcessorBalance {
  movements(page: PageOrder): Promise<Page<Movement>>;
  payouts(page: PageOrder): Promise<Page<PayoutRecord>>;
  /** What an itemized payout consists of, without the payout itself. */
  movementsOf(payoutId: string, after: string | null): Promise<Page<Movement>>;
}

export interface PageOrder {
  since: Date;
  /** Continues an earlier page: its `next`. */
  after: string | null;
}

export interface Page<T> {
  items: T[];
  /** Null on the last page. */
  next: string | null;
}

/** `hold`: the provider holds money back or releases it. The money stays with the provider. */
export type MovementKind =
  | 'charge'
  | 'refund'
  | 'dispute'
  | 'adjustment'
  | 'fee'
  | 'payout'
  | 'hold'
  | 'other';

/** One change of the balance. Net is the amount less the fee; money that leaves is negative. */
export interface Movement {
  id: string;
  kind: MovementKind;
  amountCents: number;
  feeCents: number;
  netCents: number;
  currency: string;
  createdAt: Date;
  availableAt: Date;
  /** What moved the money, such as a charge; null when the provider does not say. */
  sourceId: string | null;
  intentId: string | null;
  /** Our refund id, if we ordered the refund. */
  refundKey: string | null;
  disputeId: string | null;
}

export type PayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';

/** A transfer to the operator's bank account. Negative when the provider collects money from it. */
export interface PayoutRecord {
  id: string;
  amountCents: number;
  currency: string;
  status: PayoutStatus;
  createdAt: Date;
  /** When the bank has the money. */
  arrivesAt: Date;
  /** False: the provider can't say what it consists of. */
  itemized: boolean;
  failure: string | null;
}
