import { type Insertable, type Selectable, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { DisputesTable } from './payments.tables.ts';

export type StoredDispute = Selectable<DisputesTable>;

export const selectDispute = (db: Handle, provider: string, disputeId: string) =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('provider', '=', provider)
    .where('dispute_id', '=', disputeId)
    .executeTakeFirst();

export const insertDispute = (db: Handle, dispute: Insertable<DisputesTable>): Promise<StoredDispute> =>
  db.insertInto('disputes').values(dispute).returningAll().executeTakeFirstOrThrow();

export async function endDispute(
  db: Handle,
  id: string,
  end: { state: 'won' | 'lost'; ended_at: Date },
): Promise<void> {
  await db.updateTable('disputes').set(end).where('id', '=', id).execute();
}

/** What a client's bank has taken of a payment: held for now, or for good. */
export async function selectDisputedCents(db: Handle, paymentId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM disputes
    WHERE payment_id = ${paymentId} AND state IN ('open', 'lost')`.execute(db);
  return rows[0]?.cents ?? 0;
}
