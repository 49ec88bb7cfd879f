import { type RawBuilder, sql } from 'kysely';

/** When a calendar day of the operator starts and ends. */
export const dayStart = (day: string) => sql<Date>`operator_day_start(${day}::date)`;
export const dayEnd = (day: string) => sql<Date>`operator_day_start(${day}::date + 1)`;

/** The calendar day of a moment. Reads the time zone once, which `operator_day` does for every row. */
export const dayOf = (moment: RawBuilder<unknown>) =>
  sql<string>`(${moment} AT TIME ZONE (SELECT time_zone FROM operator_calendar))::date`;
