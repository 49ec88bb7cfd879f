import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { DISPUTE_MOVES } from './disputes.states.ts';

export type StoredDispute = Row<'disputes'>;

export const selectDispute = (db: Handle, provider: string, disputeId: string) =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('provider', '=', provider)
    .where('dispute_id', '=', disputeId)
    .executeTakeFirst();

export const insertDispute = (trx: Trx, dispute: NewRow<'disputes'>): Promise<StoredDispute> =>
  trx.insertInto('disputes').values(dispute).returningAll().executeTakeFirstOrThrow();

export async function endDispute(
  db: Handle,
  id: string,
  end: { state: (typeof DISPUTE_MOVES)['open'][number]; ended_at: Date },
): Promise<void> {
  await db.updateTable('disputes').set(end).where('id', '=', id).execute();
}

/** The total that the client's bank has charged back, in open and lost disputes. */
export async function selectDisputedCents(db: Handle, paymentId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM disputes
    WHERE payment_id = ${paymentId} AND state IN ('open', 'lost')`.execute(db);
  return rows[0]?.cents ?? 0;
}
