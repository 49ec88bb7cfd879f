import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { findViolations } from '../src/domains/reconciliation/invariants.ts';
import type { Database } from '../src/platform/db/database.ts';
import { findDifferences } from './provider-journals.ts';

const QUIET_WITHIN_MS = 90_000;

const OPEN_WORK = sql<{ what: string }>`
  SELECT 'shipment ' || id || ' ' || state AS what FROM shipments
  WHERE state IN ('paid', 'purchasing', 'purchase_unknown', 'purchase_failed', 'refunding', 'void_requested')
  UNION ALL SELECT 'refund ' || id || ' ' || state FROM refunds WHERE state IN ('requested', 'submitted')
  UNION ALL SELECT 'payment ' || id || ' without intent' FROM payments WHERE intent_id IS NULL AND status = 'created'
  UNION ALL SELECT 'payment ' || id || ' not settled' FROM payments JOIN sandbox.gateway_intents i USING (intent_id)
    WHERE i.status = 'succeeded' AND payments.status <> 'succeeded'
  UNION ALL SELECT 'payment ' || id || ' not spent' FROM payments
    WHERE status = 'succeeded' AND allocated_cents + surplus_returned_cents < amount_cents`;

/** Resolves with the milliseconds until nothing is between two states any more; nobody helps from outside. */
export async function waitForQuiet(db: Database): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { rows } = await OPEN_WORK.execute(db);
    const waited = performance.now() - begun;
    if (rows.length === 0) return Math.round(waited);
    if (waited > QUIET_WITHIN_MS) throw new Error(`still open: ${rows.map(({ what }) => what).join(', ')}`);
    await sleep(100);
  }
}

const DOUBLES = sql<{ what: string }>`
  SELECT 'quote ' || quote_id || ' was paid more than once' AS what FROM payment_quotes
  JOIN payments ON payments.id = payment_id WHERE status = 'succeeded' GROUP BY quote_id HAVING count(*) > 1
  UNION ALL
  SELECT 'shipment ' || a.shipment_id || ' was bought more than once' FROM sandbox.carrier_purchases c
  JOIN purchase_attempts a ON a.id::text = c.key WHERE c.voided_at IS NULL GROUP BY a.shipment_id HAVING count(*) > 1
  UNION ALL
  SELECT 'the label of ' || s.id || ' is not the one that the carrier made' FROM shipments s
  JOIN shipment_labels l ON l.shipment_id = s.id JOIN sandbox.carrier_purchases c ON c.transaction_id = s.transaction_id
  WHERE c.label_bytes <> l.bytes`;

/** Everything that is wrong with the money and the labels once all is quiet; empty when all is well. */
export async function findMoneyFaults(db: Database): Promise<string[]> {
  const { rows } = await DOUBLES.execute(db);
  const violations = await findViolations(db, { now: new Date(), passingMs: 0, since: null });
  return [
    ...rows.map(({ what }) => what),
    ...(await findDifferences(db)),
    ...violations.map(({ invariant, objectId, detail }) => `${invariant}: ${objectId} ${detail}`),
  ];
}
