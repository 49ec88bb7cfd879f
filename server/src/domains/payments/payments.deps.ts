import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { PaymentProvider } from '../../providers/payments/port.ts';

export interface PaymentDeps {
  db: Database;
  clock: Clock;
  log: Log;
  paymentProvider: PaymentProvider;
}
