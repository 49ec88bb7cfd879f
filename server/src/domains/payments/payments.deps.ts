import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { PaymentProvider } from '../../providers/payments/port.ts';
import type { NoticeDeps } from '../notices/notices.ts';

export interface PaymentTimings {
  /** After this long without an answer the card provider counts as out of reach. */
  cardAnswerMs: number;
  /** Until the card provider is asked about an open payment again; on the database's clock, each time twice as long, up to a limit. */
  checkAgainMs: number;
  /** How long one worker may hold a refund before another brings it to the card provider; likewise. */
  refundAgainMs: number;
}

export interface PaymentDeps extends NoticeDeps {
  db: Database;
  clock: Clock;
  log: Log;
  paymentProvider: PaymentProvider;
  timings: PaymentTimings;
}
