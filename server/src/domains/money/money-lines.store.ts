import {
  MAX_COUNTED_LINES,
  type MoneyFigure,
  type MoneyLinesFilter,
  NOT_ASSIGNED,
} from '@lading/contract/admin-money.ts';
import type { DateRange } from '@lading/contract/date-range.ts';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { dayEnd, dayStart } from '../../platform/db/operator-days.ts';
import type { Row } from '../../platform/db/schema.ts';
import { clientRows, DOLLARS, SUMS, within } from './amounts.store.ts';
import { type Amounts, FIGURE_COLUMNS, NOTHING } from './figures.ts';

type LineFilter = Pick<MoneyLinesFilter, 'clientId' | 'carrier' | 'service' | 'figure'> & DateRange;

export type LineRow = Row<'all_money_lines'> & { client_name: string | null; tracking_number: string | null };

/** Zero is a literal, because the index of rare figures has it in its condition. */
const changes = (figure: MoneyFigure) =>
  figure === 'netMargin' ? sql`true` : sql`${sql.ref(FIGURE_COLUMNS[figure])} <> 0`;
const textOrNone = (column: RawBuilder<unknown>, value: string) =>
  sql`${column} = ${value === NOT_ASSIGNED ? '' : value}`;
const ofClient = (clientId: string) =>
  clientId === NOT_ASSIGNED ? sql`user_id IS NULL` : sql`user_id = ${clientId}`;
const ofCarrier = ({ carrier, service }: Pick<LineFilter, 'carrier' | 'service'>) => [
  ...(carrier ? [textOrNone(sql`carrier`, carrier)] : []),
  ...(service ? [textOrNone(sql`service`, service)] : []),
];

const matching = (filter: LineFilter) =>
  sql.join(
    [
      sql`recorded_at >= ${dayStart(filter.startDate)} AND recorded_at < ${dayEnd(filter.endDate)}`,
      ...(filter.clientId ? [ofClient(filter.clientId)] : []),
      ...ofCarrier(filter),
      ...(filter.figure ? [changes(filter.figure)] : []),
    ],
    sql` AND `,
  );

const NEWEST_FIRST = sql`recorded_at DESC, transaction_id DESC`;

export async function selectLines(
  db: Handle,
  filter: LineFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT l.*, u.full_name AS client_name, s.tracking_number
    FROM (SELECT * FROM all_money_lines WHERE ${matching(filter)} ORDER BY ${NEWEST_FIRST} LIMIT ${limit} OFFSET ${offset}) l
    LEFT JOIN users u ON u.id = l.user_id LEFT JOIN shipments s ON s.id = l.shipment_id
    ORDER BY l.recorded_at DESC, l.transaction_id DESC`.execute(db);
  return rows;
}

/** Counts up to one more than the maximum, which shows that there are more. */
export async function countLines(db: Handle, filter: LineFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM all_money_lines WHERE ${matching(filter)} LIMIT ${MAX_COUNTED_LINES + 1}) line`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The totals of the filtered lines, from the totals by day or client. */
export async function sumLines(
  db: Handle,
  { clientId, carrier, service, ...range }: LineFilter,
): Promise<Amounts> {
  const source = clientId
    ? sql`(${clientRows(range)}) piece WHERE ${ofClient(clientId)}`
    : sql`money_by_day WHERE ${sql.join([within(sql`day`, range), ...ofCarrier({ carrier, service })], sql` AND `)}`;
  const { rows } = await sql<Amounts>`SELECT ${SUMS} FROM ${source}`.execute(db);
  return rows[0] ?? NOTHING;
}

/** Null if there is no such client or service. */
export async function selectGroupName(
  db: Handle,
  { clientId, carrier, service }: LineFilter,
): Promise<string | null> {
  if (clientId === NOT_ASSIGNED || carrier === NOT_ASSIGNED) return null;
  const query = clientId
    ? sql<{ name: string }>`SELECT full_name AS name FROM users WHERE id = ${clientId}`
    : sql<{
        name: string;
      }>`SELECT service_name AS name FROM money_by_day WHERE ${sql.join(ofCarrier({ carrier, service }), sql` AND `)} LIMIT 1`;
  if (!clientId && !service) return carrier ?? null;
  return (await query.execute(db)).rows[0]?.name ?? null;
}

export const exportedLines = (db: Handle, filter: LineFilter, timeZone: string): CompiledQuery =>
  sql`
    SELECT to_char(l.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "Date",
           to_char(l.recorded_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS "Day", l.kind AS "Kind", l."Revenue", l."Carrier cost",
           l."Processor fees", l."Refunds", l."Adjustments", l."Losses", l."Net margin",
           csv_text(u.full_name) AS "Client", csv_text(u.email) AS "Client email", l.shipment_id AS "Shipment ID",
           csv_text(s.tracking_number) AS "Tracking ID", csv_text(l.carrier) AS "Carrier", csv_text(l.service_name) AS "Service",
           l.subject_id AS "Object ID", l.transaction_id AS "Ledger transaction"
    FROM (SELECT *, ${DOLLARS} FROM all_money_lines WHERE ${matching(filter)}) l
    LEFT JOIN users u ON u.id = l.user_id LEFT JOIN shipments s ON s.id = l.shipment_id
    ORDER BY l.recorded_at DESC, l.transaction_id DESC`.compile(db);
