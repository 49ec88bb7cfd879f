import { sql } from 'kysely';
import type { Config } from './config.ts';
import { StartError } from './platform/app-error.ts';
import type { Database } from './platform/db/database.ts';

/** Books with invented payments or labels in them are not the books of real money: their sums would be of both. */
export async function refuseMixedBooks(
  { providers }: Pick<Config, 'providers'>,
  db: Database,
): Promise<void> {
  if (!providers.live) return;
  const { rows } = await sql`
    SELECT FROM payments WHERE provider IN ('test', 'stripe_test')
    UNION ALL SELECT FROM shipments WHERE provider IN ('builtin', 'shippo_test')
    LIMIT 1`.execute(db);
  if (rows.length > 0)
    throw new StartError(
      'This database holds payments or labels of a test or a demonstration; live keys need a database of their own.',
    );
}
