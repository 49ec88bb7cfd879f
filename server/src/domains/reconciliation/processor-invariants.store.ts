import { sql } from 'kysely';
import { after, type Invariant } from './invariant.ts';

/** The rules of the operator's money at the payment provider. */
export const PROCESSOR_INVARIANTS: Record<string, Invariant> = {
  'I26 every processor fee and payout is in the ledger': (scope) => sql`
    SELECT m.id AS object_id, 'fee ' || m.booked_cents || ', ledger ' || coalesce(e.cents, 0) AS detail
    FROM processor_movements m
    LEFT JOIN ledger_transactions t ON t.reason_key = 'fee:' || m.id
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'processor_fees'
    WHERE m.read_at > ${after(scope)}
      AND (m.booked_cents <> coalesce(e.cents, 0)
        OR (m.currency = 'USD' AND m.booked_cents <> CASE m.kind WHEN 'fee' THEN -m.net_cents ELSE m.fee_cents END))
    UNION ALL
    SELECT t.reason_key, 'in the ledger, but not at the processor' FROM ledger_entries e
    JOIN ledger_transactions t ON t.id = e.transaction_id
    WHERE e.account = 'processor_fees' AND t.recorded_at > ${after(scope)}
      AND NOT EXISTS (SELECT FROM processor_movements m WHERE 'fee:' || m.id = t.reason_key)
    UNION ALL
    SELECT p.id, p.status || ' payout of ' || p.amount_cents || ', ledger ' || coalesce(b.cents, 0)
    FROM processor_payouts p
    LEFT JOIN LATERAL (
      SELECT sum(e.cents) AS cents FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'bank'
      WHERE t.reason_key IN ('processor-payout:' || p.id, 'processor-payout-failed:' || p.id)
    ) b ON true
    WHERE p.read_at > ${after(scope)}
      AND coalesce(b.cents, 0) <> CASE WHEN p.status = 'paid' AND p.currency = 'USD' THEN p.amount_cents ELSE 0 END`,
};
