import { expect, it } from 'vitest';
import { startCuttingProxy } from './cutting-proxy.ts';
import { surviveFaults } from './survive-faults.ts';
import { createTestDatabase } from './test-database.ts';

it('F14: commits whose answer is lost neither lose nor duplicate money or labels', async () => {
  const database = await createTestDatabase();
  const proxy = await startCuttingProxy(database.ownerUrl, 7);
  const { faults, labels } = await surviveFaults(database.ownerUrl, {
    processes: 1,
    rounds: 5,
    proxyUrls: [proxy.url],
    disrupt: async ([lading]) => void (await lading?.start()),
  });
  await proxy.close();
  await database.drop();
  expect(faults).toEqual([]);
  expect(labels).toBeGreaterThan(5);
  expect(proxy.cuts()).toBeGreaterThan(5);
}, 180_000);
