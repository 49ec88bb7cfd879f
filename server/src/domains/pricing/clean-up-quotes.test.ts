import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { boughtLabel, makeShop, paidRate, ratesFor } from '../../../test/shipping.ts';
import { days } from '../../platform/clock.ts';
import { cleanUpQuotes } from './clean-up-quotes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const requests = async () =>
  (await test.deps.db.selectFrom('quote_requests').select('id').execute()).map(({ id }) => id).sort();

describe('quotes', () => {
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
