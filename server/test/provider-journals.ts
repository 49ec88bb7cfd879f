import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../src/platform/db/database.ts';

/**
 * The records of the providers as queries, so that one statement can compare them with ours. The keys are our ids
 * of purchase attempts, payments and refunds.
 */
export interface ProviderJournals {
  /** key, transaction_id, tracking_number, cost_cents, voided, label_hash (sha256; null when unknown). */
  sold: RawBuilder<unknown>;
  /** key, intent_id, amount_cents. */
  charged: RawBuilder<unknown>;
  /** key, refund_id, intent_id, amount_cents. */
  returned: RawBuilder<unknown>;
}

/** Called for every check, because the providers keep writing. */
export type ReadJournals = () => Promise<ProviderJournals>;

/** The built-in label provider and the test gateway keep their journals in the database. */
export const sandboxJournals: ReadJournals = async () => ({
  sold: sql`SELECT key, transaction_id, tracking_number, cost_cents, voided_at IS NOT NULL AS voided, sha256(label_bytes) AS label_hash
    FROM sandbox.carrier_purchases`,
  charged: sql`SELECT key, intent_id, amount_cents FROM sandbox.gateway_intents WHERE status = 'succeeded'`,
  returned: sql`SELECT key, refund_id, intent_id, amount_cents FROM sandbox.gateway_refunds WHERE refusal IS NULL`,
});

/** The three journals as common table expressions, for the start of a statement. */
export const withJournals = ({ sold, charged, returned }: ProviderJournals): RawBuilder<unknown> =>
  sql`WITH sold AS (${sold}), charged AS (${charged}), returned AS (${returned})`;

/** All differences between our data and the journals of the providers, in both directions. */
const differences = (journals: ProviderJournals) => sql<{ difference: string }>`
  ${withJournals(journals)}
  SELECT 'the carrier sold ' || c.key || ', but no shipment has it' AS difference
  FROM sold c
  WHERE NOT c.voided AND NOT EXISTS (
    SELECT FROM purchase_attempts a JOIN shipments s ON s.id = a.shipment_id
    WHERE a.id::text = c.key AND a.state = 'succeeded' AND s.transaction_id = c.transaction_id
      AND s.tracking_number = c.tracking_number AND s.actual_cost_cents = c.cost_cents)
  UNION ALL
  SELECT 'shipment ' || s.id || ' has a label that the carrier does not know' FROM shipments s
  WHERE s.transaction_id IS NOT NULL AND s.state <> 'voided' AND NOT EXISTS (
    SELECT FROM sold c WHERE c.transaction_id = s.transaction_id AND NOT c.voided)
  UNION ALL
  SELECT 'shipment ' || s.id || ' is voided in our data, but not at the carrier' FROM shipments s
  JOIN sold c ON c.transaction_id = s.transaction_id
  WHERE s.state = 'voided' AND NOT c.voided
  UNION ALL
  SELECT 'intent ' || g.intent_id || ' was charged, but no payment has this intent and amount' FROM charged g
  WHERE NOT EXISTS (
    SELECT FROM payments p WHERE p.id::text = g.key AND p.intent_id = g.intent_id AND p.status = 'succeeded'
      AND p.amount_cents - p.balance_cents = g.amount_cents)
  UNION ALL
  SELECT 'payment ' || p.id || ' was never charged' FROM payments p
  WHERE p.status = 'succeeded' AND p.balance_cents < p.amount_cents AND NOT EXISTS (SELECT FROM charged g WHERE g.intent_id = p.intent_id)
  UNION ALL
  SELECT 'refund ' || r.refund_id || ' was paid, but we have no such refund' FROM returned r
  WHERE NOT EXISTS (
    SELECT FROM refunds f WHERE f.id::text = r.key AND f.state = 'succeeded' AND f.provider_id = r.refund_id
      AND f.cents = r.amount_cents)
  UNION ALL
  SELECT 'refund ' || f.id || ' was never paid' FROM refunds f
  WHERE f.state = 'succeeded' AND f.destination = 'card' AND NOT EXISTS (SELECT FROM returned r WHERE r.key = f.id::text)`;

const LOOKS = 100;
const LOOK_AGAIN_MS = 20;

/** Counts only lasting differences, because the event of a charge takes some time to arrive. */
export async function findDifferences(
  db: Database,
  readJournals: ReadJournals = sandboxJournals,
): Promise<string[]> {
  for (let looks = 1; ; looks += 1) {
    const { rows } = await differences(await readJournals()).execute(db);
    if (rows.length === 0 || looks === LOOKS) return rows.map(({ difference }) => difference);
    await sleep(LOOK_AGAIN_MS);
  }
}
