import type { AdminAdjustmentsFilter, AdminAdjustmentsQuery } from '@lading/contract/adjustments.ts';
import { type RawBuilder, sql } from 'kysely';
import { csvDollars, csvText } from '../../platform/db/csv-columns.ts';
import type { Handle } from '../../platform/db/database.ts';
import { dayEnd, dayStart } from '../../platform/db/operator-days.ts';
import type { Row } from '../../platform/db/schema.ts';

/** Every adjustment with its invoice, client, shipment and dispute. */
const FROM = sql`adjustments a JOIN carrier_invoices i ON i.id = a.invoice_id JOIN users c ON c.id = a.user_id
  JOIN shipments s ON s.id = a.shipment_id LEFT JOIN adjustment_disputes d ON d.adjustment_id = a.id`;

const matching = (filter: AdminAdjustmentsFilter) => {
  const { clientId, carrier, reason, outcome, dispute, invoiceId, startDate, endDate } = filter;
  return sql.join(
    [
      sql`true`,
      ...(clientId ? [sql`a.user_id = ${clientId}`] : []),
      ...(carrier ? [sql`a.carrier = ${carrier}`] : []),
      ...(reason ? [sql`a.reason = ${reason}`] : []),
      ...(outcome ? [sql`a.outcome = ${outcome}`] : []),
      ...(dispute ? [dispute === 'none' ? sql`d.id IS NULL` : sql`d.state = ${dispute}`] : []),
      ...(invoiceId ? [sql`a.invoice_id = ${invoiceId}`] : []),
      ...(startDate ? [sql`a.created_at >= ${dayStart(startDate)}`] : []),
      ...(endDate ? [sql`a.created_at < ${dayEnd(endDate)}`] : []),
    ],
    sql` AND `,
  );
};

type StoredDispute = Row<'adjustment_disputes'>;

export interface ListedAdjustment extends Row<'adjustments'> {
  service_name: string;
  tracking_number: string | null;
  client_name: string;
  invoice_number: string;
  invoice_date: string;
  dispute_state: StoredDispute['state'] | null;
  dispute_reason: string | null;
  opened_at: Date | null;
  sent_at: Date | null;
  ended_at: Date | null;
}

const COLUMNS = sql`a.*, s.service_name, s.tracking_number, c.full_name AS client_name, i.invoice_number, i.invoice_date,
  d.state AS dispute_state, d.reason AS dispute_reason, d.opened_at, d.sent_at, d.ended_at`;

const select = async (
  db: Handle,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`a.created_at DESC, a.id DESC`,
  paging: RawBuilder<unknown> = sql``,
): Promise<ListedAdjustment[]> =>
  (
    await sql<ListedAdjustment>`SELECT ${COLUMNS} FROM ${FROM} WHERE ${condition} ORDER BY ${order} ${paging}`.execute(
      db,
    )
  ).rows;

const pageOf = ({ page, limit }: { page: number; limit: number }) =>
  sql`LIMIT ${limit} OFFSET ${(page - 1) * limit}`;

export function selectAdjustments(
  db: Handle,
  { page, limit, sortBy, sortOrder, ...filter }: AdminAdjustmentsQuery,
): Promise<ListedAdjustment[]> {
  const direction = sortOrder === 'ASC' ? sql`ASC` : sql`DESC`;
  const order =
    sortBy === 'amount'
      ? sql`a.billed_cents ${direction}, a.created_at DESC, a.id`
      : sql`a.created_at ${direction}, a.id ${direction}`;
  return select(db, matching(filter), order, pageOf({ page, limit }));
}

export async function sumAdjustments(
  db: Handle,
  filter: AdminAdjustmentsFilter,
): Promise<{ count: number; billed: number; client: number; open: number }> {
  const { rows } = await sql<{ count: number; billed: number; client: number; open: number }>`
    SELECT count(*) AS count, coalesce(sum(a.billed_cents), 0)::bigint AS billed,
           coalesce(sum(a.client_cents + a.fee_cents - a.reversed_cents - a.reversed_fee_cents), 0)::bigint AS client,
           count(*) FILTER (WHERE d.ended_at IS NULL AND d.id IS NOT NULL) AS open
    FROM adjustments a LEFT JOIN adjustment_disputes d ON d.adjustment_id = a.id
    WHERE ${matching(filter)}`.execute(db);
  return rows[0] ?? { count: 0, billed: 0, client: 0, open: 0 };
}

export const selectListedAdjustment = async (db: Handle, id: string) =>
  (await select(db, sql`a.id = ${id}`))[0];

export const selectOfShipment = (db: Handle, shipmentId: string) =>
  select(db, sql`a.shipment_id = ${shipmentId}`);

const own = (userId: string, shipmentId?: string) =>
  sql.join(
    [
      sql`a.user_id = ${userId} AND a.outcome = 'passed_on'`,
      ...(shipmentId ? [sql`a.shipment_id = ${shipmentId}`] : []),
    ],
    sql` AND `,
  );

/** The adjustments that a client pays or gets. */
export const selectOwnAdjustments = (
  db: Handle,
  userId: string,
  { shipmentId, ...page }: { page: number; limit: number; shipmentId?: string | undefined },
) => select(db, own(userId, shipmentId), undefined, pageOf(page));

export async function countOwnAdjustments(
  db: Handle,
  userId: string,
  shipmentId: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM adjustments a WHERE ${own(userId, shipmentId)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export const selectOwnAdjustment = async (db: Handle, userId: string, id: string) =>
  (await select(db, sql`${own(userId)} AND a.id = ${id}`))[0];

export const exportedAdjustments = (db: Handle, filter: AdminAdjustmentsFilter, timeZone: string) =>
  sql`
    SELECT to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "Date",
           to_char(a.created_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS "Day",
           ${csvText(sql`c.full_name`)} AS "Client", ${csvText(sql`c.email`)} AS "Client email", a.carrier AS "Carrier",
           ${csvText(sql`s.service_name`)} AS "Service", ${csvText(sql`s.tracking_number`)} AS "Tracking ID",
           ${csvText(sql`i.invoice_number`)} AS "Invoice", i.invoice_date AS "Invoice date", a.reason AS "Reason",
           ${csvDollars(sql`a.billed_cents`)} AS "Billed", ${csvDollars(sql`a.client_cents`)} AS "Client pays",
           ${csvDollars(sql`a.fee_cents`)} AS "Fee", ${csvDollars(sql`a.reversed_cents + a.reversed_fee_cents`)} AS "Reversed",
           a.outcome AS "Outcome", d.state AS "Dispute", a.shipment_id AS "Shipment ID", a.id AS "Adjustment ID"
    FROM ${FROM} WHERE ${matching(filter)} ORDER BY a.created_at DESC, a.id DESC`.compile(db);
