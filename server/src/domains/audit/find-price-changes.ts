import type { Handle } from '../../platform/db/database.ts';
import { countPriceChanges, type StoredPriceChange, selectPriceChanges } from './price-changes.store.ts';

/** One page of the price history, newest first. Without a client, of all prices. */
export async function findPriceChanges(
  db: Handle,
  clientId: string | null,
  slice: { offset: number; limit: number },
): Promise<{ total: number; changes: StoredPriceChange[] }> {
  const [total, changes] = await Promise.all([
    countPriceChanges(db, clientId),
    selectPriceChanges(db, clientId, slice),
  ]);
  return { total, changes };
}
