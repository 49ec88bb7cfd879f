import type { Clock } from '../../platform/clock.ts';
import type { CsvExports } from '../../platform/db/csv-export.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { LabelProvider } from '../../providers/label-providers/port.ts';
import type { NoticeDeps } from '../notices/notices.ts';

export interface AdjustmentDeps extends NoticeDeps {
  db: Database;
  clock: Clock;
  log: Log;
  /** The operator's time zone, which determines today's date. */
  timeZone: string;
  exports: CsvExports;
  /** Its invoices identify labels by its own IDs. */
  labelProvider: Pick<LabelProvider, 'name'>;
  /** Call this after the commit that took money from a balance: an automatic top-up may be due. */
  balanceSpent: (userId: string) => void;
}
