import type { Ref } from 'react';
import type { PaymentIntent } from '../../lib/payments.ts';

export type CardOutcome =
  | { kind: 'succeeded' }
  /** Declined; the message is the reason, if the provider gave one. */
  | { kind: 'failed'; message: string | null }
  /** The payment can no longer be paid; a new one can. */
  | { kind: 'canceled' }
  /** Neither paid nor declined. */
  | { kind: 'unfinished' };

/** The functions that the dialog calls on the card form of any provider. */
export interface CardFormHandle {
  focus: () => void;
  /** Marks incomplete fields and returns the first problem; null if the card can be charged. */
  check: () => string | null;
  /** Charges the card, including any confirmation that the bank asks for. */
  confirm: (intent: PaymentIntent) => Promise<CardOutcome>;
}

export interface CardFormProps {
  handle: Ref<CardFormHandle>;
  /** Null until the server has created the payment. */
  intent: PaymentIntent | null;
  /** True while the charge is in progress. */
  busy: boolean;
  /** The form accepts input. */
  onReady: () => void;
  /** The form could not be loaded. */
  onFailed: () => void;
  /** Escape was pressed inside the provider's frame, where the page does not receive it. */
  onEscape: () => void;
}
