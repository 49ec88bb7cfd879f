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
});
