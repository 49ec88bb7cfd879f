import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** What is between two states, of all processes together; each count reads an index of just that. */
export interface OpenWork {
  shipments: () => Promise<number>;
  refunds: () => Promise<number>;
  bulkRows: () => Promise<number>;
}

export const openWorkIn = (db: Handle): OpenWork => ({
  shipments: () =>
    count(
      db,
      sql<{
        count: number;
      }>`SELECT count(*) FROM shipments WHERE state IN ('paid', 'purchasing', 'purchase_unknown')`,
    ),
  refunds: () =>
    count(db, sql<{ count: number }>`SELECT count(*) FROM refunds WHERE state IN ('requested', 'submitted')`),
  bulkRows: () => count(db, sql<{ count: number }>`SELECT count(*) FROM bulk_rows WHERE work IS NOT NULL`),
});

async function count(db: Handle, query: RawBuilder<{ count: number }>): Promise<number> {
  const { rows } = await query.execute(db);
  return rows[0]?.count ?? 0;
}
