import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { dayStart } from '../../platform/db/operator-days.ts';
import type { Row } from '../../platform/db/schema.ts';

/** Longer than any purchase takes, so that older payments and shipments need not be read. */
const OLDEST_ORDER = sql`interval '60 days'`;

/**
 * A client's month: its start and end, and its range of balance entry IDs, so that every entry is on exactly one
 * statement.
 */
export interface MonthScope {
  userId: string;
  from: Date;
  until: Date;
  /** The last entry of the previous month; 0 if there is none. */
  afterEntry: number;
  /** The last entry of this month. */
  lastEntry: number;
}

export async function selectPeriod(
  db: Handle,
  month: string,
  next: string,
): Promise<{ from: Date; until: Date }> {
  const { rows } = await sql<{ from: Date; until: Date }>`
    SELECT ${dayStart(month)} AS "from", ${dayStart(next)} AS until`.execute(db);
  const [period] = rows;
  if (!period) throw new Error('a SELECT without FROM returned no row');
  return period;
}

/** The last entry before this time; 0 if there is none. */
export async function selectLastEntry(db: Handle, userId: string, before: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT coalesce(max(id), 0)::bigint AS id FROM balance_entries
    WHERE user_id = ${userId} AND created_at < ${before}`.execute(db);
  return rows[0]?.id ?? 0;
}

export interface EntryFacts {
  id: number;
  created_at: Date;
  kind: Row<'balance_entries'>['kind'];
  reason_key: string;
  cents: number;
  balance_cents: number;
  payment_id: string | null;
  shipment_id: string | null;
  tracking_number: string | null;
  /** The month in which the shipment's label was bought. */
  label_month: string | null;
  /** The part of an adjustment that is our fee. */
  fee_cents: number;
}

export async function selectEntries(db: Handle, scope: MonthScope): Promise<EntryFacts[]> {
  const { rows } = await sql<EntryFacts>`
    SELECT e.id, e.created_at, e.kind, e.reason_key, e.cents, e.balance_cents, e.payment_id, e.shipment_id, s.tracking_number,
           date_trunc('month', operator_day(s.purchased_at))::date AS label_month,
           CASE e.kind WHEN 'adjustment' THEN coalesce((
             SELECT -sum(l.cents) FROM ledger_transactions t JOIN ledger_entries l ON l.transaction_id = t.id
             WHERE t.reason_key = e.reason_key AND l.account = 'adjustment_fees'), 0) ELSE 0 END::bigint AS fee_cents
    FROM balance_entries e LEFT JOIN shipments s ON s.id = e.shipment_id
    WHERE e.user_id = ${scope.userId} AND e.id > ${scope.afterEntry} AND e.id <= ${scope.lastEntry}
    ORDER BY e.id`.execute(db);
  return rows;
}

/** The balance after an entry; 0 for entry 0. */
export async function selectBalanceAfter(db: Handle, entryId: number): Promise<number> {
  const row = await db
    .selectFrom('balance_entries')
    .select('balance_cents')
    .where('id', '=', entryId)
    .executeTakeFirst();
  return row?.balance_cents ?? 0;
}

/** What the split payments that were open at that time held. They may have succeeded or been canceled since. */
export async function selectHeldCents(
  db: Handle,
  { userId, from, until, lastEntry }: MonthScope,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(p.balance_cents), 0)::bigint AS cents
    FROM payments p JOIN balance_entries held ON held.reason_key = 'balance-held:' || p.id AND held.id <= ${lastEntry}
    WHERE p.user_id = ${userId} AND p.created_at > ${from}::timestamptz - ${OLDEST_ORDER} AND p.balance_cents > 0
      AND (p.succeeded_at IS NULL OR p.succeeded_at >= ${until})
      AND NOT EXISTS (SELECT FROM balance_entries released
                      WHERE released.reason_key = 'balance-released:' || p.id AND released.id <= ${lastEntry})`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}

export interface LabelFacts {
  id: string;
  purchased_at: Date;
  carrier: string;
  service_name: string;
  tracking_number: string | null;
  total_cents: number;
  commission_cents: number;
  /** What a card paid of it. */
  card_cents: number;
}

