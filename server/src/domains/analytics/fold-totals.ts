import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

const AT_ONCE = 20_000;

/** Adds what changed since the last time to the totals, until nothing is left of it. */
export async function foldTotals({ db }: { db: Database }): Promise<void> {
  for (let folded = AT_ONCE; folded === AT_ONCE; ) {
    const { rows } = await sql<{
      folded: number;
    }>`SELECT fold_shipment_changes(${AT_ONCE}) AS folded`.execute(db);
    folded = rows[0]?.folded ?? 0;
  }
}
