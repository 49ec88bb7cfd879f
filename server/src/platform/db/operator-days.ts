import { sql } from 'kysely';

/** When a calendar day of the operator starts and ends. */
export const dayStart = (day: string) => sql<Date>`operator_day_start(${day}::date)`;
export const dayEnd = (day: string) => sql<Date>`operator_day_start(${day}::date + 1)`;
