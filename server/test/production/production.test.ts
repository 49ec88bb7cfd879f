import { expect, it } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { inTier, testSeed } from '../tier.ts';
import { PRODUCTION_FAULTS } from './production-faults.ts';
import { surviveProduction } from './survive-production.ts';

const { F07, F08 } = PRODUCTION_FAULTS;
/** The first kill happens while labels are bought. */
const KILLS = inTier(1, 3);
const ROWS = inTier(10, 20);
const seed = testSeed();

/** Two servers and two workers on one database, with Shippo and Stripe behind them. */
it(`F07, F08: kills, lost answers and webhooks that arrive three times neither lose nor duplicate money or labels (seed ${seed})`, async () => {
  const database = await createTestDatabase();
  const fault = { ...F07, stripe: { ...F07.stripe, ...F08.stripe } };
  const survival = await surviveProduction(database.ownerUrl, fault, { rows: ROWS, kills: KILLS, seed });
  await database.drop();
  expect(survival.faults).toEqual([]);
  // One row is invalid and the carrier refuses one. The single labels of the other customers are additional.
  expect(survival.labels).toBeGreaterThan(ROWS - 2);
  expect(survival.refunds).toBeGreaterThan(0);
  expect(survival.looks).toBeGreaterThan(0);
  expect(Object.values(survival.perPhase).reduce((sum, count) => sum + count, 0)).toBe(KILLS);
}, 600_000);
