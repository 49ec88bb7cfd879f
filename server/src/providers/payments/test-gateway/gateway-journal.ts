import type { Intent, PaymentEvent } from '../port.ts';
import type { CardBrand } from './test-cards.ts';

/** The gateway's own books. They outlive the process and are shared by all processes of an installation. */
export interface GatewayJournal {
  /** Keeps the intent, or gives back the one that is kept under its key already. */
  addIntent(intent: NewIntent): Promise<StoredIntent>;
  findIntentByKey(key: string): Promise<StoredIntent | null>;
  findIntent(intentId: string): Promise<StoredIntent | null>;
  /**
   * Lets one change of an intent happen at a time, all or nothing, and tells which events it left; null when there is no such
   * intent. The work may run more than once, so it must only touch what it is handed.
   */
  changeIntent<T>(intentId: string, work: (open: OpenIntent) => Promise<T>): Promise<Changed<T> | null>;
  findRefund(intentId: string, key: string): Promise<StoredRefund | null>;
  /** Takes events that are due and keeps other processes away from them until the given time. */
  claimEvents(now: Date, until: Date, limit: number): Promise<PaymentEvent[]>;
  markDelivered(eventId: string, now: Date): Promise<void>;
  /** Makes an event that could not be delivered due again, behind those that wait already. */
  releaseEvent(eventId: string, now: Date): Promise<void>;
}

/** An intent that nobody else can change meanwhile. */
export interface OpenIntent {
  readonly intent: StoredIntent;
  update(change: IntentChange): Promise<void>;
  findRefund(key: string): Promise<StoredRefund | null>;
  addRefund(refund: StoredRefund): Promise<void>;
  addEvent(event: NewEvent): Promise<void>;
}

export interface Changed<T> {
  answer: T;
  events: PaymentEvent[];
}

export interface NewIntent extends Intent {
  description: string;
  createdAt: Date;
}

export interface StoredIntent extends Intent {
  cardLast4: string | null;
  refundedCents: number;
}

export interface IntentChange extends Partial<Pick<StoredIntent, 'status' | 'lastError' | 'refundedCents'>> {
  card?: { brand: CardBrand; last4: string } | null;
  disputedAt?: Date;
}

export interface StoredRefund {
  key: string;
  refundId: string;
  intentId: string;
  amountCents: number;
  reason: string;
  /** Why nothing was given back; null when it was. */
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

interface NewEvent {
  eventId: string;
  kind: EventKind;
  createdAt: Date;
  dueAt: Date;
}