/**
 * The labels that the client bought in the month. Labels of a split payment share what the card paid: each gets the share of
 * all labels up to it, less the share of those before it, so that the rounded shares add up.
 */
export async function selectLabels(
  db: Handle,
  { userId, from, until }: Pick<MonthScope, 'userId' | 'from' | 'until'>,
): Promise<LabelFacts[]> {
  const { rows } = await sql<LabelFacts>`
    WITH label AS (
      SELECT s.id, s.purchased_at, s.carrier, s.service_name, s.tracking_number, s.total_cents, s.commission_cents,
             p.id AS payment_id, p.amount_cents, p.amount_cents - p.balance_cents AS by_card_cents
      FROM shipments s JOIN payments p ON p.id = s.payment_id
      WHERE s.user_id = ${userId} AND s.created_at < ${until} AND s.created_at > ${from}::timestamptz - ${OLDEST_ORDER}
        AND s.purchased_at >= ${from} AND s.purchased_at < ${until}
    ), split AS (
      SELECT id, sum(total_cents) OVER (PARTITION BY payment_id ORDER BY purchased_at, id)::bigint AS spent_cents
      FROM shipments
      WHERE purchased_at IS NOT NULL
        AND payment_id IN (SELECT payment_id FROM label WHERE by_card_cents > 0 AND by_card_cents < amount_cents)
    )
    SELECT l.id, l.purchased_at, l.carrier, l.service_name, l.tracking_number, l.total_cents, l.commission_cents,
           coalesce(
             split.spent_cents * l.by_card_cents / l.amount_cents
               - (split.spent_cents - l.total_cents) * l.by_card_cents / l.amount_cents,
             CASE WHEN l.by_card_cents > 0 THEN l.total_cents ELSE 0 END) AS card_cents
    FROM label l LEFT JOIN split ON split.id = l.id
    ORDER BY l.purchased_at, l.id`.execute(db);
  return rows;
}

export interface RefundFacts {
  id: string;
  ended_at: Date;
  cents: number;
  destination: 'card' | 'balance';
  shipment_id: string;
  tracking_number: string | null;
  label_month: string;
  total_cents: number;
  commission_cents: number;
}

/** Refunds of labels that succeeded in the month. Other refunds are of money that bought no label. */
export async function selectRefunds(db: Handle, { userId, from, until }: MonthScope): Promise<RefundFacts[]> {
  const { rows } = await sql<RefundFacts>`
    SELECT r.id, r.ended_at, r.cents, r.destination, r.shipment_id, s.tracking_number, s.total_cents, s.commission_cents,
           date_trunc('month', operator_day(s.purchased_at))::date AS label_month
    FROM payments p JOIN refunds r ON r.payment_id = p.id JOIN shipments s ON s.id = r.shipment_id
    WHERE p.user_id = ${userId} AND r.kind = 'by_admin' AND r.state = 'succeeded'
      AND r.ended_at >= ${from} AND r.ended_at < ${until} AND s.purchased_at IS NOT NULL
    ORDER BY r.ended_at, r.id`.execute(db);
  return rows;
}

/** `cents` is what earlier documents credited. */
export type ReturnedRefund = Omit<RefundFacts, 'destination' | 'label_month'>;

/** What a line credits; negative if it charges a returned refund again. */
const creditedCents = sql<number>`CASE d.kind WHEN 'invoice' THEN -1 ELSE 1 END * (line ->> 'cents')::bigint`;

/** Refunds to cards that the bank returned in the month, although earlier documents credited them. */
export async function selectReturnedRefunds(
  db: Handle,
  { userId, from, until }: MonthScope,
): Promise<ReturnedRefund[]> {
  const { rows } = await sql<ReturnedRefund>`
    SELECT r.id, r.ended_at, credited.cents, r.shipment_id, s.tracking_number, s.total_cents, s.commission_cents
    FROM payments p JOIN refunds r ON r.payment_id = p.id JOIN shipments s ON s.id = r.shipment_id
    CROSS JOIN LATERAL (
      SELECT sum(${creditedCents})::bigint AS cents
      FROM billing_documents d
      CROSS JOIN LATERAL (VALUES (d.content -> 'refunds'), (d.content -> 'credits'), (d.content -> 'lines')) list (lines)
      CROSS JOIN LATERAL jsonb_array_elements(list.lines) line
      WHERE d.user_id = p.user_id AND d.kind IN ('invoice', 'credit_note') AND line ->> 'refundId' = r.id::text) credited
    WHERE p.user_id = ${userId} AND r.kind = 'by_admin' AND r.state = 'failed'
      AND r.ended_at >= ${from} AND r.ended_at < ${until} AND credited.cents > 0
    ORDER BY r.ended_at, r.id`.execute(db);
  return rows;
}

