import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../src/platform/db/database.ts';

/** Where our books and the journals of the sandbox's carrier and card provider differ, both ways (I15). */
const DIFFERENCES = sql<{ difference: string }>`
  SELECT 'the carrier sold ' || c.key || ', which is in no shipment' AS difference
  FROM sandbox.carrier_purchases c
  WHERE c.voided_at IS NULL AND NOT EXISTS (
    SELECT FROM purchase_attempts a JOIN shipments s ON s.id = a.shipment_id
    WHERE a.id::text = c.key AND a.state = 'succeeded' AND s.transaction_id = c.transaction_id
      AND s.tracking_number = c.tracking_number AND s.actual_cost_cents = c.cost_cents)
  UNION ALL
  SELECT 'shipment ' || s.id || ' has a label that the carrier does not know' FROM shipments s
  WHERE s.transaction_id IS NOT NULL AND s.state <> 'voided' AND NOT EXISTS (
    SELECT FROM sandbox.carrier_purchases c WHERE c.transaction_id = s.transaction_id AND c.voided_at IS NULL)
  UNION ALL
  SELECT 'shipment ' || s.id || ' is voided here and not at the carrier' FROM shipments s
  JOIN sandbox.carrier_purchases c ON c.transaction_id = s.transaction_id
  WHERE s.state = 'voided' AND c.voided_at IS NULL
  UNION ALL
  SELECT 'intent ' || g.intent_id || ' was charged and is no payment of that sum' FROM sandbox.gateway_intents g
  WHERE g.status = 'succeeded' AND NOT EXISTS (
    SELECT FROM payments p WHERE p.id::text = g.key AND p.intent_id = g.intent_id AND p.status = 'succeeded'
      AND p.amount_cents = g.amount_cents)
  UNION ALL
  SELECT 'payment ' || p.id || ' was never charged' FROM payments p
  WHERE p.status = 'succeeded' AND NOT EXISTS (
    SELECT FROM sandbox.gateway_intents g WHERE g.intent_id = p.intent_id AND g.status = 'succeeded')
  UNION ALL
  SELECT 'refund ' || r.refund_id || ' was paid and is none of ours' FROM sandbox.gateway_refunds r
  WHERE r.refusal IS NULL AND NOT EXISTS (
    SELECT FROM refunds f WHERE f.id::text = r.key AND f.state = 'succeeded' AND f.provider_id = r.refund_id
      AND f.cents = r.amount_cents)
  UNION ALL
  SELECT 'refund ' || f.id || ' was never paid' FROM refunds f
  WHERE f.state = 'succeeded' AND NOT EXISTS (
    SELECT FROM sandbox.gateway_refunds r WHERE r.key = f.id::text AND r.refusal IS NULL)`;

const LOOKS = 100;
const LOOK_AGAIN_MS = 20;

/** News of a charge is on its way for a moment, so a difference counts when it stays. */
export async function findDifferences(db: Database): Promise<string[]> {
  for (let looks = 1; ; looks += 1) {
    const { rows } = await DIFFERENCES.execute(db);
    if (rows.length === 0 || looks === LOOKS) return rows.map(({ difference }) => difference);
    await sleep(LOOK_AGAIN_MS);
  }
}
