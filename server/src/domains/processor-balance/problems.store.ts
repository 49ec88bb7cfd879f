import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type { IncidentKind } from '../reconciliation/incident-kinds.ts';
import { amountText } from './amount-text.store.ts';

interface Scope {
  provider: string;
  /** Problems of older movements are found only if their object is listed. */
  since: Date;
  unknownBefore: Date;
  settledBefore: Date;
}

interface Problem {
  objectId: string;
  detail: string;
}

/** Enough to see what is wrong. The rest follows when these are settled. */
const MAX_PROBLEMS = 100;

/** What an admin closed stays closed, and must not take the place of other problems. */
const notSettled = (kind: IncidentKind, objectId: RawBuilder<unknown>) => sql<boolean>`NOT EXISTS (
  SELECT FROM incidents i WHERE i.kind = ${sql.lit(kind)} AND i.object_id = ${objectId} AND i.settled_by IS NOT NULL)`;

/** Objects with an open incident come first, so that the limit never cuts them off. */
const openFirst = (objectId: RawBuilder<unknown>, open: readonly string[]) =>
  sql`${objectId} = ANY (${[...open]}::text[]) DESC`;

const dollars = (cents: RawBuilder<unknown>) => amountText(cents, sql.lit('USD'));

async function problemsIn(db: Handle, query: ReturnType<typeof sql<Problem>>): Promise<Problem[]> {
  return (await query.execute(db)).rows;
}

/** Movements that are not the provider's own (a fee, a payout, a hold), and belong to nothing of ours. */
export const selectUnknownMovements = (db: Handle, scope: Scope, open: readonly string[]) =>
  problemsIn(
    db,
    sql<Problem>`
    SELECT m.id AS "objectId", m.kind || ' of ' || ${amountText(sql`m.amount_cents`, sql`m.currency`)} || ' ' || m.currency
           || coalesce(', ' || m.source_id, '') || coalesce(', ' || m.intent_id, '') AS detail
    FROM processor_movements m
    WHERE m.provider = ${scope.provider} AND m.kind NOT IN ('fee', 'payout', 'hold') AND m.net_cents <> 0
      AND (m.payment_id IS NULL OR (m.kind = 'refund' AND m.refund_id IS NULL))
      AND ((m.created_at >= ${scope.since} AND m.created_at < ${scope.unknownBefore}) OR m.id = ANY (${[...open]}::text[]))
      -- The webhook has already reported a refund that was made elsewhere.
      AND NOT EXISTS (SELECT FROM incidents i WHERE i.kind = 'refund_unknown' AND i.object_id = m.source_id)
      AND ${notSettled('movement_unknown', sql`m.id`)}
    ORDER BY ${openFirst(sql`m.id`, open)}, m.created_at DESC LIMIT ${MAX_PROBLEMS + open.length}`,
  );

/** The other currency of a movement; null if there is none. */
const foreignTo = (currency: RawBuilder<unknown>) =>
  sql`max(m.currency) FILTER (WHERE m.currency <> ${currency})`;

