import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { PaymentProvider } from '../../providers/payments/port.ts';
import type { NoticeDeps } from '../notices/notices.ts';

/** On the database's clock; each wait is twice the one before, up to a limit. */
export interface PaymentTimings {
  /** Until the card provider is asked about an open payment again. */
  checkAgainMs: number;
  /** How long one worker may hold a refund before another brings it to the card provider. */
  refundAgainMs: number;
}

export interface PaymentDeps extends NoticeDeps {
  db: Database;
  clock: Clock;
  log: Log;
  paymentProvider: PaymentProvider;
  timings: PaymentTimings;
}
