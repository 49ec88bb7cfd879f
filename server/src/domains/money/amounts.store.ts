import type { DateRange } from '@lading/contract/date-range.ts';
import { type RawBuilder, sql } from 'kysely';
import { csvDollars } from '../../platform/db/csv-columns.ts';
import { splitByMonths } from '../analytics/months.ts';

const COLUMNS = sql`revenue_cents, cost_cents, fees_cents, refunds_cents, adjustments_cents, losses_cents`;

export const SUMS = sql`
  coalesce(sum(revenue_cents), 0)::bigint AS revenue_cents, coalesce(sum(cost_cents), 0)::bigint AS cost_cents,
  coalesce(sum(fees_cents), 0)::bigint AS fees_cents, coalesce(sum(refunds_cents), 0)::bigint AS refunds_cents,
  coalesce(sum(adjustments_cents), 0)::bigint AS adjustments_cents, coalesce(sum(losses_cents), 0)::bigint AS losses_cents`;

/** Leaves out groups whose bookings cancel each other out in every figure. */
export const NOT_EMPTY = sql`
  (sum(revenue_cents), sum(cost_cents), sum(fees_cents), sum(refunds_cents), sum(adjustments_cents), sum(losses_cents))
  <> (0, 0, 0, 0, 0, 0)`;

export const within = (column: RawBuilder<unknown>, { startDate, endDate }: DateRange) =>
  sql<boolean>`${column} BETWEEN ${startDate}::date AND ${endDate}::date`;

/** Rows of clients that add up to the range. Whole months have their own totals. */
export function clientRows(range: DateRange): RawBuilder<unknown> {
  const { months, days } = splitByMonths(range);
  return sql.join(
    [
      ...(months
        ? [sql`SELECT user_id, ${COLUMNS} FROM money_by_client_month WHERE ${within(sql`month`, months)}`]
        : []),
      ...days.map(
        (edge) => sql`SELECT user_id, ${COLUMNS} FROM money_by_client_day WHERE ${within(sql`day`, edge)}`,
      ),
    ],
    sql` UNION ALL `,
  );
}

/** The columns of a CSV file, in dollars. */
export const DOLLARS = sql`
  ${csvDollars(sql`revenue_cents`)} AS "Revenue", ${csvDollars(sql`cost_cents`)} AS "Carrier cost",
  ${csvDollars(sql`fees_cents`)} AS "Processor fees", ${csvDollars(sql`refunds_cents`)} AS "Refunds",
  ${csvDollars(sql`adjustments_cents`)} AS "Adjustments", ${csvDollars(sql`losses_cents`)} AS "Losses",
  ${csvDollars(sql`revenue_cents - cost_cents - fees_cents - refunds_cents + adjustments_cents - losses_cents`)} AS "Net margin"`;
