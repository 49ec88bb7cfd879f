import { expect, it } from 'vitest';
import { killDuringPurchases } from './kill-during-purchases.ts';
import { createTestDatabase } from './test-database.ts';
import { testSeed } from './tier.ts';

const seed = testSeed();

it.each([
  { fault: 'F01', processes: 1, kills: 3, rounds: undefined, atLeast: 1 },
  { fault: 'F30', processes: 2, kills: 4, rounds: 12, atLeast: 21 },
])(
  `$fault: $kills kills of $processes process(es) during purchases neither lose nor duplicate money or labels (seed ${seed})`,
  async ({ processes, kills, rounds, atLeast }) => {
    const database = await createTestDatabase();
    const plan = { kills, seed, processes, ...(rounds !== undefined && { rounds }) };
    const { faults, labels } = await killDuringPurchases(database.ownerUrl, plan);
    await database.drop();
    expect(faults).toEqual([]);
    expect(labels).toBeGreaterThanOrEqual(atLeast);
  },
  180_000,
);
