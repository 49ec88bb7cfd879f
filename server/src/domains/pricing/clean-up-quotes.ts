import { ago, type Clock, days } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteOldQuotes } from './pricing.store.ts';

const RETENTION_MS = days(7);
const PAGE_SIZE = 500;

/** Deletes quotes that were neither bought nor paid for. */
export const cleanUpQuotes = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  deleteOldQuotes(db, ago(clock, RETENTION_MS), PAGE_SIZE);
