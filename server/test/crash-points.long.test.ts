import { expect, it } from 'vitest';
import { crash, crashPoints } from './crash-points.ts';
import { createTestDatabase } from './test-database.ts';

it('F03: a kill at every crash point neither loses nor duplicates money or labels', async () => {
  const database = await createTestDatabase();
  const crashes = crashPoints().map((point) => ({ point, nthHit: 1 }));
  const { missed, faults, labels } = await crash(database.ownerUrl, crashes);
  await database.drop();
  expect(crashes.length).toBeGreaterThan(10);
  expect({ missed, faults }).toEqual({ missed: [], faults: [] });
  expect(labels).toBeGreaterThan(0);
}, 300_000);
