import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';

export interface Recheck {
  user_id: string;
  all_open: boolean;
  version: number;
}

export const selectRechecks = (db: Handle, limit: number): Promise<Recheck[]> =>
  db.selectFrom('order_rechecks').selectAll().limit(limit).execute();

/** For orders that need attention: a parcel may now be proposed for the same pieces. */
export async function askForRecheck(trx: Trx, userId: string): Promise<void> {
  await sql`
    INSERT INTO order_rechecks (user_id, all_open) VALUES (${userId}, false)
    ON CONFLICT (user_id) DO UPDATE SET version = order_rechecks.version + 1`.execute(trx);
}

/** Keeps a request that was added since. */
export async function deleteRecheck(db: Handle, { user_id, version }: Recheck): Promise<void> {
  await db
    .deleteFrom('order_rechecks')
    .where('user_id', '=', user_id)
    .where('version', '=', version)
    .execute();
}

/** The client's open orders after the given ID, in the order of the IDs. */
export async function selectOpenOrders(
  db: Handle,
  { user_id, all_open }: Recheck,
  after: string,
  limit: number,
): Promise<string[]> {
  const statuses = all_open ? ['ready', 'attention', 'held'] : ['attention'];
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM orders WHERE user_id = ${user_id} AND status = ANY(${statuses}::text[]) AND id > ${after}
    ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
