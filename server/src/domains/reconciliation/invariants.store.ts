import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { literals } from '../../platform/db/literals.ts';
import { BOUGHT, IN_PROGRESS } from '../shipments/shipments.states.ts';
import { ADJUSTMENT_INVARIANTS } from './adjustment-invariants.store.ts';
import { BALANCE_INVARIANTS } from './balance-invariants.store.ts';
import { BILLING_INVARIANTS } from './billing-invariants.store.ts';
import { after, type Invariant, type Scope } from './invariant.ts';
import { MONEY_INVARIANTS } from './money-invariants.store.ts';
import { ORDER_INVARIANTS } from './order-invariants.store.ts';
import { ORDER_REPORT_INVARIANTS } from './order-report-invariants.store.ts';
import { PROCESSOR_INVARIANTS } from './processor-invariants.store.ts';
import { TOP_UP_INVARIANTS } from './top-up-invariants.store.ts';

export interface Violation {
  invariant: string;
  objectId: string;
  detail: string;
}

const HAS_LABEL = literals(BOUGHT);
const overdue = ({ now, maxInProgressMs }: Scope) => new Date(now.getTime() - maxInProgressMs);

/**
 * The rules that our money must always follow, each as a query that finds violations. Tests run them after
 * every scenario; production runs them every few minutes. Incidents store the numbers, so do not change or
 * reuse one. There is no I15.
 */
