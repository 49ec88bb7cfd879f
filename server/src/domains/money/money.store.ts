import type { MoneyGroup } from '@lading/contract/admin-money.ts';
import type { DateRange } from '@lading/contract/date-range.ts';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { clientRows, DOLLARS, NOT_EMPTY, SUMS, within } from './amounts.store.ts';
import { type Amounts, NOTHING } from './figures.ts';

export interface GroupRow extends Amounts {
  key: string | null;
  name: string | null;
  carrier: string | null;
}

const BY_DAY = sql`money_by_day`;

/** How a group is read from the totals by day. */
const GROUPS: Record<
  Exclude<MoneyGroup, 'client'>,
  { columns: RawBuilder<unknown>; by: RawBuilder<unknown> }
> = {
  day: { columns: sql`to_char(day, 'YYYY-MM-DD') AS key, NULL AS name, NULL AS carrier`, by: sql`day` },
  carrier: {
    columns: sql`nullif(carrier, '') AS key, nullif(carrier, '') AS name, NULL AS carrier`,
    by: sql`money_by_day.carrier`,
  },
  service: {
    columns: sql`nullif(service, '') AS key, nullif(max(service_name), '') AS name, nullif(money_by_day.carrier, '') AS carrier`,
    by: sql`money_by_day.carrier, service`,
  },
};

const groups = (by: keyof typeof GROUPS, range: DateRange) => sql<GroupRow>`
  SELECT ${GROUPS[by].columns}, ${SUMS} FROM ${BY_DAY} WHERE ${within(sql`day`, range)}
  GROUP BY ${GROUPS[by].by} HAVING ${NOT_EMPTY}`;

export async function selectGroups(
  db: Handle,
  by: keyof typeof GROUPS,
  range: DateRange,
): Promise<GroupRow[]> {
  const { rows } = await groups(by, range).execute(db);
  return rows;
}

export async function selectTotals(db: Handle, range: DateRange): Promise<Amounts> {
  const { rows } = await sql<Amounts>`
    SELECT ${SUMS} FROM ${BY_DAY} WHERE ${within(sql`day`, range)}`.execute(db);
  return rows[0] ?? NOTHING;
}

interface ClientRow extends GroupRow {
  /** False for the row that adds up all clients that are not listed. */
  is_listed: boolean;
  clients: number;
}

/** Clients with the highest revenue, and one row for the others. */
export async function selectClients(db: Handle, range: DateRange, most: number): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`
    WITH client AS MATERIALIZED (
      SELECT user_id, ${SUMS} FROM (${clientRows(range)}) piece GROUP BY user_id HAVING ${NOT_EMPTY}
    ), placed AS (
      SELECT *, row_number() OVER (ORDER BY user_id IS NULL DESC, revenue_cents DESC, user_id) <= ${most} AS is_listed
      FROM client
    ), listed AS (
      SELECT is_listed, CASE WHEN is_listed THEN user_id END AS key, count(*) AS clients, ${SUMS}
      FROM placed GROUP BY 1, 2
    )
    SELECT listed.*, u.full_name AS name, NULL AS carrier FROM listed LEFT JOIN users u ON u.id = listed.key`.execute(
    db,
  );
  return rows;
}

export const exportedGroups = (db: Handle, by: MoneyGroup, range: DateRange): CompiledQuery => {
  if (by === 'client')
    return sql`
      SELECT user_id AS "Client ID", csv_text(u.full_name) AS "Client", csv_text(u.email) AS "Client email", ${DOLLARS}
      FROM (SELECT user_id, ${SUMS} FROM (${clientRows(range)}) piece GROUP BY user_id HAVING ${NOT_EMPTY}) client
      LEFT JOIN users u ON u.id = user_id ORDER BY revenue_cents DESC, user_id`.compile(db);
  const columns = {
    day: sql`key AS "Day"`,
    carrier: sql`csv_text(key) AS "Carrier"`,
    service: sql`csv_text(carrier) AS "Carrier", csv_text(name) AS "Service"`,
  }[by];
  const order = by === 'day' ? sql`key` : sql`revenue_cents DESC, key`;
  return sql`SELECT ${columns}, ${DOLLARS} FROM (${groups(by, range)}) row ORDER BY ${order}`.compile(db);
};

interface Progress {
  is_complete: boolean;
  /** Null if nothing is complete yet. */
  complete_until: string | null;
}

/**
 * How far bookings from before an upgrade have been added. The day of the last added booking may be incomplete, so the
 * day before it is the last complete one.
 */
export async function selectProgress(db: Handle): Promise<Progress> {
  const { rows } = await sql<Progress>`
    SELECT done_to >= until_id AS is_complete,
      (SELECT to_char(operator_day(recorded_at) - 1, 'YYYY-MM-DD') FROM ledger_transactions WHERE id = done_to) AS complete_until
    FROM money_progress`.execute(db);
  return rows[0] ?? { is_complete: true, complete_until: null };
}

/** Adds up to `limit` ledger transactions to the lines and totals. Returns how many there were. */
export async function foldLedger(db: Handle, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`SELECT fold_money(${limit}) AS folded`.execute(db);
  return rows[0]?.folded ?? 0;
}
