import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { fromNow } from '../db/database-time.ts';

/** The requests of one caller to all processes in the current window. */
interface SharedCount {
  key: string;
  hits: number;
  msLeft: number;
}

/** Adds hits and returns the new counts. Sorted by key, so that concurrent processes do not deadlock. */
export async function addHits(
  db: Database,
  added: readonly { key: string; hits: number }[],
  windowMs: number,
): Promise<SharedCount[]> {
  const { rows } = await sql<SharedCount>`
    INSERT INTO request_counts AS c (key, hits, ends_at)
    SELECT key, hits, ${fromNow(windowMs)}
    FROM unnest(${added.map(({ key }) => key)}::text[], ${added.map(({ hits }) => hits)}::int[]) AS n(key, hits)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE
    SET hits = excluded.hits + CASE WHEN c.ends_at > now() THEN c.hits ELSE 0 END,
        ends_at = CASE WHEN c.ends_at > now() THEN c.ends_at ELSE excluded.ends_at END
    RETURNING key, hits, (extract(epoch FROM ends_at - now()) * 1000)::float8 AS "msLeft"`.execute(db);
  return rows;
}

export async function deleteExpiredCounts(db: Database): Promise<void> {
  await sql`DELETE FROM request_counts WHERE ends_at < now()`.execute(db);
}
