import type { Batch, BulkRow } from '@lading/contract/bulk.ts';
import { centsOf } from '@lading/contract/money.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { act, batchOf, begunBatch, oneAtATime, refundsOf, rowsOf, rowsOfBatch } from './bulk.ts';
import { buildFaultyApp, expectConsistentLedger, type FaultyApp, makeShop, type Shop } from './shipping.ts';

/** One application per file and a client per test. Rows are processed one at a time, so that tests know which are in progress. */
export function withBatchClient(use: (faulty: FaultyApp, shop: Shop) => void) {
  let faulty: FaultyApp;
  let shop: Shop;
  beforeAll(async () => {
    faulty = await buildFaultyApp({ requestWaitMs: 120 }, oneAtATime);
  });
  const newClient = async () => {
    shop = await makeShop(faulty.test);
    use(faulty, shop);
  };
  beforeEach(newClient);
  afterAll(async () => {
    await expectConsistentLedger(faulty.test);
    await faulty.test.close();
  });

  const rows = ({ id }: Batch) => rowsOfBatch(faulty.test, shop, id);
  return {
    newClient,
    rows,
    startedBatch: (count: number) => begunBatch(faulty.test, shop, rowsOf(count)),
    show: ({ id }: Batch) => batchOf(faulty.test, shop, id),
    statuses: async (batch: Batch) => (await rows(batch)).map(({ status }) => status),
    steer: (route: string, { id }: Batch, body: object = {}) => act(faulty.test, shop, route, id, body),
    refunds: () => refundsOf(faulty.test, shop),
  };
}

export const centsOfRow = (row: BulkRow | undefined) => centsOf(row?.rate?.amount ?? 0);
export const sumOf = (cents: number[]) => cents.reduce((sum, each) => sum + each, 0);
