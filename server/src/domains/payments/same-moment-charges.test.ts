import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFunds, balanceOf } from '../../../test/balance.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { countSessions } from '../../../test/database-sessions.ts';
import {
  call,
  centsOfRate,
  expectConsistentLedger,
  makeShop,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { lockStanding } from '../balances/balance-standing.ts';

describe('two requests for the same payment that arrive while the balance is locked', () => {
  let test: TestApp;
  let shop: Shop;
  let order: { amount: number; rateIds: string[]; useBalance: boolean };
  beforeAll(async () => {
    test = await buildTestApp();
  });
  beforeEach(async () => {
    shop = await makeShop(test);
    const [rate] = await ratesFor(test, shop);
    if (!rate) throw new Error('No rate');
    order = { amount: centsOfRate(rate), rateIds: [rate.objectId], useBalance: true };
    // Nothing is left for the second request.
    await addFunds(test, shop, order.amount);
  });
  afterAll(async () => {
    await expectConsistentLedger(test);
    await test.close();
  });

  const charge = (headers?: Record<string, string>) =>
    call(test, shop, 'POST', API.createPaymentIntent, order, headers);

  /** Both have read that no payment exists before the first one is made. */
  async function chargeTwice(headers?: Record<string, string>) {
    const charges: ReturnType<typeof charge>[] = [];
    await transaction(test.deps.db, async (trx) => {
      await lockStanding(trx, shop.userId, test.clock.now());
      charges.push(charge(headers), charge(headers));
      await expect.poll(() => countSessions(test, `wait_event_type = 'Lock'`)).toBe(2);
    });
    return Promise.all(charges.map(async (answer) => (await answer).json()));
  }

  it.each([
    ['with the same key', () => ({ 'idempotency-key': newId() })],
    ['for the same rate, without a key', () => undefined],
  ])('both return the payment: %s', async (_which, headersOf) => {
    const [first, second] = await chargeTwice(headersOf());
    expect(first).toMatchObject({ status: 'succeeded', balanceAmount: order.amount });
    expect(second).toEqual(first);
    expect(await balanceOf(test, shop)).toBe(0);
  });
});
