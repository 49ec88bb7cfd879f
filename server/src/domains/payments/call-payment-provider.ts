import { within } from '../../platform/outgoing/within.ts';
import type { PaymentProvider } from '../../providers/payments/port.ts';
import type { PaymentDeps } from './payments.deps.ts';

/** Calls the payment provider and gives up after `cardAnswerMs`. */
export const callPaymentProvider = <T>(
  { paymentProvider, timings }: PaymentDeps,
  call: (provider: PaymentProvider) => Promise<T>,
): Promise<T> => within(timings.cardAnswerMs, call(paymentProvider));
