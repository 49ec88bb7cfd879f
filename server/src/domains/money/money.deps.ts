import type { Clock } from '../../platform/clock.ts';
import type { CsvExports } from '../../platform/db/csv-export.ts';
import type { Database } from '../../platform/db/database.ts';

export interface MoneyDeps {
  db: Database;
  clock: Clock;
  /** The operator's time zone. Totals are kept by its days. */
  timeZone: string;
  exports: CsvExports;
}
