import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { dueAt, overdueAt } from '../balances/balance-standing.ts';
import type { StopReason } from '../top-ups/top-ups.tables.ts';
import { notSnoozed } from './snoozes.store.ts';

export interface Listing {
  now: Date;
  /** Rows to return. */
  limit: number;
}

/** One row per client. `clients` and `all_cents` count every client, not only those listed. */
interface ClientRow {
  user_id: string;
  full_name: string;
  clients: number;
}

interface MoneyRow extends ClientRow {
  count: number;
  cents: number;
  all_cents: number;
  at: Date;
}

const TOTALS = sql`count(*) OVER () AS clients, (sum(cents) OVER ())::bigint AS all_cents`;

/** The largest amounts of rows with `user_id`, `count`, `cents` and `at`. */
async function largest(db: Handle, limit: number, rows: RawBuilder<unknown>): Promise<MoneyRow[]> {
  const listed = await sql<MoneyRow>`
    SELECT m.*, u.full_name FROM (
      SELECT *, ${TOTALS} FROM (${rows}) found ORDER BY cents DESC, user_id LIMIT ${limit}
    ) m JOIN users u ON u.id = m.user_id ORDER BY m.cents DESC, m.user_id`.execute(db);
  return listed.rows;
}

/** The refund that an incident of a failed refund is about. */
export const REFUND_OF_INCIDENT = sql`CASE WHEN i.object_id ~ '^[0-9a-f-]{36}$' THEN i.object_id::uuid END`;

/** Refunds that failed and whose incident is open: an admin has to pay the client another way. */
export const selectFailedRefunds = (db: Handle, { now, limit }: Listing): Promise<MoneyRow[]> =>
  largest(
    db,
    limit,
    sql`
      SELECT p.user_id, count(*) AS count, sum(r.cents)::bigint AS cents, min(i.first_seen_at) AS at
      FROM incidents i JOIN refunds r ON r.id = ${REFUND_OF_INCIDENT} JOIN payments p ON p.id = r.payment_id
      WHERE i.resolved_at IS NULL AND i.kind IN ('refund_refused', 'refund_came_back')
        AND ${notSnoozed('failed_refunds', now, sql`p.user_id::text`)}
      GROUP BY p.user_id`,
  );

/** What a failed refund leaves with the payment is listed with the failed refunds. */
const FAILED_CENTS = sql`coalesce((
  SELECT sum(f.cents) FROM refunds f WHERE f.payment_id = p.id AND f.kind = 'surplus' AND f.state = 'failed'), 0)`;

/**
 * Money paid before `before` that bought nothing and was not refunded. Repeats the condition of a partial index so that
 * PostgreSQL can use it.
 */
export const selectUnspent = (
  db: Handle,
  { now, limit, before }: Listing & { before: Date },
): Promise<MoneyRow[]> =>
  largest(
    db,
    limit,
    sql`
      SELECT p.user_id, count(*) AS count, sum(w.cents)::bigint AS cents, min(p.succeeded_at) AS at
      FROM payments p
      CROSS JOIN LATERAL (SELECT p.amount_cents - p.allocated_cents - p.surplus_returned_cents - ${FAILED_CENTS} AS cents) w
      WHERE w.cents > 0 AND p.status = 'succeeded' AND p.purpose = 'labels' AND p.allocated_cents + p.surplus_returned_cents < p.amount_cents
        AND p.succeeded_at < ${before} AND ${notSnoozed('unspent_money', now, sql`p.user_id::text`)}
      GROUP BY p.user_id`,
  );

/** Enough to show how long a client has owed money. */
const MAX_ENTRIES = 5_000;

/**
 * `at` is when the oldest unpaid debt became due. Payments settle the oldest debt first. Credits for a payment or
 * shipment, such as a released hold or a refund, reduce its own debt.
 */
