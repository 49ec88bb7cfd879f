import type { Ref } from 'react';
import type { PaymentIntent } from '../../lib/payments.ts';

export type CardOutcome =
  | { kind: 'succeeded' }
  /** Refused, with the reason where one was given. */
  | { kind: 'failed'; message: string | null }
  /** Neither paid nor refused. */
  | { kind: 'unfinished' };

/** What the dialog asks of a card form, whoever provides it. */
export interface CardFormHandle {
  focus: () => void;
  /** Marks what is missing; null when the card can be sent. */
  check: () => string | null;
  /** Asks the card, and stays with the customer until their bank has answered. */
  confirm: (intent: PaymentIntent) => Promise<CardOutcome>;
}

export interface CardFormProps {
  handle: Ref<CardFormHandle>;
  /** What will be paid; null until the server has begun it. */
  intent: PaymentIntent | null;
  /** While the card is being asked. */
  busy: boolean;
  /** Once it can be typed into. */
  onReady: () => void;
  /** When it never will. */
  onFailed: () => void;
  /** Escape was pressed where the page cannot hear it. */
  onEscape: () => void;
}
