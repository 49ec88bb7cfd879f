import type { CardRecord, Intent, PaymentEvent } from '../port.ts';
import type { PendingCard } from './card-journal.ts';
import type { NewMovement } from './movement-journal.ts';
import type { CardBrand } from './test-cards.ts';

/** The gateway's own records. All processes of an installation share them. */
export interface GatewayJournal {
  /** Stores the intent, or returns the one that exists under its key. */
  addIntent(intent: NewIntent): Promise<StoredIntent>;
  findIntentByKey(key: string): Promise<StoredIntent | null>;
  findIntent(intentId: string): Promise<StoredIntent | null>;
  /**
   * Changes an intent in a transaction and returns its new events; null when there is no such
   * intent. The work may run more than once, so it must not have other side effects.
   */
  changeIntent<T>(intentId: string, work: (open: OpenIntent) => Promise<T>): Promise<Changed<T> | null>;
  /**
   * Applies what `decide` returns for the intent's current state, and decides again if another call has changed
   * the intent. Null when there is no such intent.
   */
  stepIntent<T>(
    intentId: string,
    decide: (intent: StoredIntent) => IntentStep<T>,
  ): Promise<Changed<T> | null>;
  findRefund(intentId: string, key: string): Promise<StoredRefund | null>;
  /** Claims due events until the given time. */
  claimEvents(now: Date, until: Date, limit: number): Promise<PaymentEvent[]>;
  markDelivered(eventId: string, now: Date): Promise<void>;
  /** Makes an event due again, after those that already wait. */
  releaseEvent(eventId: string, now: Date): Promise<void>;
}

/** A decision about an intent. Without a change, nothing is written. */
export interface IntentStep<T> {
  change?: IntentChange | undefined;
  events: NewEvent[];
  /** What the change does to the operator's balance. */
  movements: NewMovement[];
  answer: T;
}

/** An intent that is locked for this change. */
export interface OpenIntent {
  readonly intent: StoredIntent;
  update(change: IntentChange): Promise<void>;
  findRefund(key: string): Promise<StoredRefund | null>;
  addRefund(refund: StoredRefund): Promise<void>;
  addMovement(movement: NewMovement): Promise<void>;
  addEvent(event: NewEvent): Promise<void>;
}

export interface Changed<T> {
  answer: T;
  events: PaymentEvent[];
}

export interface NewIntent extends Intent, Pick<StoredIntent, 'customerId' | 'methodId' | 'savesCard'> {
  description: string;
  createdAt: Date;
}

export interface StoredIntent extends Intent {
  /** The card that pays. */
  card: PendingCard | null;
  refundedCents: number;
  customerId: string | null;
  /** The stored card that is charged. */
  methodId: string | null;
  /** Saves the card that pays. */
  savesCard: boolean;
  declineCode: string | null;
}

export interface IntentChange
  extends Partial<Pick<StoredIntent, 'status' | 'lastError' | 'refundedCents' | 'declineCode'>> {
  card?: (PendingCard & { brand: CardBrand }) | null;
  disputedAt?: Date;
  /** Saves the card for the intent's customer. */
  attach?: CardRecord;
}

export interface StoredRefund {
  key: string;
  refundId: string;
  intentId: string;
  amountCents: number;
  reason: string;
  /** Null when the refund succeeded. */
  refusal: string | null;
  createdAt: Date;
}

export type EventKind =
  | 'payment_intent.requires_action'
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.dispute.created'
  | 'charge.refunded';

export interface NewEvent {
  eventId: string;
  kind: EventKind;
  createdAt: Date;
  dueAt: Date;
}
