import { expect, it } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { inTier, testSeed } from '../tier.ts';
import { dropLost, restoreDrill } from './restore-drill.ts';

it('F29: after restoring a backup that is older than the records of Shippo and Stripe, every label reaches its client or is refunded', async () => {
  const database = await createTestDatabase();
  const seed = testSeed();
  const drill = await restoreDrill(database.ownerUrl, { rows: 24, rounds: 1, seed, each: inTier(1, 2) });
  await dropLost(database.ownerUrl);
  await database.drop();
  expect(drill.faults, `seed ${seed}`).toEqual([]);
  expect(drill.labelsSince).toBeGreaterThan(0);
  expect(drill.shown).toMatch(/^ {2}labels: [1-9]/m);
  expect(drill.shown).toMatch(/^ {2}voids: 1$/m);
  expect(drill.shown).toMatch(/^ {2}refunds: [1-9]/m);
  expect(drill.settled).toMatch(/^ {2}payment .*, refunded$/m);
  expect(drill.settled).toMatch(/^ {2}label .*: voided$/m);
}, 600_000);
