import type { Trx } from '../../platform/db/database.ts';
import { deleteOwnRule } from './commission.store.ts';
import { deleteUnpaidRequests, reduceRequestsToPlaces } from './pricing.store.ts';

/** A client's prices: what nobody paid for goes, and what is in the books keeps its places and sums. */
export async function eraseQuotesOf(trx: Trx, userId: string): Promise<void> {
  await deleteOwnRule(trx, userId);
  await deleteUnpaidRequests(trx, userId);
  await reduceRequestsToPlaces(trx, userId);
}
