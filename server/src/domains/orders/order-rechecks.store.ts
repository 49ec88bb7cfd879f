import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/database-time.ts';

export interface Recheck {
  user_id: string;
  all_open: boolean;
  version: number;
}

/** Claims a client, except these. Those whose check failed come last. */
export async function claimRecheck(
  db: Handle,
  except: readonly string[],
  leaseMs: number,
): Promise<Recheck | undefined> {
  const { rows } = await sql<Recheck>`
    UPDATE order_rechecks SET lease_until = ${fromNow(leaseMs)}
    WHERE user_id = (
      SELECT user_id FROM order_rechecks
      WHERE (lease_until IS NULL OR lease_until <= now()) AND user_id <> ALL(${except}::uuid[])
      ORDER BY lease_until NULLS FIRST LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING user_id, all_open, version`.execute(db);
  return rows[0];
}

/** Keeps the claim during a long check. */
export async function extendRecheck(db: Handle, { user_id }: Recheck, leaseMs: number): Promise<void> {
  await sql`UPDATE order_rechecks SET lease_until = ${fromNow(leaseMs)} WHERE user_id = ${user_id}`.execute(
    db,
  );
}

export async function releaseRecheck(db: Handle, { user_id }: Recheck): Promise<void> {
  await db.updateTable('order_rechecks').set({ lease_until: null }).where('user_id', '=', user_id).execute();
}

/** For orders that need attention: a parcel may now be proposed for the same pieces. */
export async function askForRecheck(trx: Trx, userId: string): Promise<void> {
  await sql`
    INSERT INTO order_rechecks (user_id, all_open) VALUES (${userId}, false)
    ON CONFLICT (user_id) DO UPDATE SET version = order_rechecks.version + 1`.execute(trx);
}

/**
 * Keeps a request that arrived during the check. If all open orders were just checked, the request no longer covers all of
 * them. Otherwise each label of a batch, which adds a request, would repeat the full check.
 */
export async function finishRecheck(db: Handle, { user_id, all_open, version }: Recheck): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('order_rechecks')
    .where('user_id', '=', user_id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (numDeletedRows > 0) return;
  await sql`
    UPDATE order_rechecks
    SET lease_until = NULL, all_open = all_open AND NOT (${all_open} AND coalesce(all_version <= ${version}, false))
    WHERE user_id = ${user_id}`.execute(db);
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
