import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueAll, startBillingIn } from '../../../test/billing.ts';
import { onServer } from '../../../test/database-server.ts';
import { accountsNextToRecords, findOverdrawn, findWronglyInvoiced } from '../../../test/money-sums.ts';
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
import { cleanUp, sweep } from '../../sweep.ts';
import { readProcessorBalance } from '../processor-balance/sweep-processor-balance.ts';

/** For a long run: `LADING_RANDOM_OPERATIONS=100000 LADING_TEST_SEED=7 vitest run --project server random-trade`. */
const OPERATIONS = Number(process.env.LADING_RANDOM_OPERATIONS ?? inTier(500, 2_000));
const SEED = testSeed();
const CLIENTS = 40;
const CONCURRENCY = 8;
const STEPS_BETWEEN_SWEEPS = 200;
/** Half a month passes this often, so that documents of two months are issued while clients keep trading. */
const HALF_MONTHS = 4;
const STEPS_IN_HALF_MONTH = CONCURRENCY * Math.floor(OPERATIONS / HALF_MONTHS / CONCURRENCY);

/** Operations take turns by chance, so a run goes on until each expected one has succeeded, but no longer than this. */
const MAX_OPERATIONS = 3 * OPERATIONS;

const COMMON = [
  'quoted with customs',
  'purchased',
  'paid for a rate',
  'paid without a rate',
  'paid from a balance',
  'topped up',
  'imported again',
];
/** These must happen in a long run. */
const RARE = [
  'automatic top-ups on',
  'passed an adjustment on',
  'refunded',
  'refunded by admin',
  'refund returned by the bank',
  'topped up in another currency',
  'top-up with a stored card succeeded',
  'paid out',
  'withdrawn',
  'void voided',
  'dispute of a payment won',
  'dispute of a payment lost',
  'credited an adjustment',
  'credited a label',
  'policy: absorb',
  'dispute of an adjustment won',
  'dispute of an adjustment lost',
];
const EXPECTED = OPERATIONS < 2_000 ? COMMON : [...COMMON, ...RARE];

let faulty: FaultyApp;
beforeAll(async () => {
  faulty = await buildFaultyApp({ requestWaitMs: 0 });
});
afterAll(() => faulty.test.close());

/** Labels with a declaration, and declarations that differ from their quote. */
const DECLARED = sql`
  SELECT bool_or(s.declaration IS NOT NULL) AS some,
    count(*) FILTER (WHERE s.declaration IS DISTINCT FROM r.declaration) AS changed
  FROM shipments s JOIN quotes q ON q.id = s.quote_id JOIN quote_requests r ON r.id = q.request_id
  WHERE s.purchased_at IS NOT NULL`;

it(
  `${OPERATIONS} random operations, ${CONCURRENCY} at a time, with provider faults, keep every invariant and every cent (seed ${SEED})`,
  async () => {
    const { test, cards } = faulty;
    // The test server does not do it, and without statistics the checks of a long run exceed the statement timeout.
    const analyze = () => onServer(test.ownerUrl, 'ANALYZE');
    await startBillingIn(test.deps.db, test.clock.now());
    const trade = await RandomTrade.open(faulty, randomFrom(SEED), CLIENTS);
    const missing = () => EXPECTED.filter((name) => !trade.done[name]);
    const isEnough = (done: number) => done >= (missing().length > 0 ? MAX_OPERATIONS : OPERATIONS);
    for (let done = 0; !isEnough(done); done += CONCURRENCY) {
      await Promise.all(Array.from({ length: CONCURRENCY }, () => trade.step()));
      if (done > 0 && done % STEPS_IN_HALF_MONTH === 0) {
        await letTimePass(test, days(16));
        await analyze();
      }
      if (done % STEPS_BETWEEN_SWEEPS !== 0) continue;
      await cards.idle();
      await letTimePass(test, minutes(1));
      await sweep(test.deps);
      await cleanUp(test.deps);
    }
    if (process.env.LADING_RANDOM_OPERATIONS)
      console.log(JSON.stringify({ operations: OPERATIONS, seed: SEED, ...trade.done }));
    await cards.idle();
    await sweepFor(test, minutes(80), minutes(5));
    // The last sweeps cause events, which arrive in the background.
    await cards.idle();
    await sweep(test.deps);
    await cards.idle();
    test.clock.advance(days(5));
    faulty.gateway.calm();
    // The first one may end a run that started earlier.
    for (const _ of [1, 2]) while (!(await readProcessorBalance(test.deps)));

    await letTimePass(test, days(31));
    await issueAll(test);
    await analyze();
    await expectConsistentLedger(test);
    expect(await findWronglyInvoiced(test.deps.db)).toEqual([]);
    expect(await findOverdrawn(test.deps.db)).toEqual([]);
    for (const { account, booked, expected } of await accountsNextToRecords(test.deps.db))
      expect([account, booked]).toEqual([account, expected]);
    expect((await DECLARED.execute(test.deps.db)).rows).toEqual([{ some: true, changed: 0 }]);
    expect(missing(), `seed ${SEED}`).toEqual([]);
  },
  MAX_OPERATIONS * 60 + 60_000,
);
