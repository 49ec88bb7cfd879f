import { sql } from 'kysely';
import type { Database } from '../src/platform/db/database.ts';
import type { MoveTable } from '../src/platform/state-machine.ts';

/** The state transitions that the database allows for a table, as `from → to`. A new row starts from ''. */
export async function legalMovesInDatabase(db: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ from_state: string; to_state: string }>`
    SELECT from_state, to_state FROM legal_moves WHERE object = ${table}`.execute(db);
  return rows.map(({ from_state, to_state }) => `${from_state} → ${to_state}`).sort();
}

/** The same list from a table in the code. */
export const legalMovesInCode = (initial: string, moves: MoveTable<string>): string[] =>
  [
    ` → ${initial}`,
    ...Object.entries(moves).flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`)),
  ].sort();
