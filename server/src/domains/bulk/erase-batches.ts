import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** Uploaded rows are addresses from end to end; nothing of them is needed for the books. */
export async function eraseBatchesOf(trx: Trx, userId: string): Promise<void> {
  await sql`
    DELETE FROM bulk_rows r USING bulk_batches b WHERE b.id = r.batch_id AND b.user_id = ${userId}`.execute(
    trx,
  );
  // Their money is at its end, so no batch has to look after it.
  await trx
    .updateTable('payments')
    .set({ batch_id: null })
    .where('user_id', '=', userId)
    .where('batch_id', 'is not', null)
    .execute();
  await trx.deleteFrom('bulk_batches').where('user_id', '=', userId).execute();
}
