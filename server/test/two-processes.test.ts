import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { createLog } from '../src/platform/log.ts';
import { BuyingCustomer, centsOf, PARCEL_TO_SEND } from './buying-customer.ts';
import { findMoneyFaults, waitForQuiet } from './money-checks.ts';
import { inTurn, RestartableProcess } from './restartable-process.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const CALLS = 50;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('F19: two processes on one database', () => {
  let dataDir: string;
  let processes: RestartableProcess[];
  let db: Database;
  let close: () => Promise<void>;
  let customer: BuyingCustomer;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'lading-two-'));
    // With the short timings of tests, a purchase on a busy machine times out, and calls answer 202.
    const env = { LADING_FAST_TIMINGS: 'off' };
    processes = [1, 2].map(() => new RestartableProcess(dataDir, database.ownerUrl, { env }));
    await Promise.all(processes.map((lading) => lading.start()));
    ({ db, close } = openDatabase(database.appUrl, createLog('error'), 2));
    customer = new BuyingCustomer(inTurn(processes), { name: 'duplicates', careful: true });
    await customer.signUp();
  }, 120_000);
  afterAll(async () => {
    await Promise.all(processes.map((lading) => lading.end('SIGTERM')));
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const callConcurrently = <T>(path: string, body: object, key?: string) =>
    Promise.all(Array.from({ length: CALLS }, () => customer.post<T>(path, body, key)));

  it('make one purchase from 50 identical label calls and give all the same answer', async () => {
    const rate = await customer.chooseRate();
    await customer.pay(rate);
    const answers = await callConcurrently<{ labelUrl: string }>(API.label, {
      ...PARCEL_TO_SEND,
      rateId: rate.objectId,
    });
    const seen = answers.map(({ status, body: { labelUrl: _, ...label } }) =>
      JSON.stringify({ status, label }),
    );
    expect(new Set(seen).size, seen.join('\n')).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { labelStatus: 'ready' } });
    expect(await db.selectFrom('sandbox.carrier_purchases').select('key').execute()).toHaveLength(1);
    await waitForQuiet(db);
    expect(await findMoneyFaults(db)).toEqual([]);
  });

  it.each(['with', 'without'])('make one intent from 50 identical orders %s a key', async (kind) => {
    const rate = await customer.chooseRate();
    const before = await db.selectFrom('sandbox.gateway_intents').select('key').execute();
    const order = { amount: centsOf(rate), description: 'A label', rateIds: [rate.objectId] };
    const answers = await callConcurrently(
      API.createPaymentIntent,
      order,
      kind === 'with' ? 'one key' : undefined,
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { amount: order.amount } });
    const after = await db.selectFrom('sandbox.gateway_intents').select('key').execute();
    expect(after.length).toBe(before.length + 1);
  });
});
