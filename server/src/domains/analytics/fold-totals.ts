import type { Database } from '../../platform/db/database.ts';
import { foldShipmentChanges } from './analytics.store.ts';

const BATCH_SIZE = 20_000;

/** Adds all shipment changes since the last run to the totals. */
export async function foldTotals({ db }: { db: Database }): Promise<void> {
  let folded = BATCH_SIZE;
  while (folded === BATCH_SIZE) folded = await foldShipmentChanges(db, BATCH_SIZE);
}
