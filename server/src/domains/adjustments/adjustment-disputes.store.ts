import type { AdjustmentDisputeState } from '@lading/contract/adjustments.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { NewRow } from '../../platform/db/schema.ts';

export const selectDispute = (db: Handle, adjustmentId: string) =>
  db
    .selectFrom('adjustment_disputes')
    .selectAll()
    .where('adjustment_id', '=', adjustmentId)
    .executeTakeFirst();

/** Until the transaction ends, nothing else can decide the dispute or add evidence to it. */
export const lockDispute = (trx: Trx, adjustmentId: string) =>
  trx
    .selectFrom('adjustment_disputes')
    .selectAll()
    .where('adjustment_id', '=', adjustmentId)
    .forUpdate()
    .executeTakeFirst();

/** False if the adjustment is disputed already. */
export async function insertDispute(trx: Trx, dispute: NewRow<'adjustment_disputes'>): Promise<boolean> {
  const inserted = await trx
    .insertInto('adjustment_disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('adjustment_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateDispute(
  trx: Trx,
  id: string,
  change: { state: AdjustmentDisputeState; sent_at?: Date; ended_at?: Date },
): Promise<void> {
  await trx.updateTable('adjustment_disputes').set(change).where('id', '=', id).execute();
}

/** The amounts stay for the ledger. */
export async function eraseDisputesOf(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('adjustment_disputes')
    .set({ reason: '' })
    .where('user_id', '=', userId)
    .where('reason', '<>', '')
    .execute();
}
