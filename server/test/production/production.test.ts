import { expect, it } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { inTier, testSeed } from '../tier.ts';
import { PRODUCTION_FAULTS } from './production-faults.ts';
import { surviveProduction } from './survive-production.ts';

const { F07, F08 } = PRODUCTION_FAULTS;
/** The first two happen while labels are bought and while the customer pays. */
const KILLS = inTier(2, 3);
const seed = testSeed();

/** Two servers and two workers on one database, with Shippo and Stripe behind them. */
it(`F07, F08: kills, lost answers and webhooks that arrive three times neither lose nor double money or labels (seed ${seed})`, async () => {
  const database = await createTestDatabase();
  const fault = { ...F07, stripe: { ...F07.stripe, ...F08.stripe } };
  const survival = await surviveProduction(database.ownerUrl, fault, { rows: 20, kills: KILLS, seed });
  await database.drop();
  expect(survival.faults).toEqual([]);
  // One row of twenty is invalid and the carrier refuses one; the other customers' single labels come on top.
  expect(survival.labels).toBeGreaterThan(18);
  expect(survival.refunds).toBeGreaterThan(0);
  expect(survival.looks).toBeGreaterThan(0);
  expect(Object.values(survival.met).reduce((sum, count) => sum + count, 0)).toBe(KILLS);
}, 600_000);
