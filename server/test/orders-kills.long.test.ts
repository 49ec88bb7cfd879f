import { expect, it } from 'vitest';
import { crashPointsOfStores } from './crash-points.ts';
import { surviveKills } from './orders-kills.ts';
import { createTestDatabase } from './test-database.ts';
import { testSeed } from './tier.ts';

const ORDERS_PER_STORE = 500;
const seed = testSeed();

it(`no order of four kinds of stores is lost or reported twice while stores fail and processes are killed (seed ${seed})`, async () => {
  const database = await createTestDatabase();
  const points = crashPointsOfStores();
  const reading = points.filter((point) => point.startsWith('orders-'));
  const reporting = points.filter((point) => point.startsWith('report-'));
  expect([reading.length, reporting.length, points.length]).toEqual([1, 3, 4]);
  const run = { ordersPerStore: ORDERS_PER_STORE, reading, reporting, kills: 6, seed };
  const outcome = await surviveKills(database.ownerUrl, run);
  await database.drop();
  expect(outcome).toEqual({
    missed: [],
    orders: 2_000,
    shipped: 1_900,
    wrong: [],
    compared: 4,
    incidents: 0,
  });
}, 1_800_000);
