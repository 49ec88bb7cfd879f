import { expect, it } from 'vitest';
import { killDuringPurchases } from './kill-during-purchases.ts';
import { createTestDatabase } from './test-database.ts';

it('F01: three kills during purchases lose and double neither money nor labels ("npm run faults" makes more)', async () => {
  const database = await createTestDatabase();
  const seed = Date.now();
  const { faults, labels } = await killDuringPurchases(database.ownerUrl, { kills: 3, seed, processes: 1 });
  await database.drop();
  expect(faults, `seed ${seed}`).toEqual([]);
  expect(labels).toBeGreaterThan(0);
}, 180_000);
