import { expect, it } from 'vitest';
import { crashPointsOfStores } from './crash-points.ts';
import { surviveKills } from './orders-kills.ts';
import { createTestDatabase } from './test-database.ts';
import { testSeed } from './tier.ts';

const ORDERS = 2_000;
const seed = testSeed();

it(`no order of six kinds of stores is lost or reported twice while stores fail and processes are killed (seed ${seed})`, async () => {
  const database = await createTestDatabase();
  const points = crashPointsOfStores();
  const reading = points.filter((point) => point.startsWith('orders-'));
  const reporting = points.filter((point) => point.startsWith('report-'));
  expect([reading.length, reporting.length, points.length]).toEqual([1, 3, 4]);
  const run = { orders: ORDERS, reading, reporting, kills: 6, seed };
  const outcome = await surviveKills(database.ownerUrl, run);
  await database.drop();
  expect(outcome).toEqual({
    missed: [],
    orders: ORDERS,
    shipped: 1_904,
    wrong: [],
    compared: 6,
    incidents: 0,
  });
}, 1_800_000);
