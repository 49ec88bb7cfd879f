import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { boughtLabel, makeShop, paidRate, ratesFor } from '../../../test/shipping.ts';
import { days } from '../../platform/clock.ts';
import { cleanUpQuotes } from './clean-up-quotes.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(() => test.close());

const requests = async () =>
  (await test.deps.db.selectFrom('quote_requests').select('id').execute()).map(({ id }) => id).sort();

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
    // Stands for an old quote that no longer has to stay.
    await sql`
      INSERT INTO quote_requests (id, user_id, request_hash, sender, receiver, parcel, ship_date, created_at, expires_at)
      SELECT gen_random_uuid(), user_id, request_hash, sender, receiver, parcel, ship_date,
             created_at - interval '1 hour', expires_at - interval '1 hour'
      FROM quote_requests`.execute(db);
    expect(await cleanUpQuotes(test.deps)).toBe(0);
    test.clock.advance(days(1));
    expect(await cleanUpQuotes(test.deps)).toBe(1);
  });
});
