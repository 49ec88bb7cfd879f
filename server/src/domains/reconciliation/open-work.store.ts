import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { literals } from '../../platform/db/literals.ts';
import { IN_PROGRESS } from '../shipments/shipments.states.ts';

/** Counts work in progress across all processes. Each count uses a partial index. */
export const openWorkIn = (db: Handle) => ({
  shipments: () =>
    count(db, sql<Count>`SELECT count(*) FROM shipments WHERE state IN (${literals(IN_PROGRESS)})`),
  refunds: () =>
    count(db, sql<Count>`SELECT count(*) FROM refunds WHERE state IN ('requested', 'submitted')`),
  automaticTopUps: () =>
    count(
      db,
      sql<Count>`SELECT count(*) FROM payments WHERE automatic AND status IN ('created', 'processing')`,
    ),
  stoppedTopUps: () =>
    count(db, sql<Count>`SELECT count(*) FROM automatic_top_ups WHERE enabled AND stopped IS NOT NULL`),
  bulkRows: () => count(db, sql<Count>`SELECT count(*) FROM bulk_rows WHERE work IS NOT NULL`),
});

interface Count {
  count: number;
}

async function count(db: Handle, query: RawBuilder<Count>): Promise<number> {
  const { rows } = await query.execute(db);
  return rows[0]?.count ?? 0;
}
