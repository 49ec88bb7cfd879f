import { API } from '@lading/contract/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFunds, balanceOf, setTerms, startFromBalance } from '../../../test/balance.ts';
import { makeOperator } from '../../../test/operator.ts';
import {
  buildFaultyApp,
  buy,
  call,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  makeShop,
  ratesFor,
  type Shop,
  type StartedPayment,
  startPayment,
  sweepFor,
} from '../../../test/shipping.ts';
import { takeFromBalance } from '../../../test/top-ups.ts';
import { days, minutes } from '../../platform/clock.ts';
import { sweepPayments } from './sweep-payments.ts';

let faulty: FaultyApp;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
  await addFunds(faulty.test, shop, 300);
});
afterEach(() => expectConsistentLedger(faulty.test));
afterAll(() => faulty.test.close());

interface Quote {
  rateId: string;
  cents: number;
}

async function quote(): Promise<Quote> {
  const [rate] = await ratesFor(faulty.test, shop);
  if (!rate) throw new Error('No rate');
  return { rateId: rate.objectId, cents: centsOfRate(rate) };
}

/** The balance holds all of its $3.00. */
async function startSplit({ rateId, cents }: Quote): Promise<StartedPayment> {
  const started = (await startFromBalance(faulty.test, shop, cents, [rateId])).json();
  expect(started).toMatchObject({ balanceAmount: 300, amount: cents - 300 });
  expect(await balanceOf(faulty.test, shop)).toBe(0);
  return started;
}

const startAgain = async ({ rateId, cents }: Quote, useBalance?: boolean) => {
  const body = { amount: cents, rateIds: [rateId], ...(useBalance === undefined ? {} : { useBalance }) };
  const answer = await call(faulty.test, shop, 'POST', API.createPaymentIntent, body);
  return answer.json().error ?? 'started';
};
/** As the payment dialog does when it closes unpaid. */
const close = (rate: Quote) => startAgain(rate, false);

const balance = () => balanceOf(faulty.test, shop);
/** Rates are valid for an hour. */
const expireRates = () => letTimePass(faulty.test, minutes(61));

describe('what the balance holds for a payment whose rate has expired', () => {
  it('is released when the client closes the payment', async () => {
    const rate = await quote();
    const split = await startSplit(rate);
    await expireRates();
    expect(await close(rate)).toBe('RATE_EXPIRED');
    expect(await balance()).toBe(300);
    expect((await confirm(faulty.test, split)).json()).toMatchObject({ status: 'canceled' });
  });

  it.each([undefined, true])(
    'is released when the payment is started again (useBalance: %s)',
    async (use) => {
      const rate = await quote();
      await startSplit(rate);
      await expireRates();
      expect(await startAgain(rate, use)).toBe('RATE_EXPIRED');
      expect(await balance()).toBe(300);
    },
  );

  it('stays held while the card is being charged, and buys the label', async () => {
    const { test, cards } = faulty;
    const rate = await quote();
    const split = await startSplit(rate);
    await expireRates();
    cards.holdCharges = true;
    await confirm(test, split);
    cards.holdCharges = false;
    expect(await close(rate)).toBe('RATE_EXPIRED');
    expect(await balance()).toBe(0);
    await cards.finishProcessing(split.paymentIntentId, 'succeeded');
    await test.paymentEvents();
    expect((await buy(test, shop, rate.rateId)).json()).toMatchObject({ labelStatus: 'ready' });
    expect(await balance()).toBe(0);
  });

  it('is released by the sweep if the payment provider cannot cancel the payment now', async () => {
    const { test, gateway } = faulty;
    const rate = await quote();
    await startSplit(rate);
    await expireRates();
    gateway.failNext('cancelIntent');
    expect(await close(rate)).toBe('RATE_EXPIRED');
    expect(await balance()).toBe(0);
    await letTimePass(test, days(1));
    await sweepPayments(test.deps);
    expect(await balance()).toBe(300);
  });

  it('is needed by no payment by card alone, which can still be paid', async () => {
    const { test } = faulty;
    const rate = await quote();
    const byCard = await startPayment(test, shop, rate.cents, [rate.rateId]);
    await expireRates();
    expect(await startAgain(rate, true)).toBe('RATE_EXPIRED');
    expect((await confirm(test, byCard)).json()).toMatchObject({ status: 'succeeded' });
    expect((await buy(test, shop, rate.rateId)).json()).toMatchObject({ labelStatus: 'ready' });
  });
});

describe('what the balance holds for a payment of a client who may start no other', () => {
  it('is released when the client closes the payment', async () => {
    const { test } = faulty;
    const operator = await makeOperator(test);
    await addFunds(test, shop, -300);
    await setTerms(test, operator, shop.userId, 300);
    const rate = await quote();
    const split = (await startFromBalance(test, shop, rate.cents, [rate.rateId])).json();
    expect(split).toMatchObject({ balanceAmount: 300 });
    await setTerms(test, operator, shop.userId, 0);
    // More than what is held, which is no debt.
    await takeFromBalance(test, shop, 100);
    expect(await startAgain(rate)).toBe('BALANCE_OVERDRAWN');
    expect(await balance()).toBe(-400);
    expect(await close(rate)).toBe('BALANCE_OVERDRAWN');
    expect(await balance()).toBe(-100);
    await sweepFor(test, minutes(1));
  });
});
