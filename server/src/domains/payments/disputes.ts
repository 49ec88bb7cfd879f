import type { DisputeNews } from '../../providers/payments/port.ts';
import type { PaymentDeps } from './payments.deps.ts';
import type { StoredPayment } from './payments.store.ts';

/** The client's bank takes the money back until it is decided whose it is. */
export async function recordDispute(
  _deps: PaymentDeps,
  _payment: StoredPayment,
  _news: DisputeNews,
): Promise<void> {
  throw new Error('not built yet');
}
