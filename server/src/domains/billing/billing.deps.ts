import type { LetterPrinter } from '../../labels/port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CsvExports } from '../../platform/db/csv-export.ts';
import type { Database } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { PaymentProvider } from '../../providers/payments/port.ts';

/** For issuing documents. */
export interface IssueDeps {
  db: Database;
  clock: Clock;
  timeZone: string;
  log: Log;
  jobs: JobQueue;
  /** Documents are marked as samples while it moves no real money. */
  paymentProvider: PaymentProvider;
}

export interface BillingDeps extends IssueDeps {
  exports: CsvExports;
  letterPrinter: LetterPrinter;
}
