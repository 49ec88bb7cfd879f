import { type RawBuilder, sql } from 'kysely';

/** Text that a spreadsheet must not run as a formula. */
export const csvText = (value: RawBuilder<unknown>) => sql<string>`csv_text(${value})`;

/** Cents as dollars. */
export const csvDollars = (cents: RawBuilder<unknown>) => sql<string>`((${cents}) / 100.0)::numeric(20, 2)`;
