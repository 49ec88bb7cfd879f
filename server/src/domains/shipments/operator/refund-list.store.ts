import type { AdminRefundsFilter, AdminRefundsQuery } from '@lading/contract/admin-refunds.ts';
import { sql } from 'kysely';
import { csvDollars, csvText } from '../../../platform/db/csv-columns.ts';
import type { Handle } from '../../../platform/db/database.ts';
import { dayEnd, dayStart } from '../../../platform/db/operator-days.ts';

/** Every refund with its payment, client and shipment. */
const FROM = sql`refunds r JOIN payments p ON p.id = r.payment_id JOIN users c ON c.id = p.user_id
  LEFT JOIN users a ON a.id = r.requested_by LEFT JOIN shipments s ON s.id = r.shipment_id`;

const matching = ({ kind, adminId, clientId, startDate, endDate }: AdminRefundsFilter) =>
  sql.join(
    [
      sql`true`,
      ...(kind ? [sql`r.kind = ${kind}`] : []),
      ...(adminId ? [sql`r.requested_by = ${adminId}`] : []),
      ...(clientId ? [sql`p.user_id = ${clientId}`] : []),
      ...(startDate ? [sql`r.created_at >= ${dayStart(startDate)}`] : []),
      ...(endDate ? [sql`r.created_at < ${dayEnd(endDate)}`] : []),
    ],
    sql` AND `,
  );

export interface ListedRefund {
  id: string;
  created_at: Date;
  cents: number;
  kind: string;
  state: string;
  reason: string;
  detail: string;
  requested_by: string | null;
  client_id: string;
  client_name: string;
  shipment_id: string | null;
  tracking_number: string | null;
}

export async function selectRefunds(
  db: Handle,
  { page, limit, sortBy, sortOrder, ...filter }: AdminRefundsQuery,
): Promise<ListedRefund[]> {
  const direction = sortOrder === 'ASC' ? sql`ASC` : sql`DESC`;
  const order =
    sortBy === 'amount'
      ? sql`r.cents ${direction}, r.created_at DESC, r.id`
      : sql`r.created_at ${direction}, r.id ${direction}`;
  const { rows } = await sql<ListedRefund>`
    SELECT r.id, r.created_at, r.cents, r.kind, r.state, r.reason, r.detail, a.full_name AS requested_by,
           c.id AS client_id, c.full_name AS client_name, r.shipment_id, s.tracking_number
    FROM ${FROM} WHERE ${matching(filter)}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}`.execute(db);
  return rows;
}

export async function sumRefunds(
  db: Handle,
  filter: AdminRefundsFilter,
): Promise<{ count: number; cents: number; admin_cents: number }> {
  const { rows } = await sql<{ count: number; cents: number; admin_cents: number }>`
    SELECT count(*) AS count, coalesce(sum(r.cents) FILTER (WHERE r.state <> 'failed'), 0)::bigint AS cents,
           coalesce(sum(r.cents) FILTER (WHERE r.state <> 'failed' AND r.kind = 'by_admin'), 0)::bigint AS admin_cents
    FROM refunds r ${filter.clientId ? sql`JOIN payments p ON p.id = r.payment_id` : sql``} WHERE ${matching(filter)}`.execute(
    db,
  );
  return rows[0] ?? { count: 0, cents: 0, admin_cents: 0 };
}

/** Accounts that can make refunds. */
export const selectAdmins = (db: Handle) =>
  db
    .selectFrom('users')
    .select(['id', 'full_name as name'])
    .where('role', '<>', 'client')
    .orderBy('full_name')
    .limit(200)
    .execute();

export const exportedRefunds = (db: Handle, filter: AdminRefundsFilter, timeZone: string) =>
  sql`
    SELECT to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "Date",
           to_char(r.created_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS "Day",
           ${csvDollars(sql`r.cents`)} AS "Amount", r.kind AS "Kind", r.state AS "State",
           ${csvText(sql`r.reason`)} AS "Reason",
           ${csvText(sql`CASE WHEN r.kind = 'payout' THEN 'Client' ELSE a.full_name END`)} AS "Requested by",
           ${csvText(sql`c.full_name`)} AS "Client", ${csvText(sql`c.email`)} AS "Client email",
           r.shipment_id AS "Shipment ID", ${csvText(sql`s.tracking_number`)} AS "Tracking ID", r.id AS "Refund ID"
    FROM ${FROM} WHERE ${matching(filter)} ORDER BY r.created_at DESC, r.id DESC`.compile(db);
