import { type RawBuilder, sql } from 'kysely';

export const milliseconds = (count: number) => sql`${count} * interval '1 millisecond'`;

/** A time on the database's clock, which all processes share. */
export const fromNow = (ms: number): RawBuilder<Date> => sql<Date>`now() + ${milliseconds(ms)}`;

/** The next attempt of a row with a column `checks`: the delay doubles with every check, up to `maxMs`. */
export const nextCheck = (firstMs: number, maxMs: number): RawBuilder<Date> =>
  sql<Date>`now() + least(${milliseconds(maxMs)}, ${milliseconds(firstMs)} * power(2, least(checks, 10)))`;
