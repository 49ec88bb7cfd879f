import type { PaymentSetupError } from '../../lib/payments.ts';

export interface PaymentEvents {
  /** Awaited before the card is charged, so that the payment is on record if the page closes in between. */
  onSending: (paymentIntentId: string) => Promise<void>;
  onSucceeded: () => void;
  /** The charge was attempted and failed. */
  onFailed: () => void;
  /** The price on screen is no longer valid. */
  onPriceChanged: (reason: PaymentSetupError) => void;
  /** The success message has been shown long enough. */
  onDone: () => void;
}
