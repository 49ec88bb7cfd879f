import { type RawBuilder, sql } from 'kysely';
import type { Invariant } from './invariant.ts';

const shown = (what: string, view: RawBuilder<unknown>) => sql`
  SELECT ${sql.lit(what)} AS what, coalesce(sum(revenue_cents), 0) AS revenue,
    coalesce(sum(revenue_cents - cost_cents - fees_cents - refunds_cents + adjustments_cents - losses_cents), 0) AS margin
  FROM ${view}`;

/** The rules of revenue, costs and margin. */
export const MONEY_INVARIANTS: Record<string, Invariant> = {
  'I27 revenue and net margin equal the ledger': () => sql`
    WITH entry AS (
      -- Without bookings from before an upgrade that have not been added yet.
      SELECT e.* FROM ledger_entries e, money_progress p WHERE NOT (e.transaction_id > p.done_to AND e.transaction_id <= p.until_id)
    ), ledger AS (
      SELECT (SELECT coalesce(-sum(cents), 0) FROM entry WHERE account IN ('commission', 'rate_variance', 'refunds_given', 'loss', 'bad_debt',
                'processor_fees', 'carrier_adjustments', 'adjustment_fees')) AS margin,
             (SELECT coalesce(sum(cents), 0) FROM entry JOIN ledger_transactions t ON t.id = transaction_id
              WHERE account = 'customer_funds' AND t.reason_key LIKE 'purchase:%') AS revenue
    )
    SELECT 'money ' || s.what AS object_id, 'ledger ' || l.revenue || ' revenue and ' || l.margin || ' margin, shown ' || s.revenue || ' and '
             || s.margin AS detail
    FROM ledger l, (${sql.join(
      [
        shown('rows', sql`all_money_lines`),
        shown('by day', sql`money_by_day`),
        shown('by client and day', sql`money_by_client_day`),
        shown('by client and month', sql`money_by_client_month`),
      ],
      sql` UNION ALL `,
    )}) s
    WHERE (l.revenue, l.margin) <> (s.revenue, s.margin)`,
};
