import { within } from '../../platform/outgoing/within.ts';
import type { PaymentProvider } from '../../providers/payments/port.ts';
import type { PaymentDeps } from './payments.deps.ts';

/** Asks the card provider, and waits no longer than an answer is of use. */
export const askCards = <T>(
  { paymentProvider, timings }: PaymentDeps,
  question: (cards: PaymentProvider) => Promise<T>,
): Promise<T> => within(timings.cardAnswerMs, question(paymentProvider));
