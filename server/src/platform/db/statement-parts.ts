import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './database.ts';

/**
 * A step of a statement that changes several tables, as `name AS (INSERT …)`. Stores export their steps, so that
 * changes of several domains that commit together cost one round trip.
 *
 * All steps see the data as it was before the statement. An UPDATE must not read another step that writes:
 * PostgreSQL cannot repeat such a step when a concurrent transaction has changed the row. Instead, let the
 * UPDATE return its rows, and insert what must exist (a missing row is then a null that the table refuses).
 */
export type StatementPart = RawBuilder<unknown>;

/** Whether a step writes anything, decided by the rows of an earlier step. Only for steps that insert. */
export type Condition = RawBuilder<boolean>;

/** Runs the parts and returns the rows of the final SELECT. Outside a transaction, they commit together. */
export async function runTogether<Row>(
  db: Handle,
  parts: readonly StatementPart[],
  result: RawBuilder<Row>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`WITH ${sql.join(parts, sql`, `)} ${result}`.execute(db);
  return rows;
}
