import { sql } from 'kysely';
import { after, type Invariant } from './invariant.ts';

/** What a disputed payment put into the client's balance and the client must not keep, for `disputed` cents of it. */
const dueFor = (disputed: 'disputed_cents' | 'lost_cents') => sql`
  CASE WHEN p.purpose = 'top_up' AND NOT EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.kind = 'surplus')
    THEN d.${sql.ref(disputed)}
    -- The part of the refunds to the balance that the client's bank refunds as well.
    ELSE greatest(0, least(r.to_balance_cents, d.${sql.ref(disputed)} + r.refunded_cents - p.amount_cents)) END`;

/**
 * The payments that were disputed since then, with what disputes must have taken from the balance, and the part that is
 * final. Nothing more is taken after the client was erased.
 */
const disputedCredits = (since: Date) => sql`
  SELECT p.id AS payment_id, least(${dueFor('disputed_cents')}, most.cents) AS taken_cents, least(${dueFor('lost_cents')}, most.cents) AS covered_cents
  FROM (SELECT payment_id, coalesce(sum(cents) FILTER (WHERE state IN ('open', 'lost')), 0) AS disputed_cents,
          coalesce(sum(cents) FILTER (WHERE state = 'lost'), 0) AS lost_cents
        FROM disputes GROUP BY 1 HAVING max(opened_at) > ${since}) d
  JOIN payments p ON p.id = d.payment_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(f.cents), 0) AS refunded_cents, coalesce(sum(f.cents) FILTER (WHERE f.destination = 'balance'), 0) AS to_balance_cents
    FROM refunds f WHERE f.payment_id = p.id AND f.state = 'succeeded') r
  -- Null is no limit.
  CROSS JOIN LATERAL (
    SELECT CASE WHEN u.erased_at IS NOT NULL THEN
      (SELECT coalesce(-sum(e.cents), 0) FROM balance_entries e WHERE e.payment_id = p.id AND e.kind = 'dispute') END AS cents
    FROM users u WHERE u.id = p.user_id) most`;

/** The rules of client balances. */
export const BALANCE_INVARIANTS: Record<string, Invariant> = {
  'I18 each balance equals the sum of its entries': () => sql`
    SELECT b.user_id::text AS object_id, 'balance ' || b.cents || ', entries ' || coalesce(e.cents, 0) AS detail
    FROM balances b
    LEFT JOIN (SELECT user_id, sum(cents) AS cents FROM balance_entries GROUP BY 1) e ON e.user_id = b.user_id
    WHERE b.cents <> coalesce(e.cents, 0)`,

  'I19 every change of a balance is in the ledger': (scope) => sql`
    SELECT e.id::text AS object_id, e.reason_key || ': entry ' || e.cents || ', ledger ' || coalesce(-l.cents, 0) AS detail
    FROM balance_entries e
    LEFT JOIN ledger_transactions t ON t.reason_key = e.reason_key
    LEFT JOIN ledger_entries l ON l.transaction_id = t.id AND l.account = 'client_balances'
    WHERE e.created_at > ${after(scope)} AND e.cents <> coalesce(-l.cents, 0)
    UNION ALL
    SELECT t.id::text, t.reason_key || ': in the ledger, but not in a balance'
    FROM ledger_entries l JOIN ledger_transactions t ON t.id = l.transaction_id
    WHERE l.account = 'client_balances' AND t.recorded_at > ${after(scope)}
      AND NOT EXISTS (SELECT FROM balance_entries e WHERE e.reason_key = t.reason_key)`,

  'I20 balance holds equal open split payments and what disputed payments put into balances': () => sql`
    SELECT 'balance_holds' AS object_id, 'ledger ' || l.cents || ', held ' || h.cents AS detail
    FROM (SELECT coalesce(sum(cents), 0) AS cents FROM ledger_entries WHERE account = 'balance_holds') l,
         (SELECT coalesce(sum(cents), 0) AS cents FROM (
            SELECT balance_cents AS cents FROM payments WHERE balance_cents > 0 AND status IN ('created', 'processing')
            UNION ALL
            SELECT c.taken_cents - c.covered_cents FROM (${disputedCredits(new Date(0))}) c) held) h
    WHERE l.cents <> -h.cents`,

  'I21 spending never exceeds balance and credit': (scope) => sql`
    SELECT e.id::text AS object_id, 'balance ' || e.balance_cents || ', credit limit ' || e.limit_cents AS detail
    FROM balance_entries e
    WHERE e.created_at > ${after(scope)} AND e.kind IN ('labels', 'payout') AND e.balance_cents < -e.limit_cents
    UNION ALL
    -- A withdrawal never uses credit.
    SELECT e.id::text, 'balance ' || e.balance_cents || ' after a withdrawal'
    FROM balance_entries e
    WHERE e.created_at > ${after(scope)} AND e.kind = 'deposit' AND e.cents < 0 AND e.balance_cents < 0`,

  'I29 what a disputed payment put into a balance is taken from it': (scope) => sql`
    SELECT c.payment_id::text AS object_id, 'due ' || c.taken_cents || ', taken ' || coalesce(e.cents, 0) AS detail
    FROM (${disputedCredits(after(scope))}) c
    LEFT JOIN LATERAL (
      SELECT -sum(cents) AS cents FROM balance_entries WHERE payment_id = c.payment_id AND kind = 'dispute') e ON true
    WHERE c.taken_cents <> coalesce(e.cents, 0)`,
};
