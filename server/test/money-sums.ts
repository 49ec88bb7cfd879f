import { sql } from 'kysely';
import type { Database } from '../src/platform/db/database.ts';

const sumOf = (column: string, from: string) =>
  sql`(SELECT coalesce(sum(${sql.raw(column)}), 0) FROM ${sql.raw(from)})`;

const PAYOUTS = sumOf('amount_cents', `processor_payouts WHERE status = 'paid'`);
const BY_ADMIN = sumOf('cents', `refunds WHERE kind = 'by_admin' AND state = 'succeeded'`);
const VOIDED = sumOf(
  'e.cents',
  `ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id WHERE e.account = 'carrier_payable' AND t.reason_key LIKE 'void:%'`,
);
/** A top-up whose charge does not belong to it is refunded instead. */
const CREDITED = `p.purpose = 'top_up' AND NOT EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.kind = 'surplus')`;
const DISPUTES = 'disputes d JOIN payments p ON p.id = d.payment_id';
/** What disputes of label payments must have taken from balances: refunds to them that the client's bank refunds as well. */
const refundsHeldFor = (states: string) =>
  sumOf(
    'greatest(0, least(r.to_balance, d.cents + r.cents - p.amount_cents))',
    `(SELECT payment_id, sum(cents) AS cents FROM disputes WHERE state IN (${states}) GROUP BY 1) d
     JOIN payments p ON p.id = d.payment_id AND NOT (${CREDITED})
     CROSS JOIN LATERAL (SELECT coalesce(sum(cents), 0) AS cents, coalesce(sum(cents) FILTER (WHERE destination = 'balance'), 0) AS to_balance
       FROM refunds WHERE payment_id = p.id AND state = 'succeeded') r`,
  );

/** The ledger balance of each account next to the sum of the underlying records. Nothing may be in progress. */
export async function accountsNextToRecords(
  db: Database,
): Promise<{ account: string; booked: number; expected: number }[]> {
  const { rows } = await sql<{ account: string; booked: number; expected: number }>`
    WITH bought AS (SELECT * FROM shipments WHERE purchased_at IS NOT NULL),
    expected (account, cents) AS (
      SELECT 'processor', ${sumOf('amount_cents - balance_cents', `payments WHERE status = 'succeeded'`)}
        - ${sumOf('cents', `refunds WHERE state = 'succeeded' AND destination = 'card'`)}
        - ${sumOf('cents', `disputes WHERE state <> 'won'`)} - ${sumOf('booked_cents', 'processor_movements')} - ${PAYOUTS}
      -- The test gateway has no movement for a dispute that is won.
      UNION ALL SELECT 'processor', ${sumOf('net_cents', `processor_movements WHERE kind <> 'payout'`)}
        + ${sumOf('cents', `disputes WHERE state = 'won'`)} - ${PAYOUTS}
      UNION ALL SELECT 'processor_fees', sum(fee_cents) FROM processor_movements
      UNION ALL SELECT 'client_balances', -coalesce(sum(cents), 0) FROM balances
      UNION ALL SELECT 'balance_holds', -${sumOf('balance_cents', `payments WHERE status = 'created'`)}
        - ${sumOf('d.cents', `${DISPUTES} WHERE d.state = 'open' AND ${CREDITED}`)}
        - ${refundsHeldFor(`'open', 'lost'`)} + ${refundsHeldFor(`'lost'`)}
      UNION ALL SELECT 'dispute_hold', ${sumOf('cents', `disputes WHERE state = 'open'`)}
      UNION ALL SELECT 'loss', ${sumOf('d.cents', `${DISPUTES} WHERE d.state = 'lost' AND NOT (${CREDITED})`)}
        - ${refundsHeldFor(`'lost'`)}
      UNION ALL SELECT 'bank', ${sumOf('cents', `balance_entries WHERE kind = 'deposit'`)} + ${PAYOUTS}
      UNION ALL SELECT 'customer_funds', 0
      UNION ALL SELECT 'refunds_payable', 0
      UNION ALL SELECT 'carrier_payable', ${VOIDED} - ${sumOf('actual_cost_cents', 'bought')} - ${sumOf('billed_cents', 'adjustments')}
      UNION ALL SELECT 'carrier_adjustments', ${sumOf('billed_cents - client_cents + reversed_cents', 'adjustments')}
      UNION ALL SELECT 'adjustment_fees', ${sumOf('reversed_fee_cents - fee_cents', 'adjustments')}
      UNION ALL SELECT 'commission', -${sumOf('commission_cents', 'bought')}
      UNION ALL SELECT 'rate_variance', ${sumOf('actual_cost_cents - cost_cents', 'bought')}
      UNION ALL SELECT 'refunds_given', ${BY_ADMIN} - ${VOIDED}
      UNION ALL SELECT 'all accounts', 0)
    SELECT account, expected.cents::bigint AS expected,
      coalesce((SELECT sum(cents) FROM ledger_entries e WHERE expected.account IN (e.account, 'all accounts')), 0)::bigint AS booked
    FROM expected`.execute(db);
  return rows;
}

/**
 * Clients whose invoices less credit notes differ from their labels and adjustments less refunds. All months must be
 * billed.
 */
export async function findWronglyInvoiced(
  db: Database,
): Promise<{ user_id: string; invoiced: number; charged: number }[]> {
  const { rows } = await sql<{ user_id: string; invoiced: number; charged: number }>`
    SELECT user_id, sum(invoiced)::bigint AS invoiced, sum(charged)::bigint AS charged FROM (
      SELECT user_id, CASE kind WHEN 'invoice' THEN total_cents ELSE -total_cents END AS invoiced, 0 AS charged
      FROM billing_documents WHERE kind IN ('invoice', 'credit_note')
      UNION ALL SELECT user_id, 0, total_cents FROM shipments WHERE purchased_at IS NOT NULL
      UNION ALL SELECT p.user_id, 0, -r.cents FROM refunds r JOIN payments p ON p.id = r.payment_id
        WHERE r.kind = 'by_admin' AND r.state = 'succeeded'
      UNION ALL SELECT user_id, 0, client_cents + fee_cents - reversed_cents - reversed_fee_cents FROM adjustments) sums
    GROUP BY user_id HAVING sum(invoiced) <> sum(charged)`.execute(db);
  return rows;
}

/** Entries that leave a balance below its limit by more than adjustments and disputes have taken from it. */
export async function findOverdrawn(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT * FROM (
      SELECT user_id, reason_key, cents, balance_cents, limit_cents,
        max(limit_cents) OVER earlier AS highest_limit,
        -coalesce(sum(cents) FILTER (WHERE kind IN ('adjustment', 'dispute') AND cents < 0) OVER earlier, 0) AS taken,
        kind NOT IN ('adjustment', 'dispute') AND cents < 0 AS spends
      FROM balance_entries WINDOW earlier AS (PARTITION BY user_id ORDER BY id)) e
    WHERE balance_cents < -highest_limit - taken OR (spends AND balance_cents < -limit_cents)`.execute(db);
  return rows;
}
