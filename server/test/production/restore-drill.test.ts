import { expect, it } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { dropLost, restoreDrill } from './restore-drill.ts';

it('F29, CP18: a backup that is older than what Shippo and Stripe have done ends with every label at its client or its money back', async () => {
  const database = await createTestDatabase();
  const seed = Date.now();
  const drill = await restoreDrill(database.ownerUrl, { rows: 24, rounds: 1, seed });
  await dropLost(database.ownerUrl);
  await database.drop();
  expect(drill.faults, `seed ${seed}`).toEqual([]);
  expect(drill.labelsSince).toBeGreaterThan(0);
  expect(drill.shown).toMatch(/^ {2}labels: [1-9]/m);
  expect(drill.shown).toMatch(/^ {2}voids: 1$/m);
  expect(drill.shown).toMatch(/^ {2}refunds: [1-9]/m);
  expect(drill.settled).toContain('given back');
  expect(drill.settled).toContain('voided');
}, 300_000);
