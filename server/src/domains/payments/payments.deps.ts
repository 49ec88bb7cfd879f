import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { PaymentProvider } from '../../providers/payments/port.ts';
import type { NoticeDeps } from '../notices/notices.ts';

export interface PaymentTimings {
  /** How long to wait for an answer of the payment provider. */
  cardAnswerMs: number;
  /** First interval between checks of an open payment. It doubles with every check, up to a limit; measured on the database's clock. */
  checkAgainMs: number;
  /** First interval between attempts of a refund, during which one worker holds it. Doubles likewise. */
  refundAgainMs: number;
}

export interface PaymentDeps extends NoticeDeps {
  db: Database;
  clock: Clock;
  log: Log;
  paymentProvider: PaymentProvider;
  timings: PaymentTimings;
}
