import type { Clock } from '../../platform/clock.ts';
import type { CsvExports } from '../../platform/db/csv-export.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { PaymentProvider } from '../../providers/payments/port.ts';
import type { PaymentTimings } from '../payments/payments.timings.ts';
import type { ProcessorTimings } from './processor-balance.timings.ts';

export interface ProcessorDeps {
  db: Database;
  clock: Clock;
  log: Log;
  paymentProvider: Pick<PaymentProvider, 'name' | 'balance'>;
  timings: ProcessorTimings & Pick<PaymentTimings, 'cardAnswerMs'>;
}

/** For the operator's screens. */
export interface PayoutListDeps extends Pick<ProcessorDeps, 'db' | 'clock' | 'paymentProvider'> {
  /** The operator's time zone, which decides what a day is. */
  timeZone: string;
  exports: CsvExports;
}
