import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.ts';

type StoredCount = Selectable<Schema['order_counts']>;

export const selectCount = (db: Handle, sourceId: string): Promise<StoredCount | undefined> =>
  db.selectFrom('order_counts').selectAll().where('source_id', '=', sourceId).executeTakeFirst();

/** Keeps the position of a comparison, unless the client has disconnected the source. */
export async function keepCount(db: Handle, count: StoredCount): Promise<void> {
  const { source_id, started_at, page, external_ids, failures } = count;
  await sql`
    INSERT INTO order_counts (source_id, started_at, page, external_ids, failures)
    SELECT id, ${started_at}, ${page}, ${external_ids}::text[], ${failures} FROM order_sources
    WHERE id = ${source_id} AND state = 'active' FOR UPDATE
    ON CONFLICT (source_id) DO UPDATE
    SET started_at = excluded.started_at, page = excluded.page, external_ids = excluded.external_ids,
        failures = excluded.failures`.execute(db);
}

export async function deleteCount(db: Handle, sourceId: string): Promise<void> {
  await db.deleteFrom('order_counts').where('source_id', '=', sourceId).execute();
}
