import { expect, it } from 'vitest';
import { killDuringBulk } from './kill-during-bulk.ts';
import { createTestDatabase } from './test-database.ts';

it.each([
  { processes: 1, kills: 3 },
  { processes: 2, kills: 2 },
])(
  'F01: $kills kills during a batch on $processes process(es) lose and double neither money nor labels ("npm run faults" makes more)',
  async ({ processes, kills }) => {
    const database = await createTestDatabase();
    const seed = Date.now();
    const { faults, labels, refunds, met } = await killDuringBulk(database.ownerUrl, {
      rows: 40,
      kills,
      seed,
      processes,
    });
    await database.drop();
    expect(faults, `seed ${seed}`).toEqual([]);
    expect({ labels, refunds }).toEqual({ labels: 36, refunds: 2 });
    expect(Object.values(met).reduce((sum, count) => sum + count, 0)).toBe(kills);
  },
  180_000,
);
