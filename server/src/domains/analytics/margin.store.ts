import type { DateRange } from '@lading/contract/date-range.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** Without a range, over all time. Null while bookings from before an upgrade are being added. */
export async function netMarginOf(db: Handle, range: DateRange | null): Promise<number | null> {
  const within = range ? sql`day BETWEEN ${range.startDate}::date AND ${range.endDate}::date` : sql`true`;
  const { rows } = await sql<{ cents: number | null }>`
    SELECT CASE WHEN done_to >= until_id THEN (
      SELECT coalesce(sum(revenue_cents - cost_cents - fees_cents - refunds_cents + adjustments_cents - losses_cents), 0)::bigint
      FROM money_by_day WHERE ${within}) END AS cents
    FROM money_progress`.execute(db);
  return rows[0]?.cents ?? null;
}
