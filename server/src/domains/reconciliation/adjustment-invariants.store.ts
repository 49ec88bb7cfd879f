import { sql } from 'kysely';
import { after, type Invariant } from './invariant.ts';

const entry = (suffix: string, account: string) => sql`
  (SELECT e.cents FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
   WHERE t.reason_key = 'adjustment:' || a.id || ${sql.lit(suffix)} AND e.account = ${sql.lit(account)})`;

const balanceChange = (suffix: string) => sql`
  (SELECT b.cents FROM balance_entries b
   WHERE b.reason_key = 'adjustment:' || a.id || ${sql.lit(suffix)} AND b.user_id = a.user_id AND b.shipment_id = a.shipment_id)`;

/** The rules of carrier adjustments. */
export const ADJUSTMENT_INVARIANTS: Record<string, Invariant> = {
  'I25 every adjustment is booked with its amounts, and the ledger has what carriers billed': (scope) => sql`
    SELECT a.id::text AS object_id,
           'billed ' || a.billed_cents || ', client ' || a.client_cents || ', fee ' || a.fee_cents || ', reversed ' || a.reversed_cents
             || ' + ' || a.reversed_fee_cents || ': not booked like this' AS detail
    FROM adjustments a
    WHERE a.created_at > ${after(scope)}
      AND (coalesce(${entry(':billed', 'carrier_adjustments')}, 0) <> a.billed_cents
        OR coalesce(${entry(':billed', 'carrier_payable')}, 0) <> -a.billed_cents
        OR coalesce(${balanceChange(':passed-on')}, 0) <> -(a.client_cents + a.fee_cents)
        OR coalesce(${entry(':passed-on', 'carrier_adjustments')}, 0) <> -a.client_cents
        OR coalesce(${entry(':passed-on', 'adjustment_fees')}, 0) <> -a.fee_cents
        OR coalesce(${balanceChange(':reversed')}, 0) <> a.reversed_cents + a.reversed_fee_cents
        OR coalesce(${entry(':reversed', 'carrier_adjustments')}, 0) <> a.reversed_cents
        OR coalesce(${entry(':reversed', 'adjustment_fees')}, 0) <> a.reversed_fee_cents)
    UNION ALL
    SELECT t.id::text, t.reason_key || ': no such adjustment'
    FROM ledger_transactions t
    WHERE t.recorded_at > ${after(scope)} AND t.reason_key LIKE 'adjustment:%'
      AND NOT EXISTS (SELECT FROM adjustments a WHERE t.reason_key IN
        ('adjustment:' || a.id || ':billed', 'adjustment:' || a.id || ':passed-on', 'adjustment:' || a.id || ':reversed')
        AND a.id::text = split_part(t.reason_key, ':', 2))
    UNION ALL
    SELECT s.id::text, 'carriers billed ' || l.cents || ' in lines; cost ' || s.actual_cost_cents || ', voided ' || coalesce(v.cents, 0)
           || ', adjusted ' || coalesce(a.cents, 0)
    FROM (SELECT DISTINCT shipment_id FROM carrier_invoice_lines WHERE booked_at > ${after(scope)} AND shipment_id IS NOT NULL) recent
    JOIN shipments s ON s.id = recent.shipment_id
    CROSS JOIN LATERAL (
      SELECT sum(cents) AS cents, bool_or(kind = 'freight' AND cents > 0) AS freight, bool_or(kind = 'freight' AND cents < 0) AS credit
      FROM carrier_invoice_lines WHERE shipment_id = s.id AND booked_at IS NOT NULL) l
    LEFT JOIN LATERAL (SELECT sum(billed_cents) AS cents FROM adjustments WHERE shipment_id = s.id) a ON true
    LEFT JOIN ledger_transactions t ON t.reason_key = 'void:' || s.id
    LEFT JOIN ledger_entries v ON v.transaction_id = t.id AND v.account = 'carrier_payable'
    -- The label may have been voided before or after its last line was booked.
    WHERE NOT EXISTS (
      SELECT FROM (VALUES (0::bigint), (coalesce(v.cents, 0))) AS known (voided)
      WHERE l.cents + CASE WHEN l.freight THEN 0 WHEN l.credit THEN s.actual_cost_cents ELSE s.actual_cost_cents - known.voided END
        = s.actual_cost_cents - known.voided + coalesce(a.cents, 0))`,
};
