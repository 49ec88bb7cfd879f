import { afterAll, beforeAll, expect, it } from 'vitest';
import { restartInTurn } from './rolling-restart.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { inTier } from './tier.ts';

const EVERY_PROCESS = { rounds: 1, workers: 2, restarts: 4 };
/** One server and the worker. */
const ONE_OF_EACH = { rounds: 1, workers: 1, restarts: 2 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('F21: a rolling restart of servers and workers fails no request of customers who are buying', async () => {
  const plan = inTier(ONE_OF_EACH, EVERY_PROCESS);
  const { failed, faults, labels, drainsMs } = await restartInTurn(database.ownerUrl, plan);
  expect([failed, faults]).toEqual([[], []]);
  expect(labels).toBeGreaterThan(0);
  expect(drainsMs).toHaveLength(plan.restarts);
}, 900_000);