/** Payments, refunds and disputes whose movements do not add up to the amount in the ledger. */
export const selectDifferingMovements = (db: Handle, scope: Scope, open: readonly string[]) => {
  const ids = sql`(${[...open]}::text[])`;
  const recent = (kind: string) =>
    sql`m.provider = ${scope.provider} AND m.kind = ${sql.lit(kind)} AND m.read_at >= ${scope.since}`;
  const detail = sql`'ledger ' || ${dollars(sql`expected`)} || ', payment provider ' || ${amountText(sql`listed`, sql`foreign_currency`)}
    || CASE WHEN foreign_currency IS NOT NULL THEN ' (in another currency)' ELSE '' END`;
  return problemsIn(
    db,
    sql<Problem>`
    SELECT id::text AS "objectId", ${detail} AS detail FROM (
      SELECT p.id, p.amount_cents - p.balance_cents AS expected, sum(m.amount_cents) AS listed, ${foreignTo(sql`p.currency`)} AS foreign_currency
      FROM payments p JOIN processor_movements m ON m.payment_id = p.id AND m.kind = 'charge'
      WHERE p.status = 'succeeded'
        AND (p.id IN (SELECT m.payment_id FROM processor_movements m WHERE ${recent('charge')}) OR p.id::text = ANY ${ids})
      GROUP BY p.id
      UNION ALL
      SELECT r.id, CASE r.state WHEN 'succeeded' THEN -r.cents ELSE 0 END, sum(m.amount_cents), ${foreignTo(sql.lit('USD'))}
      FROM refunds r JOIN processor_movements m ON m.refund_id = r.id
      WHERE (r.state = 'succeeded' OR (r.state = 'failed' AND r.ended_at < ${scope.settledBefore}))
        AND (r.id IN (SELECT m.refund_id FROM processor_movements m WHERE ${recent('refund')}) OR r.id::text = ANY ${ids})
      GROUP BY r.id
      UNION ALL
      SELECT d.id, CASE d.state WHEN 'won' THEN 0 ELSE -d.cents END, sum(m.amount_cents), ${foreignTo(sql.lit('USD'))}
      FROM disputes d JOIN processor_movements m ON m.payment_id = d.payment_id AND m.dispute_id = d.dispute_id
      WHERE (d.state <> 'won' OR d.ended_at < ${scope.settledBefore})
        AND (d.payment_id IN (SELECT m.payment_id FROM processor_movements m WHERE ${recent('dispute')}) OR d.id::text = ANY ${ids})
      GROUP BY d.id
    ) compared
    WHERE (expected <> listed OR foreign_currency IS NOT NULL) AND ${notSettled('movement_differs', sql`compared.id::text`)}
    ORDER BY ${openFirst(sql`compared.id::text`, open)}, compared.id DESC LIMIT ${MAX_PROBLEMS + open.length}`,
  );
};

/** Paid payments that the provider does not list. Payments before the first read may have no movement. */
export const selectMissingPayments = (db: Handle, scope: Scope, open: readonly string[]) =>
  problemsIn(
    db,
    sql<Problem>`
    SELECT p.id::text AS "objectId", ${dollars(sql`(p.amount_cents - p.balance_cents)`)} || ', ' || coalesce(p.intent_id, 'no intent') AS detail
    FROM payments p JOIN processor_reads s ON s.provider = p.provider
    WHERE p.provider = ${scope.provider} AND p.status = 'succeeded' AND p.balance_cents < p.amount_cents
      AND p.succeeded_at >= s.first_read_at
      AND ((p.succeeded_at >= ${scope.since} AND p.succeeded_at < least(${scope.settledBefore}, s.read_until))
        OR p.id::text = ANY (${[...open]}::text[]))
      AND NOT EXISTS (SELECT FROM processor_movements m WHERE m.payment_id = p.id AND m.kind = 'charge')
      AND ${notSettled('movement_missing', sql`p.id::text`)}
    ORDER BY ${openFirst(sql`p.id::text`, open)}, p.succeeded_at LIMIT ${MAX_PROBLEMS + open.length}`,
  );

export const selectDifferingPayouts = (db: Handle, scope: Scope, open: readonly string[]) =>
  problemsIn(
    db,
    sql<Problem>`
    SELECT p.id AS "objectId", 'paid out ' || ${amountText(sql`p.amount_cents`, sql`p.currency`)}
           || ', movements ' || ${amountText(sql`coalesce(m.cents, 0)`, sql`p.currency`)} AS detail
    FROM processor_payouts p
    LEFT JOIN LATERAL (SELECT sum(net_cents) AS cents FROM processor_movements WHERE payout_id = p.id) m ON true
    WHERE p.provider = ${scope.provider} AND p.itemized AND p.items_read_at IS NOT NULL AND p.amount_cents <> coalesce(m.cents, 0)
      AND (p.created_at >= ${scope.since} OR p.id = ANY (${[...open]}::text[]))
      AND ${notSettled('payout_differs', sql`p.id`)}
    ORDER BY ${openFirst(sql`p.id`, open)}, p.created_at DESC LIMIT ${MAX_PROBLEMS + open.length}`,
  );
