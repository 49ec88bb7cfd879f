import { expect, it } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { makeIdenticalCalls } from './identical-calls.ts';
import { PRODUCTION_FAULTS } from './production-faults.ts';
import { surviveProduction } from './survive-production.ts';

const { F07, F08 } = PRODUCTION_FAULTS;
const KILLS = 3;

it('F07, F08: two servers and two workers on one database, with Shippo and Stripe behind them, lose and double neither money nor labels when three are killed, answers get lost and news come three times ("npm run faults" makes more)', async () => {
  const database = await createTestDatabase();
  const seed = Date.now();
  const fault = { ...F07, stripe: { ...F07.stripe, ...F08.stripe } };
  const survival = await surviveProduction(database.ownerUrl, fault, { rows: 20, kills: KILLS, seed });
  await database.drop();
  expect(survival.faults, `seed ${seed}`).toEqual([]);
  // One row of twenty cannot be shipped and one is refused; the single labels of the other customers come on top.
  expect(survival.labels).toBeGreaterThan(18);
  expect(survival.refunds).toBeGreaterThan(0);
  expect(survival.looks).toBeGreaterThan(0);
  expect(Object.values(survival.met).reduce((sum, count) => sum + count, 0)).toBe(KILLS);
}, 300_000);

it('F19: fifty identical orders, purchases, refunds and starts of a batch over two servers have one effect each', async () => {
  const database = await createTestDatabase();
  const { faults } = await makeIdenticalCalls(database.ownerUrl, 1);
  await database.drop();
  expect(faults).toEqual([]);
}, 180_000);
