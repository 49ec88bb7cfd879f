import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { onServer } from './database-server.ts';
import { ledgerSnapshot } from './ledger-snapshot.ts';
import {
  aShipment,
  boughtLabel,
  call,
  expectConsistentLedger,
  makeShop,
  paidRate,
  type Shop,
} from './shipping.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
});
afterAll(() => test.close());

const REASON = 'could not extend file "base/16384/2619": No space left on device';
const TABLES = ['shipments', 'payments', 'quotes', 'users'];

/** Every new row fails as on a full disk, with PostgreSQL's own error code. */
const fillDisk = () =>
  onServer(
    test.ownerUrl,
    `CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = '${REASON}'; END $$;
     ${TABLES.map((table) => `CREATE TRIGGER disk_full BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION disk_full();`).join('\n')}`,
  );
const freeDisk = () => onServer(test.ownerUrl, 'DROP FUNCTION disk_full CASCADE');

/** Counts only what the refused calls could have bought, because a payment event may arrive during the test. */
async function boughtSoFar() {
  const books = await ledgerSnapshot(test);
  return [books.shipments, books.quotes, books.purchase_attempts, books['sandbox.carrier_purchases']];
}

it('a full disk refuses changes with 503, keeps serving reads, and loses nothing', async () => {
  await boughtLabel(test, shop);
  const { rate, payment } = await paidRate(test, shop);
  const order = { ...aShipment(), rateId: rate.objectId, paymentIntentId: payment.paymentIntentId };
  await fillDisk();
  const before = await boughtSoFar();
  for (const [url, body] of [
    [API.label, order],
    [API.createPaymentIntent, { amount: 500 }],
    [API.rates, aShipment()],
    [API.register, { email: 'new@shop.example', password: 'a long password', full_name: 'Ada Park' }],
  ] as const) {
    const answer = await call(test, shop, 'POST', url, body);
    expect([url, answer.statusCode, answer.json().error]).toEqual([url, 503, 'NOT_READY']);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.body).not.toContain('extend file');
  }
  expect((await call(test, shop, 'GET', API.history)).statusCode).toBe(200);
  expect((await test.inject({ url: '/healthz' })).statusCode).toBe(200);
  expect(await boughtSoFar()).toEqual(before);
  const lines = test
    .logText()
    .split('\n')
    .filter((line) => line.includes('http.requests_refused'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('No space left on device');

  await freeDisk();
  expect((await call(test, shop, 'POST', API.label, order)).statusCode).toBe(200);
  await expectConsistentLedger(test);
});
