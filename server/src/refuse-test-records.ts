import type { Config } from './config.ts';
import { StartError } from './platform/app-error.ts';
import type { Database } from './platform/db/database.ts';
import { hasTestRecords } from './test-records.store.ts';

/** Live keys need a database without test payments and labels, whose amounts would mix with real money. */
export async function refuseTestRecords(
  { providers }: Pick<Config, 'providers'>,
  db: Database,
): Promise<void> {
  if (providers.live && (await hasTestRecords(db)))
    throw new StartError(
      'This database contains test or demo payments or labels. Use a separate database with live keys.',
    );
}
