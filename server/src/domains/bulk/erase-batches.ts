import type { Trx } from '../../platform/db/database.ts';
import { detachPaymentsFromBatches } from '../payments/unspent-payments.ts';
import { deleteBatches } from './bulk-batches.store.ts';
import { anonymizeRows, deleteRows } from './bulk-rows.store.ts';

/** Deletes a client's uploads. Their rows are personal data, and the ledger needs none of it. */
export async function eraseBatchesOf(trx: Trx, userId: string): Promise<void> {
  await deleteRows(trx, userId);
  await detachPaymentsFromBatches(trx, userId);
  await deleteBatches(trx, userId);
}

/** Erases the addresses after their retention period. The rows stay, because the summary counts them. */
export const eraseRowsOfShipments = (trx: Trx, shipmentIds: readonly string[]): Promise<void> =>
  anonymizeRows(trx, shipmentIds);