export interface CardFacts {
  id: string;
  at: Date;
  kind: 'payment' | 'refund' | 'returned_refund';
  cents: number;
}

/** The bookings of a refund that was paid, and that the bank returned. */
const REFUND_BOOKINGS = sql`t.reason_key = ANY (ARRAY['refund:' || r.id, 'refund-back:' || r.id])`;

/**
 * What cards paid for labels and got back, in time order. Top-ups and payouts are balance entries. A top-up that was
 * refunded instead of credited is neither. The ledger still knows when a refund was paid that the bank returned.
 */
export async function selectCardMoney(db: Handle, { userId, from, until }: MonthScope): Promise<CardFacts[]> {
  const { rows } = await sql<CardFacts>`
    SELECT p.id, p.succeeded_at AS at, 'payment' AS kind, p.amount_cents - p.balance_cents AS cents FROM payments p
    WHERE p.user_id = ${userId} AND p.status = 'succeeded' AND p.purpose = 'labels' AND p.amount_cents > p.balance_cents
      AND p.succeeded_at >= ${from} AND p.succeeded_at < ${until}
    UNION ALL
    SELECT p.id, t.recorded_at, CASE WHEN t.reason_key = 'refund:' || r.id THEN 'refund' ELSE 'returned_refund' END,
           CASE WHEN t.reason_key = 'refund:' || r.id THEN -r.cents ELSE r.cents END
    FROM payments p JOIN refunds r ON r.payment_id = p.id JOIN ledger_transactions t ON ${REFUND_BOOKINGS}
    WHERE p.user_id = ${userId} AND r.destination = 'card' AND p.purpose = 'labels'
      -- Leaves out what ended long before. The booking and the end differ by milliseconds.
      AND r.ended_at > ${from}::timestamptz - interval '1 hour'
      AND t.recorded_at >= ${from} AND t.recorded_at < ${until}
    ORDER BY at, id`.execute(db);
  return rows;
}

/** Clients with balance entries, payments, labels, refunds or returned refunds in the month and without a run for it. */
export async function selectClientsToBill(
  db: Handle,
  { month, from, until }: { month: string; from: Date; until: Date },
  {
    only = null,
    except = [],
    limit,
  }: { only?: readonly string[] | null; except?: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM users u
    WHERE u.role = 'client' AND u.id <> ALL(${except}::uuid[]) AND (${only}::uuid[] IS NULL OR u.id = ANY(${only}::uuid[]))
      AND NOT EXISTS (SELECT FROM billing_runs b WHERE b.user_id = u.id AND b.month = ${month})
      AND (EXISTS (SELECT FROM payments p WHERE p.user_id = u.id AND p.created_at > ${from}::timestamptz - ${OLDEST_ORDER}
                   AND p.succeeded_at >= ${from} AND p.succeeded_at < ${until})
        OR EXISTS (SELECT FROM balance_entries e WHERE e.user_id = u.id AND e.created_at >= ${from} AND e.created_at < ${until})
        OR EXISTS (SELECT FROM shipments s WHERE s.user_id = u.id AND s.created_at < ${until}
                   AND s.created_at > ${from}::timestamptz - ${OLDEST_ORDER} AND s.purchased_at >= ${from} AND s.purchased_at < ${until})
        OR EXISTS (SELECT FROM payments p JOIN refunds r ON r.payment_id = p.id
                   WHERE p.user_id = u.id AND r.ended_at >= ${from} AND r.ended_at < ${until}
                   AND (r.state = 'succeeded' OR EXISTS (SELECT FROM ledger_transactions t WHERE ${REFUND_BOOKINGS}))))
    ORDER BY u.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
