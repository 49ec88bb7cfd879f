import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';

export interface AnalyticsDeps {
  db: Database;
  clock: Clock;
  /** The operator's time zone. Totals are kept by its days. */
  timeZone: string;
}
