import { expect, it } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { makeIdenticalCalls } from './identical-calls.ts';

it('F19: fifty identical orders, purchases, refunds and batch starts over two servers have one effect each', async () => {
  const database = await createTestDatabase();
  const { faults } = await makeIdenticalCalls(database.ownerUrl, 1);
  await database.drop();
  expect(faults).toEqual([]);
}, 180_000);