export const INVARIANTS: Record<string, Invariant> = {
  'I1 every ledger transaction balances': (scope) => sql`
    SELECT t.id::text AS object_id, 'off by ' || sum(e.cents) AS detail
    FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    WHERE t.recorded_at > ${after(scope)} GROUP BY t.id HAVING sum(e.cents) <> 0`,

  'I2 the ledger balances': () => sql`
    SELECT 'ledger' AS object_id, 'off by ' || sum(cents) AS detail FROM ledger_entries HAVING sum(cents) <> 0`,

  'I3 every label is paid in full by its own client': (scope) => sql`
    SELECT s.id::text AS object_id, 'state ' || s.state AS detail
    FROM shipments s
    LEFT JOIN allocations a ON a.shipment_id = s.id
    LEFT JOIN payments p ON p.id = a.payment_id
    WHERE s.created_at > ${after(scope)}
      AND (a.cents IS DISTINCT FROM s.total_cents OR p.status IS DISTINCT FROM 'succeeded' OR p.user_id IS DISTINCT FROM s.user_id)
    UNION ALL
    SELECT p.id::text, p.allocated_cents || ' allocated, ' || coalesce(a.cents, 0) || ' in shipments' FROM payments p
    LEFT JOIN LATERAL (SELECT sum(cents) AS cents FROM allocations WHERE payment_id = p.id) a ON true
    WHERE p.created_at > ${after(scope)} AND p.allocated_cents <> coalesce(a.cents, 0)`,

  'I4 all paid money is spent on labels or refunded': (scope) => sql`
    SELECT p.id::text AS object_id,
           p.amount_cents || ' paid, ' || coalesce(b.cents, 0) || ' in labels, ' || coalesce(r.cents, 0) || ' refunded' AS detail
    FROM payments p
    LEFT JOIN LATERAL (SELECT sum(a.cents) AS cents FROM allocations a JOIN shipments s ON s.id = a.shipment_id
                       WHERE a.payment_id = p.id AND s.state IN (${HAS_LABEL})) b ON true
    LEFT JOIN LATERAL (SELECT sum(f.cents) AS cents FROM refunds f
                       WHERE f.payment_id = p.id AND f.state <> 'failed' AND f.kind <> 'by_admin') r ON true
    WHERE p.status = 'succeeded' AND p.purpose = 'labels' AND p.succeeded_at < ${overdue(scope)} AND p.succeeded_at > ${after(scope)}
      AND p.amount_cents <> coalesce(b.cents, 0) + coalesce(r.cents, 0)
      -- A batch may take longer, because the label provider limits its pace.
      AND NOT EXISTS (SELECT FROM bulk_rows w WHERE w.payment_id = p.id AND w.work IS NOT NULL)
      AND NOT EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.state = 'failed')`,

  'I5 a shipment has one purchase, one label and at most one void': (scope) => sql`
    SELECT shipment_id::text AS object_id, count(*) || ' purchases' AS detail
    FROM purchase_attempts WHERE state = 'succeeded' AND started_at > ${after(scope)} GROUP BY shipment_id HAVING count(*) > 1
    UNION ALL
    SELECT s.id::text, 'bought without a purchase' FROM shipments s
    WHERE s.state IN (${HAS_LABEL}) AND s.created_at > ${after(scope)}
      AND NOT EXISTS (SELECT FROM purchase_attempts a WHERE a.shipment_id = s.id AND a.state = 'succeeded')
    UNION ALL
    SELECT s.id::text, 'bought without a label' FROM shipments s
    WHERE s.state IN (${HAS_LABEL}) AND s.created_at > ${after(scope)}
      AND NOT EXISTS (SELECT FROM shipment_labels l WHERE l.shipment_id = s.id)
      -- Erasing a client deletes its labels, and so does the end of the retention period.
      AND s.addresses_erased_at IS NULL
      AND NOT EXISTS (SELECT FROM users u WHERE u.id = s.user_id AND u.erased_at IS NOT NULL)
    UNION ALL
    SELECT s.id::text, 'documents missing; bought with ' || l.documents FROM shipments s
    JOIN shipment_labels l ON l.shipment_id = s.id
    WHERE l.documents > 0 AND s.created_at > ${after(scope)}
      AND l.documents <> (SELECT count(*) FROM shipment_documents d WHERE d.shipment_id = l.shipment_id)
    UNION ALL
    SELECT s.id::text, 'voided, but not in the ledger' FROM shipments s
    WHERE s.status = 'failed' AND s.state = 'voided' AND s.actual_cost_cents > 0 AND s.created_at > ${after(scope)}
      AND NOT EXISTS (SELECT FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
                      WHERE t.reason_key = 'void:' || s.id AND e.account = 'carrier_payable' AND e.cents = s.actual_cost_cents)
    UNION ALL
    SELECT substr(t.reason_key, 6), 'void in the ledger, but not voided' FROM ledger_transactions t
    WHERE t.reason_key LIKE 'void:%' AND t.recorded_at > ${after(scope)}
      AND NOT EXISTS (SELECT FROM shipments s WHERE s.id::text = substr(t.reason_key, 6) AND s.state = 'voided')`,

  'I6 refunds never exceed the payment': (scope) => sql`
    SELECT p.id::text AS object_id, r.cents || ' refunded of ' || p.amount_cents || ', reserved ' || p.refund_reserved_cents AS detail
    FROM payments p
    JOIN LATERAL (SELECT coalesce(sum(cents), 0) AS cents, coalesce(sum(cents) FILTER (WHERE kind = 'surplus'), 0) AS surplus
                  FROM refunds WHERE payment_id = p.id AND state <> 'failed') r ON true
    WHERE p.created_at > ${after(scope)}
      AND (r.cents > p.amount_cents OR r.cents <> p.refund_reserved_cents OR r.surplus <> p.surplus_returned_cents)`,

  'I7 a quote is used once, by its owner, in time': (scope) => sql`
    SELECT q.id::text AS object_id, 'used by ' || s.id AS detail
    FROM shipments s
    JOIN quotes q ON q.id = s.quote_id
    JOIN quote_requests r ON r.id = q.request_id
    JOIN payments p ON p.id = s.payment_id
    WHERE s.created_at > ${after(scope)}
      AND (q.consumed_by IS DISTINCT FROM s.id OR q.user_id <> s.user_id
        OR (s.created_at > r.expires_at AND p.created_at > r.expires_at))
    UNION ALL
    SELECT q.id::text, 'used by ' || s.id || ', which has a different quote' FROM shipments s
    JOIN quotes q ON q.consumed_by = s.id
    WHERE s.created_at > ${after(scope)} AND q.id <> s.quote_id`,

  'I8 the price is cost plus commission': (scope) => sql`
    SELECT s.id::text AS object_id, 'shipment and quote differ' AS detail
    FROM shipments s JOIN quotes q ON q.id = s.quote_id
    WHERE s.created_at > ${after(scope)}
      AND (s.total_cents <> s.cost_cents + s.commission_cents
        OR (s.total_cents, s.cost_cents, s.commission_cents) IS DISTINCT FROM (q.total_cents, q.cost_cents, q.commission_cents))`,

  'I9 the commission follows its rule': (scope) => sql`
    SELECT q.id::text AS object_id, q.commission_cents || ' cents' || coalesce(', rule ' || q.price_rule || ' of version '
             || q.price_version, '') AS detail
    FROM shipments s JOIN quotes q ON q.id = s.quote_id LEFT JOIN price_versions v ON v.number = q.price_version
    WHERE s.created_at > ${after(scope)} AND q.commission_cents IS DISTINCT FROM CASE
      WHEN q.price_rule IS NOT NULL THEN rule_price(q.cost_cents, v.rules -> (q.price_rule - 1) -> 'effect') - q.cost_cents
      WHEN q.commission_type = 'flat_rate' THEN q.commission_value
      ELSE (q.cost_cents * q.commission_value + 5000) / 10000 END`,

  'I10 customer funds equal paid money that is neither spent nor refunded': () => sql`
    SELECT 'customer_funds' AS object_id, 'ledger ' || l.cents || ', payments ' || p.cents AS detail
    FROM (SELECT coalesce(sum(cents), 0) AS cents FROM ledger_entries WHERE account = 'customer_funds') l,
         (SELECT coalesce(sum(p.amount_cents - coalesce(b.cents, 0) - coalesce(r.cents, 0)), 0) AS cents
          FROM payments p
          LEFT JOIN (SELECT a.payment_id, sum(a.cents) AS cents FROM allocations a JOIN shipments s ON s.id = a.shipment_id
                     WHERE s.state IN (${HAS_LABEL}) GROUP BY 1) b ON b.payment_id = p.id
          LEFT JOIN (SELECT payment_id, sum(cents) AS cents FROM refunds
                     WHERE state <> 'failed' AND kind <> 'by_admin' GROUP BY 1) r ON r.payment_id = p.id
          WHERE p.status = 'succeeded'
            -- A top-up that is refunded instead of credited is customer funds until then.
            AND (p.purpose = 'labels' OR EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.kind = 'surplus'))) p
    WHERE l.cents <> -p.cents`,

  'I11 refunds payable equal the open refunds': () => sql`
    SELECT 'refunds_payable' AS object_id, 'ledger ' || l.cents || ', refunds ' || r.cents AS detail
    FROM (SELECT coalesce(sum(cents), 0) AS cents FROM ledger_entries WHERE account = 'refunds_payable') l,
         (SELECT coalesce(sum(cents), 0) AS cents FROM refunds WHERE state IN ('requested', 'submitted')) r
    WHERE l.cents <> -r.cents`,

  'I12 nothing is stuck': (scope) => sql`
    SELECT id::text AS object_id, 'shipment ' || state AS detail FROM shipments
    WHERE state IN (${literals([...IN_PROGRESS, 'purchase_failed'])}) AND created_at < ${overdue(scope)}
    UNION ALL
    SELECT id::text, 'refund ' || state FROM refunds
    WHERE state IN ('requested', 'submitted') AND created_at < ${overdue(scope)}`,

  'I13 every state change is legal and recorded': (scope) => sql`
    SELECT t.object_id::text AS object_id, t.from_state || ' to ' || t.to_state AS detail FROM transitions t
    WHERE t.moved_at > ${after(scope)} AND NOT EXISTS (SELECT FROM legal_moves m WHERE m.object = t.object AND m.from_state = t.from_state AND m.to_state = t.to_state)
    UNION ALL
    SELECT o.id::text, 'not recorded: ' || o.state FROM (
      SELECT 'shipments' AS object, id, state, created_at FROM shipments
      UNION ALL SELECT 'payments', id, status, created_at FROM payments
      UNION ALL SELECT 'refunds', id, state, created_at FROM refunds
      UNION ALL SELECT 'disputes', id, state, opened_at FROM disputes) o
    LEFT JOIN LATERAL (SELECT to_state FROM transitions t WHERE t.object_id = o.id ORDER BY seq DESC LIMIT 1) t ON true
    WHERE o.created_at > ${after(scope)} AND t.to_state IS DISTINCT FROM o.state`,

  'I14 every money movement has an audit record': (scope) => sql`
    SELECT t.object_id::text AS object_id, t.object || ' ' || t.to_state AS detail FROM transitions t
    WHERE t.moved_at > ${after(scope)}
      AND (t.object, t.to_state) IN (('payments', 'succeeded'), ('shipments', 'purchased'), ('refunds', 'succeeded'), ('refunds', 'failed'))
      AND t.from_state <> 'void_requested'
      AND NOT EXISTS (
        SELECT FROM audit_logs l
        WHERE l.event_type IN ('PAYMENT_SUCCEEDED', 'LABEL_PURCHASED', 'REFUND_SUCCEEDED', 'REFUND_FAILED')
          AND coalesce(l.details ->> 'shipmentId', l.details ->> 'refundId', l.details ->> 'paymentId') = t.object_id::text)
    UNION ALL
    SELECT t.object_id::text, 'label voided' FROM transitions t
    WHERE t.moved_at > ${after(scope)} AND t.object = 'shipments' AND t.to_state = 'voided'
      AND NOT EXISTS (SELECT FROM audit_logs l WHERE l.event_type = 'LABEL_VOIDED' AND l.details ->> 'shipmentId' = t.object_id::text)
    UNION ALL
    SELECT t.object_id::text, 'dispute ' || t.to_state FROM transitions t
    WHERE t.moved_at > ${after(scope)} AND t.object = 'disputes'
      AND NOT EXISTS (
        SELECT FROM audit_logs l
        WHERE l.event_type IN ('DISPUTE_OPENED', 'DISPUTE_WON', 'DISPUTE_LOST') AND l.details ->> 'disputeId' = t.object_id::text
          AND l.event_type = 'DISPUTE_' || CASE t.to_state WHEN 'open' THEN 'OPENED' ELSE upper(t.to_state) END)`,

  'I16 the dispute hold equals the open disputes': () => sql`
    SELECT 'dispute_hold' AS object_id, 'ledger ' || l.cents || ', disputes ' || d.cents AS detail
    FROM (SELECT coalesce(sum(cents), 0) AS cents FROM ledger_entries WHERE account = 'dispute_hold') l,
         (SELECT coalesce(sum(cents), 0) AS cents FROM disputes WHERE state = 'open') d
    WHERE l.cents <> d.cents`,

  'I17 every double refund has an incident': (scope) => sql`
    SELECT p.id::text AS object_id, d.cents || ' disputed, ' || r.cents || ' refunded of ' || p.amount_cents AS detail
    FROM (SELECT payment_id, sum(cents) AS cents FROM disputes
          WHERE state IN ('open', 'lost') AND opened_at > ${after(scope)} GROUP BY 1) d
    JOIN payments p ON p.id = d.payment_id
    CROSS JOIN LATERAL (SELECT coalesce(sum(f.cents), 0) AS cents FROM refunds f WHERE f.payment_id = p.id AND f.state = 'succeeded') r
    WHERE d.cents + r.cents > p.amount_cents
      AND NOT EXISTS (SELECT FROM incidents i WHERE i.kind = 'refunded_and_disputed' AND i.object_id = p.id::text)`,

  ...BALANCE_INVARIANTS,
  ...TOP_UP_INVARIANTS,
  ...ADJUSTMENT_INVARIANTS,
  ...BILLING_INVARIANTS,
  ...MONEY_INVARIANTS,
  ...ORDER_INVARIANTS,
  ...PROCESSOR_INVARIANTS,
  ...ORDER_REPORT_INVARIANTS,
};

/** These compare sums over all time, so they cannot be limited to recent data. */
const WHOLE_ONLY = new Set(['I2', 'I10', 'I11', 'I16', 'I18', 'I20', 'I22', 'I27']);
const shortName = (invariant: string) => invariant.split(' ')[0] ?? invariant;

/** `only` names the invariants to check, such as `I4`; all of them without it. */
export async function findViolations(
  db: Handle,
  scope: Scope,
  only?: ReadonlySet<string>,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [invariant, query] of Object.entries(INVARIANTS)) {
    if (only && !only.has(shortName(invariant))) continue;
    if (scope.since && WHOLE_ONLY.has(shortName(invariant))) continue;
    const { rows } = await query(scope).execute(db);
    for (const row of rows) violations.push({ invariant, objectId: row.object_id, detail: row.detail });
  }
  return violations;
}
