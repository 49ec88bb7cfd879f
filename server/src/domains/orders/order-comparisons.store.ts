import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { INSTANCE_ID } from '../../platform/db/instances.ts';
import type { Schema } from '../../platform/db/schema.ts';

type StoredComparison = Selectable<Schema['order_counts']>;

export const selectComparison = (db: Handle, sourceId: string): Promise<StoredComparison | undefined> =>
  db.selectFrom('order_counts').selectAll().where('source_id', '=', sourceId).executeTakeFirst();

/** Keeps the position of a comparison. Only while this process has the claim: another one may have taken over. */
export async function keepComparison(db: Handle, comparison: StoredComparison): Promise<void> {
  const { source_id, started_at, page, external_ids, failures } = comparison;
  await sql`
    INSERT INTO order_counts (source_id, started_at, page, external_ids, failures)
    SELECT id, ${started_at}, ${page}, ${external_ids}::text[], ${failures} FROM order_sources
    WHERE id = ${source_id} AND held_by = ${INSTANCE_ID} AND state = 'active' FOR UPDATE
    ON CONFLICT (source_id) DO UPDATE
    SET started_at = excluded.started_at, page = excluded.page, external_ids = excluded.external_ids,
        failures = excluded.failures`.execute(db);
}

/** Only while this process has the claim. */
export async function deleteComparison(db: Handle, sourceId: string): Promise<void> {
  await sql`
    DELETE FROM order_counts c USING order_sources s
    WHERE c.source_id = ${sourceId} AND s.id = c.source_id AND s.held_by = ${INSTANCE_ID}`.execute(db);
}
