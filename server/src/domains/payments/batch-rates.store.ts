import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

export const hasBatch = async (db: Handle, userId: string, batchId: string): Promise<boolean> =>
  (await db
    .selectFrom('bulk_batches')
    .select('id')
    .where('id', '=', batchId)
    .where('user_id', '=', userId)
    .where('discarded_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Whether every rate is offered for a shipment of the batch. */
export async function areRatesOfBatch(
  db: Handle,
  batchId: string,
  quoteIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ stray: boolean }>`
    SELECT EXISTS (
      SELECT FROM unnest(${quoteIds}::uuid[]) AS wanted(id)
      WHERE wanted.id NOT IN (
        SELECT unnest(offered) FROM bulk_rows WHERE batch_id = ${batchId} AND NOT removed
      )
    ) AS stray`.execute(db);
  return rows[0]?.stray === false;
}
