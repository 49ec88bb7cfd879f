import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';

export interface AttentionDeps {
  db: Database;
  clock: Clock;
  /** The operator's time zone. A snooze ends with its day. */
  timeZone: string;
  paymentProvider: { name: string };
}
