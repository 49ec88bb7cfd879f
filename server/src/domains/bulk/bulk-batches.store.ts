import type { BatchWork } from '@lading/contract/bulk.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { BulkBatchesTable } from '../../platform/db/bulk-schema.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { BATCH_CHANNEL, WORK_CHANNEL } from './bulk.deps.ts';

export type StoredBatch = Selectable<BulkBatchesTable>;

export async function insertBatch(db: Handle, batch: Insertable<BulkBatchesTable>): Promise<void> {
  await db.insertInto('bulk_batches').values(batch).execute();
}

/** A batch of the person who asks; another's is as unknown as one that never was. */
export const selectBatch = (db: Handle, userId: string, id: string): Promise<StoredBatch | undefined> =>
  db
    .selectFrom('bulk_batches')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('discarded_at', 'is', null)
    .executeTakeFirst();

export const selectBatches = (db: Handle, userId: string, limit: number) =>
  db
    .selectFrom('bulk_batches')
    .selectAll()
    .where('user_id', '=', userId)
    .where('discarded_at', 'is', null)
    // What a program bought in one call is in the history; it never was an upload.
    .where('source', '<>', 'api')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

/** The batch that an earlier call with the same rates made. */
export const selectBatchByKey = (db: Handle, userId: string, key: Buffer) =>
  db
    .selectFrom('bulk_batches')
    .select('id')
    .where('user_id', '=', userId)
    .where('file_hash', '=', key)
    .where('source', '=', sql.lit('api'))
    .executeTakeFirst();

/** Locks the batch and gives it the number that the changes of this transaction carry. */
export const takeVersion = (trx: Trx, id: string, now: Date): Promise<StoredBatch | undefined> =>
  trx
    .updateTable('bulk_batches')
    .set({ version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Heard by every process once the transaction is committed. */
export async function announce(trx: Trx, id: string): Promise<void> {
  await sql`SELECT pg_notify(${BATCH_CHANNEL}, ${id})`.execute(trx);
}

/** Calls the workers of all processes to it, once the transaction is committed. */
export async function callWorkers(trx: Trx, work: BatchWork | ''): Promise<void> {
  await sql`SELECT pg_notify(${WORK_CHANNEL}, ${work})`.execute(trx);
}

export async function updateBatch(
  trx: Trx,
  id: string,
  change: Partial<
    Pick<StoredBatch, 'step' | 'work_total' | 'work_started_at' | 'paused_at' | 'discarded_at'>
  >,
): Promise<void> {
  await trx.updateTable('bulk_batches').set(change).where('id', '=', id).execute();
}

/** The newest earlier upload of the same file that led to labels. */
export const selectDuplicateFile = async (db: Handle, batch: StoredBatch) => {
  const { rows } = await sql<{ id: string; file_name: string; created_at: Date; labels: number }>`
    SELECT b.id, b.file_name, b.created_at, l.labels
    FROM bulk_batches b
    JOIN LATERAL (SELECT count(*) AS labels FROM bulk_rows r WHERE r.batch_id = b.id AND r.status = 'label_generated') l ON l.labels > 0
    WHERE b.user_id = ${batch.user_id} AND b.file_hash = ${batch.file_hash} AND b.id <> ${batch.id} AND b.created_at <= ${batch.created_at}
    ORDER BY b.created_at DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
};

/** Paused batches with paid work, whose time to go on is over. */
export const selectPausedSince = (db: Handle, before: Date, limit: number) =>
  db
    .selectFrom('bulk_batches')
    .select(['id', 'user_id'])
    .where('paused_at', '<=', before)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bulk_rows')
          .select('number')
          .whereRef('bulk_rows.batch_id', '=', 'bulk_batches.id')
          .where('work', '=', sql.lit('labels')),
      ),
    )
    .orderBy('paused_at')
    .limit(limit)
    .execute();
