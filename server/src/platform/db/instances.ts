import { type RawBuilder, sql } from 'kysely';
import { newId } from '../ids.ts';
import type { Handle } from './database.ts';
import { fromNow } from './database-time.ts';

/** This process. */
export const INSTANCE_ID = newId();

/** A process that has not reported for this many milliseconds counts as dead, and others continue its work. */
const DEAD_AFTER_MS = 15_000;
const FORGET_AFTER_MS = 24 * 3_600_000;

/** Reports that a process is alive, and forgets processes that died long ago. */
export async function noteAlive(db: Handle, id: string = INSTANCE_ID): Promise<void> {
  await sql`
    WITH old AS (DELETE FROM instances WHERE seen_at < ${fromNow(-FORGET_AFTER_MS)} AND id <> ${id})
    INSERT INTO instances (id, seen_at) VALUES (${id}, now())
    ON CONFLICT (id) DO UPDATE SET seen_at = now()`.execute(db);
}

/** Lets others continue the work of a process that stops. */
export async function noteGone(db: Handle, id: string = INSTANCE_ID): Promise<void> {
  await sql`UPDATE instances SET seen_at = ${fromNow(-2 * DEAD_AFTER_MS)} WHERE id = ${id}`.execute(db);
}

/**
 * Whether the process in this column is dead. A process that never reported counts as alive: then only the
 * lease decides.
 */
export const isHeldByDead = (column: string): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(column)} IN (SELECT id FROM instances WHERE seen_at < ${fromNow(-DEAD_AFTER_MS)})`;
