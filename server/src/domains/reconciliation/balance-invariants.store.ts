import { sql } from 'kysely';
import { after, type Invariant } from './invariant.ts';

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

  'I20 balance holds equal open split payments and disputed top-ups': () => sql`
    SELECT 'balance_holds' AS object_id, 'ledger ' || l.cents || ', held ' || h.cents AS detail
    FROM (SELECT coalesce(sum(cents), 0) AS cents FROM ledger_entries WHERE account = 'balance_holds') l,
         (SELECT coalesce(sum(cents), 0) AS cents FROM (
            SELECT balance_cents AS cents FROM payments WHERE balance_cents > 0 AND status IN ('created', 'processing')
            UNION ALL
            SELECT d.cents FROM disputes d JOIN payments p ON p.id = d.payment_id
            WHERE d.state = 'open' AND p.purpose = 'top_up'
              AND NOT EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.kind = 'surplus')) held) h
    WHERE l.cents <> -h.cents`,

  'I21 spending never exceeds balance and credit': (scope) => sql`
    SELECT e.id::text AS object_id, 'balance ' || e.balance_cents || ', credit limit ' || e.limit_cents AS detail
    FROM balance_entries e
    WHERE e.created_at > ${after(scope)} AND e.kind IN ('labels', 'payout') AND e.balance_cents < -e.limit_cents`,
};
