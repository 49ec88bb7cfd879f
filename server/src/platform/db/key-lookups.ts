import { type RawBuilder, sql } from 'kysely';

/**
 * Compares a key with the given ones, as `id ${isOneOf(ids)}`. For one key it is a plain comparison, because
 * PostgreSQL estimates ten rows for a list, and plans such a statement again every time.
 */
export const isOneOf = (ids: readonly string[]): RawBuilder<unknown> =>
  ids.length === 1 ? sql`= ${ids[0]}::uuid` : sql`= ANY(${ids}::uuid[])`;

/**
 * Ends a SELECT that lists given rows. With an unknown limit, PostgreSQL estimates a tenth of the rows,
 * and looks up the rows of other tables by their keys. Otherwise it could read a whole table: a connection keeps the
 * plan that it made when the table was small.
 */
export const onlyGiven = (rows: readonly unknown[]): RawBuilder<unknown> => sql`LIMIT ${rows.length}`;

/**
 * A column to compare in a statement that finds its rows by key. PostgreSQL would otherwise consider partial indexes
 * on the compared value, and while it believes that the table is small, reading such an index as a whole looks as
 * cheap as a lookup.
 */
export const checked = (column: string): RawBuilder<string> => sql<string>`(${sql.ref(column)} || '')`;
