import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

const BATCH_SIZE = 20_000;

/** Adds what changed since the last time to the totals, until nothing is left of it. */
export async function foldTotals({ db }: { db: Database }): Promise<void> {
  for (let folded = BATCH_SIZE; folded === BATCH_SIZE; ) {
    const { rows } = await sql<{
      folded: number;
    }>`SELECT fold_shipment_changes(${BATCH_SIZE}) AS folded`.execute(db);
    folded = rows[0]?.folded ?? 0;
  }
}
