import type { Trx } from '../../platform/db/database.ts';
import { eraseDisputesOf } from './adjustment-disputes.store.ts';
import { deletePolicyOf } from './adjustment-policies.store.ts';
import { deleteEvidenceOf } from './evidence.store.ts';

/** Erases what a client wrote and uploaded. The amounts stay for the ledger. */
export async function eraseAdjustmentsOf(trx: Trx, userId: string): Promise<void> {
  await deleteEvidenceOf(trx, userId);
  await eraseDisputesOf(trx, userId);
  await deletePolicyOf(trx, userId);
}
