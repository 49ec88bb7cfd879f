import { within } from '../../platform/outgoing/within.ts';
import type { ProcessorBalance } from '../../providers/payments/port.ts';
import type { ProcessorDeps } from './processor-balance.deps.ts';

/** Reads a page of the payment provider's lists, and gives up after `cardAnswerMs`. */
export const askProcessor = <T>(
  { paymentProvider, timings }: ProcessorDeps,
  read: (balance: ProcessorBalance) => Promise<T>,
): Promise<T> => within(timings.cardAnswerMs, read(paymentProvider.balance));
