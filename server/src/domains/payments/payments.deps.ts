import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { PaymentProvider } from '../../providers/payments/port.ts';
import type { NoticeDeps, ReceiptDeps } from '../notices/notices.ts';
import type { PaymentTimings } from './payments.timings.ts';

export interface PaymentDeps extends NoticeDeps, ReceiptDeps {
  db: Database;
  clock: Clock;
  log: Log;
  paymentProvider: PaymentProvider;
  timings: PaymentTimings;
  /** The operator's time zone, which determines today's date. */
  timeZone: string;
  /** Call this after the commit that took money from a balance: an automatic top-up may be due. */
  balanceSpent: (userId: string) => void;
}
