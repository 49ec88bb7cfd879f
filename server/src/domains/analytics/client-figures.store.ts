import type { DateRange } from '@lading/contract/date-range.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { Figures } from './figures.ts';

const SUMS = sql`coalesce(sum(shipments), 0)::bigint AS shipments, coalesce(sum(gross_cents), 0)::bigint AS gross_cents,
  coalesce(sum(commission_cents), 0)::bigint AS commission_cents`;

export async function figuresOfClient(db: Handle, userId: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    SELECT ${SUMS} FROM shipments_by_client_month WHERE user_id = ${userId}`.execute(db);
  return rows[0] ?? { shipments: 0, gross_cents: 0, commission_cents: 0 };
}

/** Days with shipments. */
export async function daysOfClient(
  db: Handle,
  userId: string,
  { startDate, endDate }: DateRange,
): Promise<(Figures & { day: string })[]> {
  const { rows } = await sql<Figures & { day: string }>`
    SELECT day, ${SUMS} FROM shipments_by_client_day
    WHERE day BETWEEN ${startDate}::date AND ${endDate}::date AND user_id = ${userId}
    GROUP BY day HAVING sum(shipments) > 0`.execute(db);
  return rows;
}

/** Admins and erased clients count as not found. */
export async function isClient(db: Handle, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE id = ${id} AND role = 'client' AND erased_at IS NULL`.execute(db);
  return rows.length > 0;
}
