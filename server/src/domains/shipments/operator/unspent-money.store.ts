import type { UnspentMoneyQuery } from '@lading/contract/admin-refunds.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../../platform/db/database.ts';
import { dayEnd, dayStart } from '../../../platform/db/operator-days.ts';

interface UnspentRow {
  payment_id: string;
  refund_id: string | null;
  shipment_id: string | null;
  user_id: string;
  client_name: string;
  cents: number;
  paid_cents: number;
  state: string;
  reason: string;
  at: Date;
}

/** What a failed refund leaves with the payment buys no label. It is listed with the refund. */
const failedCents = sql`coalesce((
  SELECT sum(f.cents)::bigint FROM refunds f WHERE f.payment_id = p.id AND f.kind = 'surplus' AND f.state = 'failed'), 0)`;
const waitingCents = sql`p.amount_cents - p.allocated_cents - p.surplus_returned_cents - ${failedCents}`;
/** The third condition is that of an index. */
const WAITING = sql`p.status = 'succeeded' AND p.purpose = 'labels' AND p.allocated_cents + p.surplus_returned_cents < p.amount_cents
  AND ${waitingCents} > 0`;

/** Refunds by admins are not part of it: that money bought a label. */
const AUTOMATIC = sql`r.kind IN ('surplus', 'failed_purchase')`;
const refundState = sql`CASE r.state WHEN 'succeeded' THEN 'refunded' WHEN 'failed' THEN 'failed' ELSE 'refunding' END`;

type Range = Pick<UnspentMoneyQuery, 'startDate' | 'endDate'>;

const within = (at: RawBuilder<unknown>, { startDate, endDate }: Range) =>
  sql`${startDate ? sql`${at} >= ${dayStart(startDate)}` : sql`true`} AND ${endDate ? sql`${at} < ${dayEnd(endDate)}` : sql`true`}`;

/**
 * Money that is neither used nor refunded yet, and automatic refunds. Each part is cut to the rows up to this page before
 * it is joined, so that a page does not read all payments.
 */
export async function selectUnspentMoney(
  db: Handle,
  { page, limit, state, ...range }: UnspentMoneyQuery,
): Promise<UnspentRow[]> {
  const upTo = page * limit;
  const hasState = (of: RawBuilder<unknown>) => (state ? sql`${of} = ${state}` : sql`true`);
  const { rows } = await sql<UnspentRow>`
    SELECT item.*, u.full_name AS client_name
    FROM (
      SELECT * FROM (
        (SELECT p.id AS payment_id, NULL::uuid AS refund_id, NULL::uuid AS shipment_id, p.user_id,
                ${waitingCents} AS cents, p.amount_cents AS paid_cents, 'waiting' AS state,
                CASE WHEN p.batch_id IS NOT NULL THEN 'Paid for an upload whose labels have not all been bought yet.'
                     ELSE 'Paid, but not used for a label yet. It will be refunded automatically after 30 minutes.' END AS reason,
                p.succeeded_at AS at
         FROM payments p
         WHERE ${WAITING} AND ${within(sql`p.succeeded_at`, range)} AND ${hasState(sql`'waiting'`)}
         ORDER BY p.succeeded_at DESC, p.id LIMIT ${upTo})
        UNION ALL
        SELECT r.payment_id, r.id, r.shipment_id, p.user_id, r.cents, p.amount_cents, ${refundState},
               r.reason || CASE WHEN r.state = 'failed' AND r.detail <> '' THEN ' Refund failed: ' || r.detail ELSE '' END,
               r.created_at
        FROM (SELECT * FROM refunds r
              WHERE ${AUTOMATIC} AND ${within(sql`r.created_at`, range)} AND ${hasState(refundState)}
              ORDER BY r.created_at DESC, r.payment_id, r.id LIMIT ${upTo}) r
        JOIN payments p ON p.id = r.payment_id
      ) items
      ORDER BY at DESC, payment_id, refund_id LIMIT ${limit} OFFSET ${upTo - limit}
    ) item
    JOIN users u ON u.id = item.user_id
    ORDER BY at DESC, payment_id, refund_id`.execute(db);
  return rows;
}

export async function sumUnspentMoney(db: Handle, range: Range) {
  const { rows } = await sql<{ state: string; count: number; cents: number }>`
    SELECT 'waiting' AS state, count(*) AS count, sum(${waitingCents})::bigint AS cents
    FROM payments p WHERE ${WAITING} AND ${within(sql`p.succeeded_at`, range)}
    HAVING count(*) > 0
    UNION ALL
    SELECT ${refundState}, count(*), sum(r.cents)::bigint
    FROM refunds r WHERE ${AUTOMATIC} AND ${within(sql`r.created_at`, range)}
    GROUP BY 1`.execute(db);
  return rows;
}
