import { dateIn } from '@lading/contract/calendar-date.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFunds, balanceOf, startFromBalance } from '../../../test/balance.ts';
import { openIncidentsOf, paymentOf } from '../../../test/money-on-record.ts';
import {
  aShipment,
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
  startPayment,
} from '../../../test/shipping.ts';
import { saveCard, turnOn } from '../../../test/top-ups.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';
import { topUpIfNeeded } from '../top-ups/top-up-if-needed.ts';
import { selectPayment } from './payments.store.ts';

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

type Change = 'provider' | 'account';

/** The operator switches to another payment provider, or to another account of the same one. */
async function switchFrom(change: Change): Promise<void> {
  const isOf = sql`WHERE user_id = ${shop.userId}`;
  await (change === 'provider'
    ? sql`UPDATE payments SET provider = 'stripe_test' ${isOf}`
    : sql`UPDATE payments SET intent_id = 'pi_elsewhere_' || id ${isOf}`
  ).execute(faulty.test.deps.db);
}

async function sweepAfter(milliseconds: number) {
  await letTimePass(faulty.test, milliseconds);
  await sweep(faulty.test.deps);
  const payment = await paymentOf(faulty.test, shop);
  return { status: payment.status, incidents: await openIncidentsOf(faulty.test, payment.id) };
}

describe.each<[Change]>([['provider'], ['account']])('an open payment at an earlier %s', (change) => {
  it.each(['created', 'processing'] as const)(
    'ends after a day with an incident while %s',
    async (status) => {
      await startPayment(faulty.test, shop, 2_500);
      await faulty.test.deps.db
        .updateTable('payments')
        .set({ status })
        .where('user_id', '=', shop.userId)
        .execute();
      await switchFrom(change);
      expect(await sweepAfter(hours(23))).toEqual({ status, incidents: [] });
      expect(await sweepAfter(hours(2))).toEqual({ status: 'canceled', incidents: ['payment_abandoned'] });
    },
  );

  it('releases the part that the balance holds', async () => {
    await addFunds(faulty.test, shop, 1_000);
    await startFromBalance(faulty.test, shop, 2_500);
    await switchFrom(change);
    await sweepAfter(hours(25));
    expect(await balanceOf(faulty.test, shop)).toBe(1_000);
  });
});

describe('at an earlier payment provider', () => {
  it('a payment that never had an intent ends without an incident', async () => {
    faulty.gateway.failNext('createIntent');
    await expect(startPayment(faulty.test, shop, 2_500)).rejects.toThrow();
    await switchFrom('provider');
    expect(await sweepAfter(minutes(31))).toEqual({ status: 'canceled', incidents: [] });
    expect((await paymentOf(faulty.test, shop)).intent_id).toBeNull();
  });

  it.each([
    ['without an intent', 'createIntent', []],
    ['with an intent', null, ['payment_abandoned']],
  ] as const)(
    'a payment %s is replaced when the client pays for the same rate',
    async (_what, fails, incidents) => {
      const { test, gateway } = faulty;
      const shippingDate = dateIn('UTC', test.clock.now());
      const [rate] = await ratesFor(test, shop, aShipment({ shippingDate }));
      const start = () => startPayment(test, shop, centsOfRate(rate), [rate?.objectId ?? '']);
      if (fails) gateway.failNext(fails);
      await start().catch(() => {});
      const { id } = await paymentOf(test, shop);
      await switchFrom('provider');
      const again = await start();
      const earlier = await selectPayment(test.deps.db, id);
      expect(earlier).toMatchObject({ status: 'canceled', provider: 'stripe_test' });
      expect(earlier?.intent_id).not.toBe(again.paymentIntentId);
      expect(await openIncidentsOf(test, id)).toEqual(incidents);
      expect((await confirm(test, again)).json()).toEqual({ status: 'succeeded' });
      expect((await buy(test, shop, rate?.objectId ?? '', { shippingDate })).statusCode).toBe(200);
    },
  );

  it('a payment gets no intent from the new one when its request is repeated', async () => {
    const { test, gateway } = faulty;
    const body = { amount: 2_500, description: 'A label' };
    const start = () =>
      call(test, shop, 'POST', API.createPaymentIntent, body, { 'idempotency-key': shop.userId });
    gateway.failNext('createIntent');
    await start();
    await switchFrom('provider');
    expect((await start()).json()).toMatchObject({ error: 'PAYMENT_UNREACHABLE' });
    expect((await paymentOf(test, shop)).intent_id).toBeNull();
  });

  it('a charge of a stored card without an answer ends with an incident', async () => {
    await saveCard(faulty.test, shop);
    await turnOn(faulty.test, shop, { monthlyCap: 5_000 });
    faulty.gateway.failNext('charge');
    await expect(topUpIfNeeded(faulty.test.deps, shop.userId)).rejects.toThrow();
    await switchFrom('provider');
    expect(await sweepAfter(minutes(10))).toEqual({ status: 'created', incidents: [] });
    expect(await sweepAfter(minutes(30))).toEqual({ status: 'canceled', incidents: ['payment_abandoned'] });
  });
});
