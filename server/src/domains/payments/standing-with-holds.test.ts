import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFunds, balanceOf, startFromBalance } from '../../../test/balance.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  call,
  centsOfRate,
  expectConsistentLedger,
  makeShop,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';
import { takeFromBalance } from '../../../test/top-ups.ts';

interface Quote {
  rateId: string;
  cents: number;
}

describe('a client whose balance an adjustment lowers while an open payment holds $3.00 of it', () => {
  let test: TestApp;
  let shop: Shop;
  let held: Quote;
  beforeAll(async () => {
    test = await buildTestApp();
  });
  beforeEach(async () => {
    shop = await makeShop(test);
    await addFunds(test, shop, 300);
    held = await quote();
    const split = await startFromBalance(test, shop, held.cents, [held.rateId]);
    expect(split.json()).toMatchObject({ balanceAmount: 300, amount: held.cents - 300 });
  });
  afterAll(async () => {
    await expectConsistentLedger(test);
    await test.close();
  });

  const adjust = (cents: number) => takeFromBalance(test, shop, cents);

  async function quote(): Promise<Quote> {
    const [rate] = await ratesFor(test, shop);
    if (!rate) throw new Error('No rate');
    return { rateId: rate.objectId, cents: centsOfRate(rate) };
  }

  const start = async ({ rateId, cents }: Quote, useBalance?: boolean) => {
    const body = { amount: cents, rateIds: [rateId], ...(useBalance === undefined ? {} : { useBalance }) };
    return (await call(test, shop, 'POST', API.createPaymentIntent, body)).json();
  };

  it('can pay for another label by card, because the hold is no debt', async () => {
    await adjust(100);
    const other = await quote();
    expect(await start(other, false)).toMatchObject({ status: 'requires_payment_method' });
    expect(await start(await quote())).toMatchObject({ status: 'requires_payment_method' });
    expect(await start(await quote(), true)).toMatchObject({ error: 'BALANCE_TOO_LOW' });
    expect(await balanceOf(test, shop)).toBe(-100);
  });

  it('can start the same payment with what is left', async () => {
    await adjust(100);
    expect(await start(held, true)).toMatchObject({ balanceAmount: 200, amount: held.cents - 200 });
    expect(await balanceOf(test, shop)).toBe(0);
  });

  it('cannot continue the open payment as it is, because that would leave a debt', async () => {
    await adjust(100);
    expect(await start(held)).toMatchObject({
      error: 'BALANCE_OVERDRAWN',
      message: 'You owe $1.00 more than your credit limit. Please add funds to buy labels.',
    });
  });

  it('cannot pay for another label with a debt that is larger than the hold', async () => {
    await adjust(340);
    expect(await start(await quote(), false)).toMatchObject({
      error: 'BALANCE_OVERDRAWN',
      message: 'You owe $0.40 more than your credit limit. Please add funds to buy labels.',
    });
  });
});
