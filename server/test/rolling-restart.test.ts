import { afterAll, beforeAll, expect, it } from 'vitest';
import { restartInTurn } from './rolling-restart.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('F21: a rolling restart of two servers and two workers fails no request of customers who buy meanwhile', async () => {
  const { failed, faults, labels, drainsMs } = await restartInTurn(database.ownerUrl, { rounds: 1 });
  expect([failed, faults]).toEqual([[], []]);
  expect(labels).toBeGreaterThan(0);
  expect(drainsMs).toHaveLength(4);
}, 900_000);
