import { type RawBuilder, sql } from 'kysely';

/** A list for `IN (…)` as literals, because a partial index does not match parameters. */
export const literals = (values: readonly string[]): RawBuilder<unknown> =>
  sql.join(values.map((value) => sql.lit(value)));
