import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  boughtLabel,
  centsOfRate,
  letTimePass,
  makeShop,
  paidRate,
  ratesFor,
  startPayment,
  sweepFor,
} from '../../../test/shipping.ts';
import { days } from '../../platform/clock.ts';
import { cleanUpQuotes } from './clean-up-quotes.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(() => test.close());

const requests = async () =>
  (await test.deps.db.selectFrom('quote_requests').select('id').execute()).map(({ id }) => id).sort();
const recipients = async () =>
  (await test.deps.db.selectFrom('quote_requests').select('receiver').orderBy('created_at').execute()).map(
    ({ receiver }) => receiver.name,
  );

describe('quotes', () => {
  it('are deleted as fast as they expire, no matter how many there are', async () => {
    const shop = await makeShop(test);
    for (let request = 0; request < 5; request += 1) await ratesFor(test, shop);
    test.clock.advance(days(8));
    expect(await cleanUpQuotes(test.deps, 2)).toBe(5);
    expect(await requests()).toEqual([]);
  });

  it('are kept for a week, or forever if they were bought or paid for', async () => {
    const shop = await makeShop(test);
    await boughtLabel(test, shop);
    await paidRate(test, shop);
    const kept = await requests();
    await ratesFor(test, shop);
    test.clock.advance(days(7));
    expect(await cleanUpQuotes(test.deps)).toBe(0);
    test.clock.advance(days(1));
    expect(await cleanUpQuotes(test.deps)).toBe(1);
    expect(await requests()).toEqual(kept);
  });

  it('that had to stay are checked once a day, because there are more of them every day', async () => {
    const { db } = test.deps;
    await boughtLabel(test, await makeShop(test));
    test.clock.advance(days(8));
    await cleanUpQuotes(test.deps);
    // Represents an old quote that no longer has to be kept.
    await sql`
      INSERT INTO quote_requests (id, user_id, request_hash, sender, receiver, parcel, ship_date, created_at, expires_at)
      SELECT gen_random_uuid(), user_id, request_hash, sender, receiver, parcel, ship_date,
             created_at - interval '1 hour', expires_at - interval '1 hour'
      FROM quote_requests`.execute(db);
    expect(await cleanUpQuotes(test.deps)).toBe(0);
    test.clock.advance(days(1));
    expect(await cleanUpQuotes(test.deps)).toBe(1);
  });

  it('that a payment was started for lose names and streets once it is canceled or refunded', async () => {
    const shop = await makeShop(test);
    await boughtLabel(test, shop);
    test.clock.advance(1_000);
    const [rate] = await ratesFor(test, shop);
    await startPayment(test, shop, centsOfRate(rate), [rate?.objectId ?? '']);
    test.clock.advance(1_000);
    await paidRate(test, shop);
    await letTimePass(test, days(8));
    await cleanUpQuotes(test.deps);
    expect(await recipients()).toEqual(['Dana Reyes', 'Dana Reyes', 'Dana Reyes']);
    await sweepFor(test, days(2));
    expect(await recipients()).toEqual(['Dana Reyes', '', '']);
    const payments = await test.deps.db
      .selectFrom('payments')
      .select('status')
      .orderBy('created_at')
      .execute();
    expect(payments.map(({ status }) => status)).toEqual(['succeeded', 'canceled', 'succeeded']);
  });
});
