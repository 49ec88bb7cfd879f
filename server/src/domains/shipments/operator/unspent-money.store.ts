import type { UnspentMoneyQuery } from '@lading/contract/admin-refunds.ts';
import { sql } from 'kysely';
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

/**
 * Money that is neither used nor refunded yet, and automatic refunds. Refunds by admins are not part of it:
 * that money bought a label.
 */
const ITEMS = sql`
  SELECT p.id AS payment_id, NULL::uuid AS refund_id, NULL::uuid AS shipment_id, p.user_id,
         p.amount_cents - p.allocated_cents - p.surplus_returned_cents AS cents, p.amount_cents AS paid_cents,
         'waiting' AS state,
         CASE WHEN p.batch_id IS NOT NULL THEN 'Paid for a bulk upload; its labels are not all bought yet.'
              ELSE 'Paid; no label has used it yet. It is refunded automatically after 30 minutes.' END AS reason,
         p.succeeded_at AS at
  FROM payments p
  WHERE p.status = 'succeeded' AND p.purpose = 'labels' AND p.allocated_cents + p.surplus_returned_cents < p.amount_cents
  UNION ALL
  SELECT r.payment_id, r.id, r.shipment_id, p.user_id, r.cents, p.amount_cents,
         CASE r.state WHEN 'succeeded' THEN 'refunded' WHEN 'failed' THEN 'failed' ELSE 'refunding' END,
         r.reason || CASE WHEN r.state = 'failed' AND r.detail <> '' THEN ' Refund failed: ' || r.detail ELSE '' END,
         r.created_at
  FROM refunds r JOIN payments p ON p.id = r.payment_id
  WHERE r.kind IN ('surplus', 'failed_purchase')`;

type Range = Pick<UnspentMoneyQuery, 'startDate' | 'endDate'>;

const within = ({ startDate, endDate }: Range) =>
  sql`${startDate ? sql`at >= ${dayStart(startDate)}` : sql`true`} AND ${endDate ? sql`at < ${dayEnd(endDate)}` : sql`true`}`;

export async function selectUnspentMoney(
  db: Handle,
  { page, limit, state, ...range }: UnspentMoneyQuery,
): Promise<UnspentRow[]> {
  const { rows } = await sql<UnspentRow>`
    SELECT item.*, u.full_name AS client_name
    FROM (SELECT * FROM (${ITEMS}) items WHERE ${within(range)} AND ${state ? sql`state = ${state}` : sql`true`}
          ORDER BY at DESC, payment_id, refund_id LIMIT ${limit} OFFSET ${(page - 1) * limit}) item
    JOIN users u ON u.id = item.user_id
    ORDER BY at DESC, payment_id, refund_id`.execute(db);
  return rows;
}

export async function sumUnspentMoney(db: Handle, range: Range) {
  const { rows } = await sql<{ state: string; count: number; cents: number }>`
    SELECT state, count(*) AS count, sum(cents)::bigint AS cents FROM (${ITEMS}) items WHERE ${within(range)}
    GROUP BY state`.execute(db);
  return rows;
}
