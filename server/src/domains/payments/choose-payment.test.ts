import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildTestApp } from '../../../test/build-test-app.ts';
import {
  buildFaultyApp,
  buy,
  call,
  centsOfRate,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  pay,
  ratesFor,
  type Shop,
  startPayment,
} from '../../../test/shipping.ts';
import { hours, minutes } from '../../platform/clock.ts';

let faulty: FaultyApp;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

/** The cheapest and the most expensive rate. */
async function cheapAndExpensive() {
  const rates = await ratesFor(faulty.test, shop);
  const [cheap, expensive] = [rates[0], rates.at(-1)];
  if (!cheap || !expensive) throw new Error('No rates');
  return { cheap, expensive };
}

/** Paid at the gateway, but its event has not arrived yet. */
const payUnsettled = async (amount: number) => {
  const { paymentIntentId, clientSecret } = await startPayment(faulty.test, shop, amount);
  await faulty.test.deps.payWithTestCard?.(paymentIntentId, clientSecret);
};

describe('payments that are not bound to a rate', () => {
  it('pay for the label with exactly their amount, not for a cheaper one', async () => {
    const { cheap, expensive } = await cheapAndExpensive();
    await pay(faulty.test, shop, centsOfRate(expensive));
    await pay(faulty.test, shop, centsOfRate(cheap));
    expect((await buy(faulty.test, shop, cheap.objectId)).statusCode).toBe(200);
    expect((await buy(faulty.test, shop, expensive.objectId)).statusCode).toBe(200);
  });

  it('leave the largest amount for later if none fits exactly', async () => {
    const { cheap, expensive } = await cheapAndExpensive();
    await pay(faulty.test, shop, centsOfRate(expensive));
    await pay(faulty.test, shop, centsOfRate(cheap) + 1);
    await faulty.cards.idle();
    expect((await buy(faulty.test, shop, cheap.objectId)).statusCode).toBe(200);
    expect((await buy(faulty.test, shop, expensive.objectId)).statusCode).toBe(200);
  });

  it('pay for the label that names them', async () => {
    const { cheap, expensive } = await cheapAndExpensive();
    const large = await pay(faulty.test, shop, centsOfRate(expensive));
    const small = await pay(faulty.test, shop, centsOfRate(cheap));
    const named = { paymentIntentId: large.paymentIntentId };
    expect((await buy(faulty.test, shop, cheap.objectId, named)).statusCode).toBe(200);
    expect((await buy(faulty.test, shop, expensive.objectId, named)).statusCode).toBe(402);
    const payments = await faulty.test.deps.db
      .selectFrom('payments')
      .select(['intent_id', 'allocated_cents'])
      .where('user_id', '=', shop.userId)
      .execute();
    expect(payments.find(({ intent_id }) => intent_id === small.paymentIntentId)?.allocated_cents).toBe(0);
  });

  it('are found right after the client paid, even if many unpaid forms are open', async () => {
    const { cheap } = await cheapAndExpensive();
    for (let form = 0; form < 25; form += 1) {
      await startPayment(faulty.test, shop, centsOfRate(cheap));
      faulty.test.clock.advance(1_000);
    }
    const before = faulty.gateway.callsOf('readIntent').length;
    await payUnsettled(centsOfRate(cheap));
    expect((await buy(faulty.test, shop, cheap.objectId)).statusCode).toBe(200);
    expect(faulty.gateway.callsOf('readIntent').length - before).toBeLessThanOrEqual(10);
  });

  it('are used even if the payment provider cannot say whether another payment form was paid', async () => {
    const { cheap } = await cheapAndExpensive();
    await pay(faulty.test, shop, centsOfRate(cheap) + 500);
    await faulty.cards.idle();
    await startPayment(faulty.test, shop, centsOfRate(cheap));
    faulty.gateway.failNext('readIntent');
    expect((await buy(faulty.test, shop, cheap.objectId)).statusCode).toBe(200);
  });
});

describe('a payment intent', () => {
  it('is refused for a batch without its rates', async () => {
    const body = { amount: 318_916, batchId: '018f4d2e-0000-7000-8000-000000000001' };
    const answer = await call(faulty.test, shop, 'POST', API.createPaymentIntent, body);
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.json().message).toBe('To pay for a batch, send rateIds as well as batchId.');
    const payments = await faulty.test.deps.db
      .selectFrom('payments')
      .select('id')
      .where('user_id', '=', shop.userId)
      .execute();
    expect(payments).toEqual([]);
  });

  it('is refused for a rate whose ship date has passed', async () => {
    // Its own application, because the other tests ship on the same date.
    const test = await buildTestApp();
    onTestFinished(() => test.close());
    test.clock.advance(hours(38.5));
    const client = await makeShop(test);
    const [rate] = await ratesFor(test, client);
    test.clock.advance(minutes(45));
    const body = { amount: centsOfRate(rate), rateIds: [rate?.objectId] };
    const answer = await call(test, client, 'POST', API.createPaymentIntent, body);
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'DATE_PASSED']);
  });
});
