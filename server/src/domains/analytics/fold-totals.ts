import type { Database } from '../../platform/db/database.ts';
import { foldShipmentChanges } from './analytics.store.ts';

const AT_ONCE = 20_000;

/** Adds all shipment changes since the last run to the totals. */
export async function foldTotals({ db }: { db: Database }): Promise<void> {
  let folded = AT_ONCE;
  while (folded === AT_ONCE) folded = await foldShipmentChanges(db, AT_ONCE);
}
