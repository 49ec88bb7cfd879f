import { expect, it } from 'vitest';
import { crashPointsOfStores } from './crash-points.ts';
import { surviveKills } from './orders-kills.ts';
import { createTestDatabase } from './test-database.ts';

it('kills at every crash point of stores lose no order and report none twice', async () => {
  const database = await createTestDatabase();
  const points = crashPointsOfStores();
  const reading = points.filter((point) => point.startsWith('orders-'));
  const reporting = points.filter((point) => point.startsWith('report-'));
  expect([reading.length, reporting.length, points.length]).toEqual([1, 3, 4]);
  const outcome = await surviveKills(database.ownerUrl, {
    stores: 4,
    ordersPerStore: 500,
    reading,
    reporting,
  });
  await database.drop();
  expect(outcome).toEqual({ missed: [], orders: 2_000, wrong: [] });
}, 1_800_000);
