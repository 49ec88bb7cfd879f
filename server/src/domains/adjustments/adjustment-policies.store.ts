import type { AdjustmentPolicy } from '@lading/contract/adjustments.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';

/** The default without a client. */
export async function selectPolicy(db: Handle, userId: string | null): Promise<AdjustmentPolicy | undefined> {
  const row = await db
    .selectFrom('adjustment_policies')
    .select(['mode', 'threshold_cents', 'fee_cents'])
    .where('user_id', 'is not distinct from', userId)
    .executeTakeFirst();
  return row && { mode: row.mode, threshold: row.threshold_cents, fee: row.fee_cents };
}

export async function upsertPolicy(
  trx: Trx,
  userId: string | null,
  { mode, threshold, fee }: AdjustmentPolicy,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO adjustment_policies (user_id, mode, threshold_cents, fee_cents, updated_at)
    VALUES (${userId}::uuid, ${mode}, ${threshold}, ${fee}, ${now})
    ON CONFLICT ON CONSTRAINT adjustment_policies_one DO UPDATE
    SET mode = excluded.mode, threshold_cents = excluded.threshold_cents, fee_cents = excluded.fee_cents, updated_at = excluded.updated_at`.execute(
    trx,
  );
}

export async function deletePolicyOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('adjustment_policies').where('user_id', '=', userId).execute();
}
