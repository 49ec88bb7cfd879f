import type { Trx } from '../../platform/db/database.ts';
import { deleteDetailsOf } from './billing-details.store.ts';
import { ERASED_BUYER } from './buyer.ts';
import { eraseBuyerOf } from './documents.store.ts';

/** Numbers, amounts and lines stay: the operator must keep them. They no longer say who the client was. */
export async function eraseBillingOf(trx: Trx, userId: string): Promise<void> {
  await deleteDetailsOf(trx, userId);
  await eraseBuyerOf(trx, userId, JSON.stringify(ERASED_BUYER));
}
