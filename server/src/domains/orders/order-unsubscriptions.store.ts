import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/database-time.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { StoredSource } from './order-sources.deps.ts';

type StoredUnsubscription = Row<'order_unsubscriptions'>;
type DueUnsubscription = StoredUnsubscription & Pick<StoredSource, 'kind' | 'address' | 'settings'>;

export async function insertUnsubscription(
  trx: Trx,
  unsubscription: Pick<
    StoredUnsubscription,
    'source_id' | 'user_id' | 'secrets' | 'webhook_secret' | 'created_at'
  >,
): Promise<void> {
  await trx
    .insertInto('order_unsubscriptions')
    .values({ ...unsubscription, next_try_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict
        .column('source_id')
        .doUpdateSet({ ...unsubscription, failures: 0, next_try_at: sql<Date>`now()` }),
    )
    .execute();
}

/** No other process tries them during the lease. */
export async function claimUnsubscriptions(
  db: Handle,
  limit: number,
  leaseMs: number,
): Promise<DueUnsubscription[]> {
  const { rows } = await sql<DueUnsubscription>`
    UPDATE order_unsubscriptions u SET next_try_at = ${fromNow(leaseMs)}
    FROM order_sources s
    WHERE s.id = u.source_id AND u.source_id IN (
      SELECT source_id FROM order_unsubscriptions WHERE next_try_at <= now()
      ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING u.*, s.kind, s.address, s.settings`.execute(db);
  return rows;
}

export async function deleteUnsubscription(db: Handle, sourceId: string): Promise<void> {
  await db.deleteFrom('order_unsubscriptions').where('source_id', '=', sourceId).execute();
}

export async function storeSecrets(db: Handle, sourceId: string, secrets: Buffer): Promise<void> {
  await db.updateTable('order_unsubscriptions').set({ secrets }).where('source_id', '=', sourceId).execute();
}

export async function retryUnsubscription(db: Handle, sourceId: string, waitMs: number): Promise<void> {
  await db
    .updateTable('order_unsubscriptions')
    .set({ failures: sql<number>`failures + 1`, next_try_at: fromNow(waitMs) })
    .where('source_id', '=', sourceId)
    .execute();
}
