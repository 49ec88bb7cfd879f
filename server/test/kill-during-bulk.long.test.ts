import { expect, it } from 'vitest';
import { killDuringBulk } from './kill-during-bulk.ts';
import { createTestDatabase } from './test-database.ts';
import { testSeed } from './tier.ts';

const seed = testSeed();

it.each([
  { processes: 1, kills: 3 },
  { processes: 2, kills: 2 },
])(
  `F01: $kills kills of $processes process(es) during a batch neither lose nor duplicate money or labels (seed ${seed})`,
  async ({ processes, kills }) => {
    const database = await createTestDatabase();
    const plan = { rows: 40, kills, seed, processes };
    const { faults, labels, refunds, perPhase } = await killDuringBulk(database.ownerUrl, plan);
    await database.drop();
    expect(faults).toEqual([]);
    expect({ labels, refunds }).toEqual({ labels: 36, refunds: 2 });
    expect(Object.values(perPhase).reduce((sum, count) => sum + count, 0)).toBe(kills);
  },
  180_000,
);
