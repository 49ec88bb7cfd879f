import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueAll, startBillingIn } from '../../../test/billing.ts';
import { randomFrom } from '../../../test/random-from.ts';
import { RandomTrade } from '../../../test/random-trade.ts';
import {
  buildFaultyApp,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  sweepFor,
} from '../../../test/shipping.ts';
import { inTier, testSeed } from '../../../test/tier.ts';
import { days, minutes } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';
import { readProcessorBalance } from '../processor-balance/sweep-processor-balance.ts';

/** For a long run: `LADING_RANDOM_OPERATIONS=100000 LADING_TEST_SEED=7 vitest run --project server random-trade`. */
const OPERATIONS = Number(process.env.LADING_RANDOM_OPERATIONS ?? inTier(500, 2_000));
const SEED = testSeed();
const CLIENTS = 40;
const CONCURRENCY = 8;
const STEPS_BETWEEN_SWEEPS = 200;
/** Then the clients' documents of the month are issued while they go on. */
const CLOSES_MONTH_AFTER = 400;

let faulty: FaultyApp;
beforeAll(async () => {
  faulty = await buildFaultyApp({ requestWaitMs: 0 });
});
afterAll(() => faulty.test.close());

/** The ledger balance of each account next to the sum of the underlying records. */
const ACCOUNTS = sql<{ account: string; booked: number; expected: number }>`
  WITH bought AS (SELECT * FROM shipments WHERE purchased_at IS NOT NULL),
  expected (account, cents) AS (
    SELECT 'processor', (SELECT coalesce(sum(amount_cents - balance_cents), 0) FROM payments WHERE status = 'succeeded')
      - (SELECT coalesce(sum(cents), 0) FROM refunds WHERE state = 'succeeded' AND destination = 'card')
      - (SELECT sum(booked_cents) FROM processor_movements) - (SELECT sum(amount_cents) FROM processor_payouts WHERE status = 'paid')
    UNION ALL SELECT 'client_balances', -coalesce(sum(cents), 0) FROM balances
    UNION ALL SELECT 'balance_holds', -coalesce(sum(balance_cents), 0) FROM payments WHERE status = 'created'
    UNION ALL SELECT 'processor', (SELECT sum(net_cents) FROM processor_movements WHERE kind <> 'payout')
      - (SELECT sum(amount_cents) FROM processor_payouts WHERE status = 'paid')
    UNION ALL SELECT 'processor_fees', sum(fee_cents) FROM processor_movements
    UNION ALL SELECT 'bank', (SELECT coalesce(sum(cents), 0) FROM balance_entries WHERE kind = 'deposit')
      + (SELECT sum(amount_cents) FROM processor_payouts WHERE status = 'paid')
    UNION ALL SELECT 'customer_funds', 0
    UNION ALL SELECT 'refunds_payable', 0
    UNION ALL SELECT 'carrier_payable', -coalesce(sum(actual_cost_cents), 0) FROM bought
    UNION ALL SELECT 'commission', -coalesce(sum(commission_cents), 0) FROM bought
    UNION ALL SELECT 'rate_variance', coalesce(sum(actual_cost_cents - cost_cents), 0) FROM bought
    UNION ALL SELECT 'refunds_given', coalesce(sum(cents), 0) FROM refunds WHERE kind = 'by_admin' AND state = 'succeeded')
  SELECT account, expected.cents::bigint AS expected,
    coalesce((SELECT sum(cents) FROM ledger_entries e WHERE e.account = expected.account), 0)::bigint AS booked
  FROM expected`;

/** Labels with a declaration, and declarations that differ from their quote. */
const DECLARED = sql`
  SELECT bool_or(s.declaration IS NOT NULL) AS some,
    count(*) FILTER (WHERE s.declaration IS DISTINCT FROM r.declaration) AS changed
  FROM shipments s JOIN quotes q ON q.id = s.quote_id JOIN quote_requests r ON r.id = q.request_id
  WHERE s.purchased_at IS NOT NULL`;

/** All labels are on invoices, and all their refunds on invoices or credit notes. */
async function invoicedAndCharged({ deps: { db } }: FaultyApp['test']) {
  const { rows } = await sql<{ difference: number }>`
    SELECT ((SELECT sum(CASE kind WHEN 'invoice' THEN total_cents ELSE -total_cents END) FROM billing_documents WHERE kind IN ('invoice', 'credit_note'))
      - (SELECT sum(total_cents) FROM shipments WHERE purchased_at IS NOT NULL)
      + (SELECT coalesce(sum(cents), 0) FROM refunds WHERE kind = 'by_admin' AND state = 'succeeded'))::bigint AS difference`.execute(
    db,
  );
  return rows[0];
}

it(
  `${OPERATIONS} random operations, ${CONCURRENCY} at a time, with provider faults, keep every invariant and every cent (seed ${SEED})`,
  async () => {
    const { test, cards } = faulty;
    await startBillingIn(test.deps.db, test.clock.now());
    const trade = await RandomTrade.open(faulty, randomFrom(SEED), CLIENTS);
    for (let done = 0; done < OPERATIONS; done += CONCURRENCY) {
      await Promise.all(Array.from({ length: CONCURRENCY }, () => trade.step()));
      if (done === CLOSES_MONTH_AFTER) await letTimePass(test, days(16));
      if (done % STEPS_BETWEEN_SWEEPS !== 0) continue;
      await cards.idle();
      await letTimePass(test, minutes(1));
      await sweep(test.deps);
    }
    await cards.idle();
    await sweepFor(test, minutes(80), minutes(5));
    test.clock.advance(days(5));
    for (const _ of [1, 2, 3]) await readProcessorBalance(test.deps).catch(() => {});

    await letTimePass(test, days(31));
    await issueAll(test);
    await expectConsistentLedger(test);
    expect(await invoicedAndCharged(test)).toMatchObject({ difference: 0 });
    const { rows } = await ACCOUNTS.execute(test.deps.db);
    for (const { account, booked, expected } of rows) expect([account, booked]).toEqual([account, expected]);
    expect((await DECLARED.execute(test.deps.db)).rows).toEqual([{ some: true, changed: 0 }]);
    for (const name of [
      'quoted with customs',
      'purchased',
      'refunded',
      'paid for a rate',
      'paid without a rate',
      'refunded by admin',
      'paid from a balance',
    ])
      expect(trade.done[name], `${name}, seed ${SEED}`).toBeGreaterThan(0);
    if (process.env.LADING_RANDOM_OPERATIONS)
      console.log(JSON.stringify({ operations: OPERATIONS, seed: SEED, ...trade.done }));
  },
  OPERATIONS * 60 + 60_000,
);
