import { ago, type Clock, days } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  deleteUnpaidOf,
  type RequestMark,
  reduceAbandonedToPlaces,
  selectExpiredRequests,
} from './pricing.store.ts';

const PAGE_SIZE = 500;
/** One run checks more quotes than all clients together can request before the next one. */
const MAX_PAGES = 40;
/** How often to check quotes that had to stay. */
const PASS_EVERY_MS = days(1);

/** One pass over all expired quotes, spread over many runs. */
interface Pass {
  startedAt: Date;
  /** Null before its first page. */
  after: RequestMark | null;
  /** From then on it continues with quotes as they expire. */
  hasReachedEnd: boolean;
}

/** Bought quotes stay, so each run would check all of them again if it did not continue after the last one. */
const passes = new WeakMap<Database, Pass>();

function passOf(db: Database, clock: Clock): Pass {
  const current = passes.get(db);
  if (current && (!current.hasReachedEnd || current.startedAt > ago(clock, PASS_EVERY_MS))) return current;
  const pass = { startedAt: clock.now(), after: null, hasReachedEnd: false };
  passes.set(db, pass);
  return pass;
}

/** Deletes quotes that no payment was started for, and erases names and streets from the others that were never bought. */
export async function cleanUpQuotes(
  { db, clock, retention }: { db: Database; clock: Clock; retention: { quotesMs: number | null } },
  pageSize = PAGE_SIZE,
): Promise<number> {
  if (retention.quotesMs === null) return 0;
  const before = ago(clock, retention.quotesMs);
  const pass = passOf(db, clock);
  let deleted = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const requests = await selectExpiredRequests(db, { before, after: pass.after }, pageSize);
    const last = requests.at(-1);
    if (last) {
      const ids = requests.map(({ id }) => id);
      deleted += await deleteUnpaidOf(db, ids);
      await reduceAbandonedToPlaces(db, ids);
      pass.after = last;
    }
    if (requests.length < pageSize) {
      pass.hasReachedEnd = true;
      break;
    }
  }
  return deleted;
}
