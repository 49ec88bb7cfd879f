import { type Insertable, type Selectable, sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { BulkBatchesTable } from './bulk.tables.ts';

export type StoredBatch = Selectable<BulkBatchesTable>;

export async function insertBatch(db: Handle, batch: Insertable<BulkBatchesTable>): Promise<void> {
  await db.insertInto('bulk_batches').values(batch).execute();
}

/** Undefined for another client's batch, and for a discarded one. */
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
    // Labels bought through the API appear in the shipping history; they are not uploads.
    .where('source', '<>', 'api')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

/** After a cancellation, none of its rows is paid or bought, and the same rates can be paid again. */
const isCanceled = sql<boolean>`NOT EXISTS (
  SELECT FROM bulk_rows r
  WHERE r.batch_id = bulk_batches.id AND (r.work IS NOT NULL OR r.payment_id IS NOT NULL OR r.status <> 'rate_selected'))`;

/** The batch that an earlier API call with the same rates created. */
export const selectBatchByKey = (db: Handle, userId: string, key: Buffer) =>
  db
    .selectFrom('bulk_batches')
    .select('id')
    .where('user_id', '=', userId)
    .where('file_hash', '=', key)
    .where('source', '=', sql.lit('api'))
    .where(sql<boolean>`NOT ${isCanceled}`)
    .executeTakeFirst();

/** Makes the key of a canceled batch available for a new batch of the same rates. */
export async function releaseKey(trx: Trx, userId: string, key: Buffer): Promise<void> {
  await trx
    .updateTable('bulk_batches')
    .set({ file_hash: sql`sha256(convert_to(id::text, 'UTF8'))` })
    .where('user_id', '=', userId)
    .where('file_hash', '=', key)
    .where('source', '=', sql.lit('api'))
    .where(isCanceled)
    .execute();
}

/** Locks the batch and increments its version, which every change in this transaction records. */
export const lockNextVersion = (trx: Trx, id: string, now: Date): Promise<StoredBatch | undefined> =>
  nextVersion(trx, id, now).returningAll().executeTakeFirst();

/** The same for a batch that must belong to the client and not be discarded. */
export const lockOwnNextVersion = (
  trx: Trx,
  userId: string,
  id: string,
  now: Date,
): Promise<StoredBatch | undefined> =>
  nextVersion(trx, id, now)
    .where('user_id', '=', userId)
    .where('discarded_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

const nextVersion = (trx: Trx, id: string, now: Date) =>
  trx.updateTable('bulk_batches').set({ version: sql`version + 1`, updated_at: now }).where('id', '=', id);

export async function updateBatch(
  trx: Trx,
  id: string,
  change: Partial<
    Pick<
      StoredBatch,
      'step' | 'received_bytes' | 'work_total' | 'work_started_at' | 'paused_at' | 'discarded_at'
    >
  >,
): Promise<void> {
  await trx.updateTable('bulk_batches').set(change).where('id', '=', id).execute();
}

/** The newest earlier upload of the same file that produced labels. */
export const selectDuplicateFile = async (db: Handle, batch: StoredBatch) => {
  const { rows } = await sql<{ id: string; file_name: string; created_at: Date; labels: number }>`
    SELECT b.id, b.file_name, b.created_at, l.labels
    FROM bulk_batches b
    JOIN LATERAL (
      SELECT count(*) AS labels FROM bulk_rows r WHERE r.batch_id = b.id AND r.status = 'label_generated'
    ) l ON l.labels > 0
    WHERE b.user_id = ${batch.user_id} AND b.file_hash = ${batch.file_hash} AND b.id <> ${batch.id}
      AND b.created_at <= ${batch.created_at}
    ORDER BY b.created_at DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
};

/** Batches with paid rows that have been paused since before the given time. */
export const selectPausedBefore = (db: Handle, before: Date, limit: number) =>
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

/** A canceled payment never has money, so it does not count. */
const hasNoPayment = sql<boolean>`NOT EXISTS (
  SELECT FROM payments WHERE payments.batch_id = bulk_batches.id AND payments.status <> 'canceled')`;

/** The client's uploads without a payment, most recently changed first. */
export const selectDrafts = (trx: Trx, userId: string, offset: number) =>
  trx
    .selectFrom('bulk_batches')
    .select(['id', 'updated_at'])
    .where('user_id', '=', userId)
    .where('discarded_at', 'is', null)
    .where('source', '<>', 'api')
    .where(hasNoPayment)
    .orderBy('updated_at', 'desc')
    .offset(offset)
    .execute();

/** Discarded batches without a payment or a label. */
export const selectDiscardedBefore = (db: Handle, before: Date, limit: number) =>
  db
    .selectFrom('bulk_batches')
    .select('id')
    .where('discarded_at', '<', before)
    .where(hasNoPayment)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bulk_rows')
            .select('number')
            .whereRef('bulk_rows.batch_id', '=', 'bulk_batches.id')
            .where((row) => row.or([row('payment_id', 'is not', null), row('shipment_id', 'is not', null)])),
        ),
      ),
    )
    .limit(limit)
    .execute();

/** Also unlinks its canceled payments. The database refuses to delete a batch with other ones. */
export async function deleteBatch(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ batch_id: null })
    .where('batch_id', '=', id)
    .where('status', '=', 'canceled')
    .execute();
  await trx.deleteFrom('bulk_rows').where('batch_id', '=', id).execute();
  await trx.deleteFrom('bulk_batches').where('id', '=', id).execute();
}

export async function deleteBatches(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('bulk_batches').where('user_id', '=', userId).execute();
}
