import { sql } from 'kysely';
import { hours } from '../../platform/clock.ts';
import { after, type Invariant, type Scope } from './invariant.ts';

/** Longer than issuing a receipt takes, even after an outage. */
const RECEIPT_WITHIN_MS = hours(1);
const receiptsDue = ({ now }: Scope) => new Date(now.getTime() - RECEIPT_WITHIN_MS);

/** The sum of the amounts in a list of a document's content. */
const sumOf = (list: string) =>
  sql`coalesce((SELECT sum((line ->> 'cents')::bigint) FROM jsonb_array_elements(d.content -> ${sql.lit(list)}) line), 0)`;

/** Only in checks of all data: counting every number takes a long time. */
const gaps = ({ since }: Scope) => sql`
  SELECT coalesce(d.kind, c.kind) || ' ' || coalesce(d.year, c.year) AS object_id,
         coalesce(d.count, 0) || ' documents, highest ' || coalesce(d.highest, 0) || ', counter ' || coalesce(c.last, 0) AS detail
  FROM (SELECT kind, year, count(*) AS count, max(sequence) AS highest FROM billing_documents GROUP BY 1, 2) d
  FULL JOIN billing_counters c ON c.kind = d.kind AND c.year = d.year
  WHERE ${since === null} AND (coalesce(d.count, 0) <> coalesce(c.last, 0) OR coalesce(d.highest, 0) <> coalesce(c.last, 0))`;

const statements = (scope: Scope) => sql`
  SELECT d.id::text, d.number || ': closing ' || d.total_cents || ', balance ' || coalesce(b.cents, 0) || ', ledger ' || coalesce(l.cents, 0)
         || ', lines ' || (d.content ->> 'openingCents')::bigint + ${sumOf('entries')}
  FROM billing_documents d JOIN billing_runs r ON r.id = d.run_id
  LEFT JOIN LATERAL (SELECT e.balance_cents AS cents FROM balance_entries e
                     WHERE e.user_id = d.user_id AND e.id <= r.last_entry ORDER BY e.id DESC LIMIT 1) b ON true
  LEFT JOIN LATERAL (SELECT -sum(x.cents) AS cents FROM balance_entries e
                     JOIN ledger_transactions t ON t.reason_key = e.reason_key
                     JOIN ledger_entries x ON x.transaction_id = t.id AND x.account = 'client_balances'
                     WHERE e.user_id = d.user_id AND e.id <= r.last_entry) l ON true
  WHERE d.kind = 'statement' AND d.issued_at > ${after(scope)}
    AND (d.total_cents <> coalesce(b.cents, 0) OR d.total_cents <> coalesce(l.cents, 0)
      OR d.total_cents <> (d.content ->> 'openingCents')::bigint + ${sumOf('entries')})`;

const invoices = (scope: Scope) => sql`
  SELECT d.id::text, d.number || ': total ' || d.total_cents || ' is not the sum of its lines or of subtotal and tax'
  FROM billing_documents d
  WHERE d.kind = 'invoice' AND d.issued_at > ${after(scope)}
    AND (d.total_cents <> ${sumOf('labels')} + ${sumOf('adjustments')} + ${sumOf('refunds')} + ${sumOf('credits')}
      OR d.tax_cents <> ${sumOf('taxes')})`;

const creditNotes = (scope: Scope) => sql`
  SELECT d.id::text, d.number || ': total ' || d.total_cents || ' is not the sum of its lines or of subtotal and tax'
  FROM billing_documents d
  WHERE d.kind = 'credit_note' AND d.issued_at > ${after(scope)}
    AND (d.total_cents <> ${sumOf('lines')} OR d.tax_cents <> ${sumOf('taxes')})
  UNION ALL
  SELECT i.id::text, i.number || ': ' || n.cents || ' credited of ' || i.total_cents
  FROM (SELECT corrects, sum(total_cents) AS cents FROM billing_documents WHERE corrects IS NOT NULL GROUP BY 1) n
  JOIN billing_documents i ON i.id = n.corrects
  WHERE n.cents > i.total_cents OR i.kind <> 'invoice'`;

/**
 * What documents credit for a refund, less what they charge again because the bank returned it. Only in checks of all data,
 * because the documents of a refund may be years apart.
 */
const credited = ({ since }: Scope) => sql`
  SELECT r.id::text, r.state || ' refund of ' || r.cents || ', ' || c.cents || ' credited'
  FROM (
    SELECT line ->> 'refundId' AS refund_id, sum(CASE d.kind WHEN 'invoice' THEN -1 ELSE 1 END * (line ->> 'cents')::bigint) AS cents
    FROM billing_documents d
    CROSS JOIN LATERAL (VALUES (d.content -> 'refunds'), (d.content -> 'credits'), (d.content -> 'lines')) list (lines)
    CROSS JOIN LATERAL jsonb_array_elements(list.lines) line
    WHERE ${since === null} AND d.kind IN ('invoice', 'credit_note') AND line ->> 'refundId' IS NOT NULL
    GROUP BY 1
  ) c
  JOIN refunds r ON r.id = c.refund_id::uuid JOIN payments p ON p.id = r.payment_id
  WHERE c.cents < 0 OR c.cents > CASE WHEN r.state = 'failed' AND EXISTS (
    SELECT FROM billing_runs b WHERE b.user_id = p.user_id AND b.month = date_trunc('month', operator_day(r.ended_at))::date
  ) THEN 0 ELSE r.cents END`;

const receipts = (scope: Scope) => sql`
  SELECT p.id::text, 'paid ' || p.amount_cents || ', receipt ' || coalesce(d.total_cents::text, 'missing')
  FROM payments p JOIN billing_settings s ON p.succeeded_at >= operator_day_start(s.starts_on)
  LEFT JOIN billing_documents d ON d.payment_id = p.id
  WHERE p.status = 'succeeded' AND p.succeeded_at < ${receiptsDue(scope)} AND p.succeeded_at > ${after(scope)}
    AND (d.total_cents IS DISTINCT FROM p.amount_cents OR d.user_id <> p.user_id)`;

/** The rules of billing documents. */
export const BILLING_INVARIANTS: Record<string, Invariant> = {
  'I24 billing documents have no gaps, add up, and every payment has a receipt': (scope) => sql`
    ${gaps(scope)} UNION ALL ${statements(scope)} UNION ALL ${invoices(scope)} UNION ALL ${creditNotes(scope)}
    UNION ALL ${credited(scope)} UNION ALL ${receipts(scope)}`,
};
