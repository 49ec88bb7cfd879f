import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Composition, compose } from '../src/compose.ts';
import { BulkWorker } from '../src/domains/bulk/bulk-worker.ts';
import { createLog } from '../src/platform/log.ts';
import { buildTestApp, PUBLIC_URL, type TestApp } from './build-test-app.ts';
import { act, batchOf, rowsOf, upload, work } from './bulk.ts';
import { makeShop, type Shop } from './shipping.ts';

const ROWS = 10;
const PAUSE_MS = 100;

interface Start {
  worker: number;
  at: number;
}

let test: TestApp;
let other: Composition;
let shop: Shop;
let starts: Start[] = [];
/** The kind of each turn that a worker took. */
let turns: string[] = [];
/** A rates call waits for this. */
let held: Promise<void> = Promise.resolve();

beforeAll(async () => {
  test = await buildTestApp();
  other = await compose(test.config, test.appUrl, createLog('silent'), () => PUBLIC_URL, test.clock);
  for (const [index, { labelProvider, callBudget }] of [test.deps, other.deps].entries()) {
    const take = callBudget.take;
    callBudget.take = (kind, limit) => {
      turns.push(kind);
      return take(kind, limit);
    };
    const rates = labelProvider.rates.bind(labelProvider);
    labelProvider.rates = async (request) => {
      starts.push({ worker: index, at: performance.now() });
      await held;
      return rates(request);
    };
  }
  shop = await makeShop(test);
});
afterAll(async () => {
  await other.close();
  await test.close();
});

const setPace = (pauseMs: number) => {
  const pace = { parallel: 1, pauseBetweenRatesMs: pauseMs, pauseBetweenLabelsMs: pauseMs };
  for (const { labelProvider } of [test.deps, other.deps]) Object.assign(labelProvider, { pace });
};
/** A batch whose rows wait for rates. */
async function waitingBatch(): Promise<string> {
  starts = [];
  turns = [];
  const { id } = await upload(test, shop, rowsOf(ROWS));
  await work(test);
  await act(test, shop, API.batchRates, id, {});
  return id;
}

describe('workers of two processes', () => {
  it('together keep to the pace of the label provider, and share the rows', async () => {
    setPace(PAUSE_MS);
    const id = await waitingBatch();
    const begun = performance.now();
    await Promise.all([test.deps, other.deps].map((deps) => new BulkWorker(deps).drain()));
    expect((await batchOf(test, shop, id)).counts.rate_selected).toBe(ROWS);
    expect(starts).toHaveLength(ROWS);
    expect(turns).toEqual(Array(ROWS).fill('lane:builtin:rates'));
    expect(new Set(starts.map(({ worker }) => worker)).size).toBe(2);
    // A timer may fire up to a millisecond early.
    expect((starts.at(-1)?.at ?? 0) - begun).toBeGreaterThanOrEqual((ROWS - 1) * PAUSE_MS - 1);
  });

  it('release claimed rows when they stop, so that the other worker continues immediately', async () => {
    setPace(0);
    const id = await waitingBatch();
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const stopping = new BulkWorker(test.deps);
    stopping.wake('rates');
    await expect.poll(() => starts.length, { timeout: 20_000 }).toBe(1);
    const stopped = stopping.stop();
    resolve();
    await stopped;
    const rows = await test.deps.db
      .selectFrom('bulk_rows')
      .select(['work', 'lease_until', 'tries'])
      .where('batch_id', '=', id)
      .where('work', 'is not', null)
      .execute();
    expect(rows).toEqual(Array(ROWS - 1).fill({ work: 'rates', lease_until: null, tries: 0 }));
    await new BulkWorker(other.deps).drain();
    expect((await batchOf(test, shop, id)).counts.rate_selected).toBe(ROWS);
  });
});
