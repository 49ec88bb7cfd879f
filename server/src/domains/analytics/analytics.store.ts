import type { DateRange } from '@lading/contract/date-range.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { StoredStatus } from './analytics.tables.ts';
import type { Figures } from './figures.ts';
import { splitByMonths } from './months.ts';

/** A view may have several rows for one day. */
const SUMS = sql`sum(shipments)::bigint AS shipments, sum(gross_cents)::bigint AS gross_cents,
  sum(commission_cents)::bigint AS commission_cents`;

/** Leaves out days whose changes cancel each other out. */
const NOT_EMPTY = sql`HAVING sum(shipments) > 0`;

const within = (column: RawBuilder<unknown>, { startDate, endDate }: DateRange) =>
  sql<boolean>`${column} BETWEEN ${startDate}::date AND ${endDate}::date`;
const DAY = sql`day`;

async function rowsOf<T>(db: Handle, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db)).rows;
}

export const figuresByDay = (db: Handle, range: DateRange) =>
  rowsOf(
    db,
    sql<Figures & { day: string }>`
      SELECT day, ${SUMS} FROM shipments_by_day WHERE ${within(DAY, range)} GROUP BY day ${NOT_EMPTY}`,
  );

/** Months as YYYY-MM. */
export const figuresByMonthAndCarrier = (db: Handle, range: DateRange) =>
  rowsOf(
    db,
    sql<Figures & { month: string; carrier: string }>`
      SELECT to_char(day, 'YYYY-MM') AS month, carrier, ${SUMS}
      FROM (SELECT date_trunc('month', day::timestamp) AS day, carrier, shipments, gross_cents, commission_cents
            FROM shipments_by_day WHERE ${within(DAY, range)}) days
      GROUP BY day, carrier ${NOT_EMPTY}`,
  );

export async function figuresOf(db: Handle, range: DateRange): Promise<Figures> {
  const [row] = await rowsOf(
    db,
    sql<Figures>`
      SELECT coalesce(sum(shipments), 0)::bigint AS shipments, coalesce(sum(gross_cents), 0)::bigint AS gross_cents,
             coalesce(sum(commission_cents), 0)::bigint AS commission_cents
      FROM shipments_by_day WHERE ${within(DAY, range)}`,
  );
  return row ?? { shipments: 0, gross_cents: 0, commission_cents: 0 };
}

/** Without a range, over all time. */
export const figuresByCarrierAndStatus = (db: Handle, range: DateRange | null) =>
  rowsOf(
    db,
    sql<Figures & { carrier: string; status: StoredStatus }>`
      SELECT carrier, status, ${SUMS} FROM shipments_by_day WHERE ${range ? within(DAY, range) : sql`true`}
      GROUP BY carrier, status ${NOT_EMPTY}`,
  );

/** Clients who shipped in each month of the range, counting only its days. Months as YYYY-MM. */
export function clientsByMonth(db: Handle, range: DateRange) {
  const { months, days } = splitByMonths(range);
  const wholeMonths =
    months && sql`SELECT month, clients FROM clients_by_month WHERE ${within(sql`month`, months)}`;
  const edges = days.map(
    (edge) => sql`SELECT ${edge.startDate}::date AS month, count(*) AS clients
      FROM (SELECT user_id FROM shipments_by_client_day WHERE ${within(DAY, edge)} GROUP BY user_id ${NOT_EMPTY}) shipped`,
  );
  const counted = sql.join([...(wholeMonths ? [wholeMonths] : []), ...edges], sql` UNION ALL `);
  return rowsOf(
    db,
    sql<{
      month: string;
      clients: number;
    }>`SELECT to_char(month, 'YYYY-MM') AS month, clients FROM (${counted}) c`,
  );
}

/** Rows of (user_id, shipments, gross_cents) that add up to the range. */
function clientRows(range: DateRange): RawBuilder<unknown> {
  const { months, days } = splitByMonths(range);
  const columns = sql`SELECT user_id, shipments, gross_cents`;
  return sql.join(
    [
      ...(months ? [sql`${columns} FROM shipments_by_client_month WHERE ${within(sql`month`, months)}`] : []),
      ...days.map((edge) => sql`${columns} FROM shipments_by_client_day WHERE ${within(DAY, edge)}`),
    ],
    sql` UNION ALL `,
  );
}

interface TopClient {
  user_id: string;
  full_name: string;
  shipments: number;
  gross_cents: number;
  /** Revenue in the range before. */
  gross_cents_before: number;
}

interface ClientFigures {
  /** Clients who shipped. */
  active: number;
  active_before: number;
  top: TopClient[];
}

/** Active clients in both ranges, and the top clients of the first. */
export async function clientFigures(
  db: Handle,
  range: DateRange,
  before: DateRange,
  most: number,
): Promise<ClientFigures> {
  const [row] = await rowsOf(
    db,
    sql<ClientFigures>`
      WITH now AS MATERIALIZED (
        SELECT user_id, sum(shipments) AS shipments, sum(gross_cents) AS gross_cents
        FROM (${clientRows(range)}) piece GROUP BY user_id ${NOT_EMPTY}
      ), before AS MATERIALIZED (
        SELECT user_id, sum(gross_cents) AS gross_cents FROM (${clientRows(before)}) piece GROUP BY user_id ${NOT_EMPTY}
      ), top AS (
        SELECT n.user_id, u.full_name, n.shipments, n.gross_cents, coalesce(b.gross_cents, 0) AS gross_cents_before
        FROM (SELECT * FROM now ORDER BY gross_cents DESC, shipments DESC, user_id LIMIT ${most}) n
        JOIN users u ON u.id = n.user_id LEFT JOIN before b ON b.user_id = n.user_id
        ORDER BY n.gross_cents DESC, n.shipments DESC, n.user_id
      )
      SELECT (SELECT count(*) FROM now) AS active, (SELECT count(*) FROM before) AS active_before,
             (SELECT coalesce(json_agg(top), '[]') FROM top) AS top`,
  );
  return row ?? { active: 0, active_before: 0, top: [] };
}

/** Without a range, over all time. */
export const topClients = (db: Handle, range: DateRange | null, most: number) =>
  rowsOf(
    db,
    sql<Omit<TopClient, 'gross_cents_before'>>`
      SELECT user_id, u.full_name, shipments::bigint, gross_cents::bigint
      FROM (SELECT user_id, sum(shipments) AS shipments, sum(gross_cents) AS gross_cents
            FROM (${range ? clientRows(range) : sql`SELECT * FROM shipments_by_client_month`}) piece
            GROUP BY user_id ${NOT_EMPTY} ORDER BY gross_cents DESC, shipments DESC, user_id LIMIT ${most}) c
      JOIN users u ON u.id = c.user_id
      ORDER BY gross_cents DESC, shipments DESC, user_id`,
  );

/** Adds up to `limit` shipment changes to the totals. Returns how many there were. */
export async function foldShipmentChanges(db: Handle, limit: number): Promise<number> {
  const [row] = await rowsOf(db, sql<{ folded: number }>`SELECT fold_shipment_changes(${limit}) AS folded`);
  return row?.folded ?? 0;
}
