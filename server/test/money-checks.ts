import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { findViolations } from '../src/domains/reconciliation/invariants.store.ts';
import type { Database } from '../src/platform/db/database.ts';
import {
  findDifferences,
  type ProviderJournals,
  type ReadJournals,
  sandboxJournals,
  withJournals,
} from './provider-journals.ts';

const QUIET_WITHIN_MS = 90_000;

const openWork = (journals: ProviderJournals) => sql<{ what: string }>`
  ${withJournals(journals)}
  SELECT 'shipment ' || id || ' ' || state AS what FROM shipments
  WHERE state IN ('paid', 'purchasing', 'purchase_unknown', 'purchase_failed', 'refunding', 'void_requested')
  UNION ALL SELECT 'refund ' || id || ' ' || state FROM refunds WHERE state IN ('requested', 'submitted')
  UNION ALL SELECT 'payment ' || id || ' without intent' FROM payments WHERE intent_id IS NULL AND status = 'created'
  UNION ALL SELECT 'payment ' || id || ' not settled' FROM payments JOIN charged USING (intent_id) WHERE payments.status <> 'succeeded'
  UNION ALL SELECT 'payment ' || id || ' not spent' FROM payments
    WHERE status = 'succeeded' AND purpose = 'labels' AND allocated_cents + surplus_returned_cents < amount_cents
  UNION ALL SELECT 'label ' || sold.transaction_id || ' is orphaned and not voided yet' FROM sold
    JOIN purchase_attempts a ON a.id::text = sold.key WHERE a.state = 'abandoned' AND NOT sold.voided`;

/** Waits until nothing is in progress and returns the milliseconds. */
export async function waitForQuiet(
  db: Database,
  readJournals: ReadJournals = sandboxJournals,
  withinMs: number = QUIET_WITHIN_MS,
): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { rows } = await openWork(await readJournals()).execute(db);
    const waited = performance.now() - begun;
    if (rows.length === 0) return Math.round(waited);
    if (waited > withinMs) throw new Error(`still open: ${rows.map(({ what }) => what).join(', ')}`);
    await sleep(100);
  }
}

const doubles = (journals: ProviderJournals) => sql<{ what: string }>`
  ${withJournals(journals)}
  SELECT 'quote ' || quote_id || ' was paid more than once' AS what FROM payment_quotes
  JOIN payments ON payments.id = payment_id WHERE status = 'succeeded' GROUP BY quote_id HAVING count(*) > 1
  UNION ALL
  SELECT 'payment ' || key || ' was charged more than once' FROM charged GROUP BY key HAVING count(*) > 1
  UNION ALL
  SELECT 'refund ' || key || ' was paid more than once' FROM returned GROUP BY key HAVING count(*) > 1
  UNION ALL
  SELECT 'the order ' || key || ' was placed more than once' FROM sold GROUP BY key HAVING count(*) > 1
  UNION ALL
  SELECT 'shipment ' || a.shipment_id || ' was bought more than once' FROM sold c
  JOIN purchase_attempts a ON a.id::text = c.key WHERE NOT c.voided GROUP BY a.shipment_id HAVING count(*) > 1
  UNION ALL
  SELECT 'the label of attempt ' || c.key || ' was not paid for' FROM sold c
  JOIN purchase_attempts a ON a.id::text = c.key JOIN shipments s ON s.id = a.shipment_id JOIN payments p ON p.id = s.payment_id
  WHERE NOT c.voided AND p.balance_cents < p.amount_cents AND NOT EXISTS (
    SELECT FROM charged g WHERE g.intent_id = p.intent_id AND g.amount_cents = p.amount_cents - p.balance_cents)
  UNION ALL
  SELECT 'the label of ' || s.id || ' is not the one that the carrier made' FROM shipments s
  JOIN shipment_labels l ON l.shipment_id = s.id JOIN sold c ON c.transaction_id = s.transaction_id
  WHERE c.label_hash <> sha256(l.bytes)`;

/** All errors in money and labels after all work is finished; empty when everything is correct. */
export async function findMoneyFaults(
  db: Database,
  readJournals: ReadJournals = sandboxJournals,
): Promise<string[]> {
  const { rows } = await doubles(await readJournals()).execute(db);
  const violations = await findViolations(db, { now: new Date(), maxInProgressMs: 0, since: null });
  return [
    ...rows.map(({ what }) => what),
    ...(await findDifferences(db, readJournals)),
    ...violations.map(({ invariant, objectId, detail }) => `${invariant}: ${objectId} ${detail}`),
  ];
}
