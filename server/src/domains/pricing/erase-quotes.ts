import type { Trx } from '../../platform/db/database.ts';
import { removeFromGroups } from './client-groups.store.ts';
import { deleteOwnRule } from './commission.store.ts';
import {
  deleteUnpaidRequests,
  reduceBoughtRequestsToPlaces,
  reduceRequestsToPlaces,
} from './pricing.store.ts';

/**
 * Deletes a client's commission, group memberships and unpaid quotes. Paid ones keep places and amounts, because the ledger depends on them.
 */
export async function eraseQuotesOf(trx: Trx, userId: string): Promise<void> {
  await deleteOwnRule(trx, userId);
  await removeFromGroups(trx, userId);
  await deleteUnpaidRequests(trx, userId);
  await reduceRequestsToPlaces(trx, userId);
}

/** After the retention period of their addresses. */
export const eraseQuotesOfShipments = (trx: Trx, shipmentIds: readonly string[]): Promise<void> =>
  reduceBoughtRequestsToPlaces(trx, shipmentIds);
