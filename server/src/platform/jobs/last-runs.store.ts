import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Records, for all processes, that a recurring task just ran. */
export async function noteRun(db: Database, name: string): Promise<void> {
  await sql`
    INSERT INTO last_runs (name, at) VALUES (${name}, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET at = excluded.at`.execute(db);
}

/** Infinity when the task never ran. */
export async function secondsSinceRun(db: Database, name: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM clock_timestamp() - at)::float8 AS seconds FROM last_runs WHERE name = ${name}`.execute(
    db,
  );
  return rows[0]?.seconds ?? Number.POSITIVE_INFINITY;
}
