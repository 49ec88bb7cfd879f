import type { Trx } from '../../platform/db/database.ts';
import { anonymizeShipmentsOf } from './shipments.store.ts';
import { deleteLabelsOf } from './stored-labels.store.ts';

/** Removes names, streets, phones, notes and labels. Keeps places, parcels and amounts for the ledger. */
export async function eraseShipmentsOf(trx: Trx, userId: string): Promise<void> {
  await deleteLabelsOf(trx, userId);
  await anonymizeShipmentsOf(trx, userId);
}
