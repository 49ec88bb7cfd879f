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
    SELECT s.id::text, 'carriers billed ' || l.cents || ' in lines; cost ' || s.actual_cost_cents || ', voided ' || c.voided_cents
           || ', adjusted ' || c.adjusted_cents
    FROM (SELECT DISTINCT shipment_id FROM carrier_invoice_lines WHERE booked_at > ${after(scope)} AND shipment_id IS NOT NULL) recent
    JOIN shipments s ON s.id = recent.shipment_id
    CROSS JOIN LATERAL (
      SELECT sum(cents) AS cents,
             coalesce(sum(cents) FILTER (WHERE kind <> 'correction'), 0) AS label,
             coalesce(sum(cents) FILTER (WHERE kind <> 'correction' AND cents < 0), 0) AS label_credits,
             least(0, sum(cents) FILTER (WHERE kind = 'correction')) AS corrected,
             bool_or(cents < 0) AS credit,
             bool_or(kind = 'freight' AND cents > 0) AS freight, bool_or(kind = 'freight' AND cents < 0) AS freight_credit
      FROM carrier_invoice_lines WHERE shipment_id = s.id AND booked_at IS NOT NULL) l
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT sum(billed_cents) FROM adjustments WHERE shipment_id = s.id), 0) AS adjusted_cents,
             coalesce((SELECT e.cents FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
                       WHERE t.reason_key = 'void:' || s.id AND e.account = 'carrier_payable'), 0) AS voided_cents) c
    CROSS JOIN LATERAL (
      SELECT CASE WHEN l.freight THEN 0 WHEN l.freight_credit THEN s.actual_cost_cents ELSE s.actual_cost_cents - c.voided_cents END AS cents) base
    CROSS JOIN LATERAL (
      -- What the lines exceed the ledger by, and how much of the label's price they credit.
      SELECT base.cents + l.cents - (s.actual_cost_cents - c.voided_cents + c.adjusted_cents) AS ahead,
             greatest(0, least(c.voided_cents - (base.cents + l.label + l.corrected), -(l.label_credits + l.corrected))) AS credited) d
    -- After a void, the ledger has a credit that may still be missing in the lines.
    WHERE d.ahead <> 0
      AND NOT ((l.freight OR l.freight_credit) AND d.ahead BETWEEN 0 AND c.voided_cents - d.credited AND (l.credit OR d.ahead = c.voided_cents))`,
};
