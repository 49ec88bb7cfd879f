import { THOUSANDTHS, WHOLE_UNITS } from '@lading/contract/minor-units.ts';
import { type RawBuilder, sql } from 'kysely';

const listOf = (currencies: readonly string[]) => sql.join(currencies.map((currency) => sql.lit(currency)));

/** An amount as the payment provider counts it, in units of its currency: 1000 for yen, 10.00 for dollars. */
export const amountText = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(CASE WHEN ${currency} IN (${listOf(WHOLE_UNITS)}) THEN (${amount})::numeric(20, 0)
    WHEN ${currency} IN (${listOf(THOUSANDTHS)}) THEN ((${amount}) / 1000.0)::numeric(20, 3)
    ELSE ((${amount}) / 100.0)::numeric(20, 2) END)::text`;
