import { expect, it } from 'vitest';
import { someCrashPoints } from './crash-points.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { waitForRounds } from './kill-during-purchases.ts';
import { randomFrom } from './random-from.ts';
import { surviveFaults } from './survive-faults.ts';
import { createTestDatabase } from './test-database.ts';
import { testSeed } from './tier.ts';

const CUT_EVERY_COMMIT = 7;
const ROUNDS_WITH_BOTH = 6;
const seed = testSeed();

/**
 * F03, F14 and F30 on one site. The long tier runs each of them alone and at every crash point: crash-points,
 * kill-during-purchases, lost-commits.
 */
it(`purchases survive kills at some crash points and lost commits (seed ${seed})`, async () => {
  const database = await createTestDatabase();
  const proxy = await startCuttingProxy(database.ownerUrl, CUT_EVERY_COMMIT);
  const points = someCrashPoints(randomFrom(seed));
  const missed: string[] = [];
  const { faults, labels } = await surviveFaults(database.ownerUrl, {
    processes: 2,
    proxyUrls: [undefined, proxy.url],
    disrupt: async ([direct, proxied], shopping) => {
      if (!direct || !proxied) throw new Error('This test needs two processes');
      for (const point of points)
        if (!(await direct.crashAt(`${point}:1`, shopping.isOver))) missed.push(point);
      await Promise.all([direct.start(), proxied.start()]);
      await waitForRounds(shopping, ROUNDS_WITH_BOTH);
    },
  });
  await proxy.close();
  await database.drop();
  expect(new Set(points).size).toBeGreaterThan(5);
  expect({ missed, faults }).toEqual({ missed: [], faults: [] });
  expect(labels).toBeGreaterThan(5);
  expect(proxy.cuts()).toBeGreaterThan(0);
}, 600_000);