export async function selectOverdue(db: Handle, { now, limit }: Listing): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    SELECT b.user_id, u.full_name, 1 AS count, b.overdue_cents AS cents, b.clients, b.all_cents, ${dueAt(sql`d.created_at`)} AS at
    FROM (
      SELECT b.user_id, b.cents, b.due_days, o.cents AS overdue_cents, count(*) OVER () AS clients, (sum(o.cents) OVER ())::bigint AS all_cents
      FROM balances b CROSS JOIN LATERAL (${overdueAt(now)}) o
      WHERE b.cents < 0 AND o.cents > 0 AND ${notSnoozed('overdue_balances', now, sql`b.user_id::text`)}
      ORDER BY o.cents DESC, b.user_id LIMIT ${limit}
    ) b
    JOIN users u ON u.id = b.user_id
    CROSS JOIN LATERAL (
      SELECT coalesce(max(created_at) FILTER (WHERE unpaid >= -b.cents), min(created_at)) AS created_at FROM (
        SELECT created_at, sum(owed) OVER (ORDER BY id DESC) AS unpaid FROM (
          SELECT min(id) AS id, min(created_at) AS created_at, -sum(cents) AS owed FROM (
            SELECT id, created_at, cents, payment_id, shipment_id FROM balance_entries
            WHERE user_id = b.user_id ORDER BY id DESC LIMIT ${MAX_ENTRIES}
          ) newest
          GROUP BY coalesce(payment_id, shipment_id), CASE WHEN coalesce(payment_id, shipment_id) IS NULL THEN id END
        ) debts WHERE owed > 0
      ) running
    ) d
    ORDER BY b.overdue_cents DESC, b.user_id`.execute(db);
  return rows;
}

interface TopUpRow extends ClientRow {
  /** Null when the next attempt is tomorrow. */
  stopped: StopReason | null;
  amount_cents: number;
  at: Date;
}

/** Automatic top-ups that are stopped, or whose last attempt failed. The client's balance runs out. */
export async function selectStoppedTopUps(db: Handle, { now, limit }: Listing): Promise<TopUpRow[]> {
  const { rows } = await sql<TopUpRow>`
    SELECT a.user_id, u.full_name, a.stopped, a.amount_cents, coalesce(f.created_at, a.updated_at) AS at, count(*) OVER () AS clients
    FROM automatic_top_ups a
    JOIN users u ON u.id = a.user_id AND u.status = 'active'
    LEFT JOIN LATERAL (
      SELECT max(created_at) AS created_at FROM top_up_failures
      WHERE user_id = a.user_id AND automatic AND created_at >= a.acted_at) f ON true
    WHERE a.enabled AND (a.stopped IS NOT NULL OR a.wait_until > ${now} AND f.created_at IS NOT NULL)
      AND ${notSnoozed('stopped_top_ups', now, sql`a.user_id::text`)}
    ORDER BY a.stopped IS NULL, at DESC, a.user_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Cards of automatic top-ups that expire before `until`. */
export async function selectExpiringCards(
  db: Handle,
  { now, limit, until, provider }: Listing & { until: Date; provider: string },
): Promise<(ClientRow & { at: Date })[]> {
  const { rows } = await sql<ClientRow & { at: Date }>`
    SELECT a.user_id, u.full_name, make_timestamptz(c.exp_year, c.exp_month, 1, 0, 0, 0, 'UTC') + interval '1 month' AS at,
           count(*) OVER () AS clients
    FROM automatic_top_ups a
    JOIN stored_cards c ON c.user_id = a.user_id AND c.is_default AND c.provider = ${provider} AND c.refused_at IS NULL
    JOIN users u ON u.id = a.user_id AND u.status = 'active'
    WHERE a.enabled AND a.stopped IS NULL AND make_date(c.exp_year, c.exp_month, 1) + interval '1 month' < ${until}
      AND ${notSnoozed('expiring_cards', now, sql`a.user_id::text`)}
    ORDER BY c.exp_year, c.exp_month, a.user_id LIMIT ${limit}`.execute(db);
  return rows;
}
