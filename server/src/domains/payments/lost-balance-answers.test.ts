import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFunds, balanceOf } from '../../../test/balance.ts';
import {
  buildFaultyApp,
  call,
  centsOfRate,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  ratesFor,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';

const FUNDS = 100_000;

let faulty: FaultyApp;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
afterAll(async () => {
  // Buys the labels that were paid for.
  await sweepFor(faulty.test, minutes(2));
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

/** A payment from the balance whose answer the browser did not get. Both calls have its key. */
interface Lost {
  shop: Shop;
  cents: number;
  charge: () => Promise<{ status: string }>;
  /** By card: this takes the key, or fails because the charge has taken it. */
  lookUp: () => Promise<{ status: string }>;
}

async function lostCharge(): Promise<Lost> {
  const { test } = faulty;
  const shop = await makeShop(test);
  await addFunds(test, shop, FUNDS);
  const [rate] = await ratesFor(test, shop);
  if (!rate) throw new Error('No rate');
  const cents = centsOfRate(rate);
  const start = (useBalance: boolean) => async () => {
    const body = { amount: cents, rateIds: [rate.objectId], useBalance };
    const key = { 'idempotency-key': shop.userId };
    const answer = (await call(test, shop, 'POST', API.createPaymentIntent, body, key)).json();
    return { status: answer.error ?? answer.status };
  };
  return { shop, cents, charge: start(true), lookUp: start(false) };
}

const leftOf = ({ shop }: Lost) => balanceOf(faulty.test, shop);

describe('looking up a payment from the balance with its key', () => {
  it('finds it if it was made, without charging it again', async () => {
    const lost = await lostCharge();
    await lost.charge();
    expect(await lost.lookUp()).toEqual({ status: 'KEY_REUSED' });
    expect(await lost.charge()).toEqual({ status: 'succeeded' });
    expect(await leftOf(lost)).toBe(FUNDS - lost.cents);
  });

  it('prevents it if it was not made, even if its request arrives later', async () => {
    const lost = await lostCharge();
    expect(await lost.lookUp()).toEqual({ status: 'requires_payment_method' });
    expect(await lost.lookUp()).toEqual({ status: 'requires_payment_method' });
    expect(await lost.charge()).toEqual({ status: 'KEY_REUSED' });
    expect(await leftOf(lost)).toBe(FUNDS);
  });

  it('decides whether it is made if both arrive at the same time', async () => {
    for (let time = 0; time < 20; time += 1) {
      const lost = await lostCharge();
      const calls = time % 2 === 0 ? [lost.charge, lost.lookUp] : [lost.lookUp, lost.charge];
      const answers = (await Promise.all(calls.map((send) => send()))).map(({ status }) => status);
      const wasMade = answers.includes('succeeded');
      expect(answers.toSorted()).toEqual(
        wasMade ? ['KEY_REUSED', 'succeeded'] : ['KEY_REUSED', 'requires_payment_method'],
      );
      expect(await leftOf(lost)).toBe(wasMade ? FUNDS - lost.cents : FUNDS);
    }
  });
});
