import { sql } from 'kysely';
import type { Database } from './platform/db/database.ts';

/** Whether a test or demo provider made any payment or label. */
export async function hasTestRecords(db: Database): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments WHERE provider IN ('test', 'stripe_test')
    UNION ALL SELECT FROM shipments WHERE provider IN ('builtin', 'shippo_test')
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Whether a live provider made any payment or label. */
export async function hasLiveRecords(db: Database): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments WHERE provider = 'stripe'
    UNION ALL SELECT FROM shipments WHERE provider = 'shippo'
    LIMIT 1`.execute(db);
  return rows.length > 0;
}
