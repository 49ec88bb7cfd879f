import type { Clock } from '../../platform/clock.ts';
import { type Database, type Trx, transaction } from '../../platform/db/database.ts';
import { anonymizeOldOrders, deleteOrdersOf } from './erased-orders.store.ts';

/**
 * Deletes a client's orders and stores. Call it before deleting the client's uploads, because parcels refer to them.
 */
export const eraseOrdersOf = (trx: Trx, userId: string): Promise<void> => deleteOrdersOf(trx, userId);

const PAGE_SIZE = 200;
const MAX_PAGES = 20;

/** Erases names, streets, contacts and notes of orders that are shipped or excluded, after the retention period of shipments. */
export async function eraseOldOrders({
  db,
  clock,
  retention,
}: {
  db: Database;
  clock: Clock;
  retention: { shipmentMonths: number | null };
}): Promise<void> {
  if (retention.shipmentMonths === null) return;
  const now = clock.now();
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - retention.shipmentMonths);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const count = await transaction(db, (trx) => anonymizeOldOrders(trx, { before, now, limit: PAGE_SIZE }));
    if (count < PAGE_SIZE) return;
  }
}
