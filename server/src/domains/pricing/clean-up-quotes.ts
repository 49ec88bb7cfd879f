import { type Clock, days, later } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteOldQuotes } from './pricing.store.ts';

const KEPT_MS = days(7);
const PAGE_SIZE = 500;

/** Quotes that nobody bought or paid for need not be kept. */
export const cleanUpQuotes = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  deleteOldQuotes(db, later(clock.now(), -KEPT_MS), PAGE_SIZE);
