import { ago, type Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteOldQuotes } from './pricing.store.ts';

const PAGE_SIZE = 500;
/** One run deletes more quotes than all clients together can request before the next one. */
const MAX_PAGES = 40;

/** Deletes quotes that were neither bought nor paid for. */
export async function cleanUpQuotes(
  { db, clock, retention }: { db: Database; clock: Clock; retention: { quotesMs: number | null } },
  pageSize = PAGE_SIZE,
): Promise<number> {
  if (retention.quotesMs === null) return 0;
  let deleted = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const count = await deleteOldQuotes(db, ago(clock, retention.quotesMs), pageSize);
    deleted += count;
    if (count < pageSize) break;
  }
  return deleted;
}
