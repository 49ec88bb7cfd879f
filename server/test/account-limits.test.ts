import { API } from '@lading/contract/routes.ts';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_LIMITS, LIMITS } from '../src/platform/http/rate-limits.ts';
import { newId } from '../src/platform/ids.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { announceUpload, goodCells, path, uploadRow } from './bulk.ts';
import { bearer } from './factories.ts';
import { aShipment, call, makeShop, type Shop } from './shipping.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp({ LADING_RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
  shop = await makeShop(test);
});
afterAll(() => test.close());

describe('limits per account', () => {
  it('hold for calls from any number of addresses (RX06)', async () => {
    const lookUp = (number: number, caller: Shop) =>
      test.inject({
        url: `${API.places}?q=`,
        headers: { ...bearer(caller.token), 'x-forwarded-for': `198.51.${number >> 8}.${number & 255}` },
      });
    const { max } = ACCOUNT_LIMITS.places;
    for (let number = 0; number < max; number += 1)
      expect((await lookUp(number, shop)).statusCode).not.toBe(429);
    const refused = await lookUp(max, shop);
    expect(refused.json().error).toBe('TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await lookUp(max, await makeShop(test))).statusCode).not.toBe(429);
    expect((await call(test, shop, 'GET', API.history)).statusCode).toBe(200);
  });

  it('let four chunks of rows in at a time (CS17)', async () => {
    const { id } = await announceUpload(test, shop, 500);
    const chunk = (from: number) => ({
      rows: Array.from({ length: 20 }, (_, at) => uploadRow(from + at + 1, goodCells(from + at + 1))),
    });
    const send = (from: number) => call(test, shop, 'PUT', path(API.batchRows, id), chunk(from));
    const refused: LightMyRequestResponse[] = [];
    const sendAndNote = async (from: number) => {
      const answer = await send(from);
      if (answer.statusCode === 429) refused.push(answer);
      return answer.statusCode;
    };
    // None of the four may finish before the others arrive.
    const lock = await test.deps.db.startTransaction().execute();
    await sql`LOCK TABLE bulk_rows IN SHARE MODE`.execute(lock);
    const statuses = [0, 20, 40, 60, 80, 100, 120, 140].map(sendAndNote);
    await expect.poll(() => refused.length).toBe(4);
    await lock.rollback().execute();
    expect((await Promise.all(statuses)).filter((status) => status === 200)).toHaveLength(4);
    expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(['1', '1', '1', '1']);
    expect((await send(160)).statusCode).toBe(200);
  });

  it('leave no idempotency key of a refused purchase behind (RX12)', async () => {
    const buy = (key: string, rateId: string) =>
      call(test, shop, 'POST', API.label, { ...aShipment(), rateId }, { 'idempotency-key': key });
    for (let number = 0; number < 5; number += 1)
      expect((await buy(`key ${number}`, newId())).statusCode).toBe(404);
    const keys = await test.deps.db.selectFrom('idempotency_keys').select('key').execute();
    expect(keys).toEqual([]);
  });
});

describe('limits per address', () => {
  it('hold for payments of any number of accounts (MO23)', async () => {
    const start = (caller: Shop, address: string) =>
      test.inject({
        method: 'POST',
        url: API.createPaymentIntent,
        headers: { ...bearer(caller.token), 'x-forwarded-for': address },
        payload: { amount: 'five dollars' },
      });
    const other = await makeShop(test);
    for (let number = 0; number < LIMITS.payments.max; number += 1)
      expect((await start(number % 2 ? shop : other, '203.0.113.7')).statusCode).toBe(400);
    const refused = await start(await makeShop(test), '203.0.113.7');
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect((await start(shop, '203.0.113.8')).statusCode).toBe(400);
  });
});
