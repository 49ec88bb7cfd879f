import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './database.ts';

/**
 * A value to select or return in a statement whose commit need not wait for the disk or a standby. If the database
 * crashes, such a commit of the last second may be lost, and after a failover, one that the new primary has not
 * received. Nothing that a later commit relies on is lost, because the log keeps the order. Only for data that can be
 * lost without harm (decision 0052). In a transaction it changes nothing.
 */
export const relaxedCommit = (db: Handle): RawBuilder<string | null> =>
  db.isTransaction ? sql`NULL` : sql`set_config('synchronous_commit', 'off', true)`;
