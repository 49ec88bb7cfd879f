import type { UnspentMoneyAnswer } from '@lading/contract/admin-refunds.ts';
import { API } from '@lading/contract/routes.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOperator } from '../../../test/operator.ts';
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
  paidRate,
  pay,
  ratesFor,
  type Shop,
  startPayment,
  sweepFor,
} from '../../../test/shipping.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { sweep } from '../../sweep.ts';
import { runRefund } from './refund.ts';
import { requestSurplusRefund } from './refund-surplus.ts';

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

const db = () => faulty.test.deps.db;
const shipments = () =>
  db().selectFrom('shipments').select(['state', 'total_cents']).where('user_id', '=', shop.userId).execute();
const refunds = () =>
  db()
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['cents', 'kind', 'state', 'reason'])
    .where('user_id', '=', shop.userId)
    .execute();
const surplus = (cents: number, reason: RegExp) => [
  { cents, kind: 'surplus', state: 'succeeded', reason: expect.stringMatching(reason) },
];
async function twoRates() {
  const [first, second] = await ratesFor(faulty.test, shop);
  if (!first || !second) throw new Error('expected two rates');
  return { first, second, cents: centsOfRate(first) + centsOfRate(second) };
}

const byId = (rates: Rate[]) => rates.toSorted((a, b) => (a.objectId < b.objectId ? -1 : 1));

/** The payment provider declines to refund this payment. */
const refuseRefundOf = ({ paymentIntentId }: { paymentIntentId: string }) =>
  db()
    .updateTable('sandbox.gateway_intents')
    .set((eb) => ({ refunded_cents: eb.ref('amount_cents') }))
    .where('intent_id', '=', paymentIntentId)
    .execute();

/** The payment provider refunds this payment again. */
const allowRefundOf = ({ paymentIntentId }: { paymentIntentId: string }) =>
  db()
    .updateTable('sandbox.gateway_intents')
    .set({ refunded_cents: 0 })
    .where('intent_id', '=', paymentIntentId)
    .execute();

describe('a payment whose automatic refund failed', () => {
  async function failRefund(cents: number) {
    const payment = await pay(faulty.test, shop, cents);
    await faulty.cards.idle();
    await refuseRefundOf(payment);
    await letTimePass(faulty.test, minutes(31));
    await sweep(faulty.test.deps);
    expect(await refunds()).toMatchObject([{ kind: 'surplus', state: 'failed' }]);
    return payment;
  }

  it('buys nothing, because an admin pays the client another way', async () => {
    const [rate] = await ratesFor(faulty.test, shop);
    const { paymentIntentId } = await failRefund(centsOfRate(rate));
    const [again] = await ratesFor(faulty.test, shop);
    const rateId = again?.objectId ?? '';
    for (const named of [{}, { paymentIntentId }])
      expect((await buy(faulty.test, shop, rateId, named)).json().error).toBe('PAYMENT_REQUIRED');
    const inBulk = await call(faulty.test, shop, 'POST', API.bulkLabels, {
      shipments: [{ rateId }],
      paymentIntentId,
    });
    expect(inBulk.json().error).toBe('PAYMENT_REQUIRED');
    expect(await shipments()).toEqual([]);
  });

  it('is listed once, as failed', async () => {
    await failRefund(1_234);
    const operator = await makeOperator(faulty.test);
    const list = async (state: string): Promise<UnspentMoneyAnswer['data']> => {
      const url = `${API.adminUnspentMoney}?limit=100&state=${state}`;
      return (await call(faulty.test, operator, 'GET', url)).json().data;
    };
    const ofShop = ({ clientId }: { clientId: string }) => clientId === shop.userId;
    const [waiting, failed] = [await list('waiting'), await list('failed')];
    expect(failed.items.filter(ofShop)).toMatchObject([{ amount: 12.34, state: 'failed' }]);
    expect(waiting.items.filter(ofShop)).toEqual([]);
    expect(waiting.totals.find(({ state }) => state === 'waiting')?.count).toBe(waiting.items.length);
  });

  /** The refund of a part of the payment is declined. */
  async function failRefundOfPart(payment: { paymentIntentId: string }, cents: number) {
    await refuseRefundOf(payment);
    const { id } = await db()
      .selectFrom('payments')
      .select('id')
      .where('intent_id', '=', payment.paymentIntentId)
      .executeTakeFirstOrThrow();
    const part = { paymentId: id, cents, reason: 'Not needed' };
    const refundId = await transaction(db(), (trx) => requestSurplusRefund(trx, faulty.test.clock, part));
    await runRefund(faulty.test.deps, refundId ?? '');
    expect(await refunds()).toMatchObject([{ cents, state: 'failed' }]);
  }

  it('still buys labels with its other money', async () => {
    const [rate] = await ratesFor(faulty.test, shop);
    const payment = await pay(faulty.test, shop, centsOfRate(rate) + 500);
    await failRefundOfPart(payment, 500);
    expect((await buy(faulty.test, shop, rate?.objectId ?? '')).statusCode).toBe(200);
  });

  it('still refunds its other money, once', async () => {
    const payment = await pay(faulty.test, shop, 4321);
    await faulty.cards.idle();
    await failRefundOfPart(payment, 500);
    await allowRefundOf(payment);
    await letTimePass(faulty.test, minutes(31));
    await sweep(faulty.test.deps);
    await sweep(faulty.test.deps);
    const all = (await refunds()).map(({ cents, state }) => ({ cents, state }));
    expect(all.toSorted((a, b) => a.cents - b.cents)).toEqual([
      { cents: 500, state: 'failed' },
      { cents: 3821, state: 'succeeded' },
    ]);
  });
});

describe('an unspent payment', () => {
  it('buys the rate it was made for if the browser does not return', async () => {
    const { cents } = await paidRate(faulty.test, shop);
    await faulty.cards.idle();
    await sweep(faulty.test.deps);
    expect(await shipments()).toEqual([]);
    await letTimePass(faulty.test, 21_000);
    await sweep(faulty.test.deps);
    expect(await shipments()).toEqual([{ state: 'purchased', total_cents: cents }]);
    expect(await refunds()).toEqual([]);
  });

  it('without a rate is refunded after half an hour', async () => {
    await pay(faulty.test, shop, 4321);
    await faulty.cards.idle();
    await sweepFor(faulty.test, minutes(29), minutes(5));
    expect(await refunds()).toEqual([]);
    await letTimePass(faulty.test, minutes(5));
    await sweep(faulty.test.deps);
    await sweep(faulty.test.deps);
    expect(await refunds()).toEqual(surplus(4321, /not used for a label/));
  });

  it('is refunded immediately if another payment bought all of its rates', async () => {
    const { first, second, cents } = await twoRates();
    const both = await startPayment(faulty.test, shop, cents, [first.objectId, second.objectId]);
    for (const rate of [first, second]) {
      await pay(faulty.test, shop, centsOfRate(rate), [rate.objectId]);
      expect((await buy(faulty.test, shop, rate.objectId)).statusCode).toBe(200);
    }
    await confirm(faulty.test, both);
    await faulty.cards.idle();
    await letTimePass(faulty.test, 21_000);
    await sweep(faulty.test.deps);
    expect(await refunds()).toEqual(surplus(cents, /not used for a label/));
  });

  it('is refunded down to the price of its label, and the label stays', async () => {
    const [rate] = await ratesFor(faulty.test, shop);
    const cents = centsOfRate(rate);
    await pay(faulty.test, shop, cents + 777);
    expect((await buy(faulty.test, shop, rate?.objectId ?? '')).statusCode).toBe(200);
    await letTimePass(faulty.test, minutes(31));
    await sweep(faulty.test.deps);
    expect(await refunds()).toEqual(surplus(777, /not used for a label/));
    expect(await shipments()).toEqual([{ state: 'purchased', total_cents: cents }]);
  });

  it('buys what can still be bought, and only the rest is refunded', async () => {
    const { first, second, cents } = await twoRates();
    await pay(faulty.test, shop, cents, [first.objectId, second.objectId]);
    faulty.labelProvider.refuse(1, 'No.');
    await faulty.cards.idle();
    await letTimePass(faulty.test, 21_000);
    await sweep(faulty.test.deps);
    expect((await shipments()).map(({ state }) => state).sort()).toEqual(['purchased', 'refunded']);
    const [refund, ...more] = await refunds();
    const failed = (await shipments()).find(({ state }) => state === 'refunded');
    expect([refund?.cents, more]).toEqual([failed?.total_cents, []]);
  });

  it('is handled even if refunds to other clients fail', async () => {
    const stuck = await makeShop(faulty.test);
    for (let count = 0; count < 60; count += 1) await pay(faulty.test, stuck, 100 + count);
    await faulty.cards.idle();
    const { cents } = await paidRate(faulty.test, shop);
    await faulty.cards.idle();
    await letTimePass(faulty.test, 21_000);
    await sweep(faulty.test.deps);
    expect(await shipments()).toEqual([{ state: 'purchased', total_cents: cents }]);

    // From now on, the payment provider declines all refunds to the other clients.
    await db()
      .updateTable('sandbox.gateway_intents')
      .set((eb) => ({ refunded_cents: eb.ref('amount_cents') }))
      .where('description', '=', 'A label')
      .where('status', '=', 'succeeded')
      .where('amount_cents', '<', 160)
      .execute();
    await sweepFor(faulty.test, minutes(36), minutes(5));
    await pay(faulty.test, shop, 900);
    await faulty.cards.idle();
    await letTimePass(faulty.test, minutes(31));
    await sweep(faulty.test.deps);
    expect(await refunds()).toEqual(surplus(900, /not used for a label/));
    // Sixty payments, one after the other.
  }, 180_000);

  it('is refunded if its rate expired more than half an hour ago (MO09)', async () => {
    const [rate] = await ratesFor(faulty.test, shop);
    const cents = centsOfRate(rate);
    const payment = await startPayment(faulty.test, shop, cents, [rate?.objectId ?? '']);
    await letTimePass(faulty.test, minutes(95));
    await confirm(faulty.test, payment);
    await faulty.cards.idle();
    await letTimePass(faulty.test, minutes(1));
    await sweepFor(faulty.test, minutes(1));
    expect(await refunds()).toEqual(surplus(cents, /rate has expired/));
    expect(await shipments()).toEqual([]);
  });

  it('is refunded if the client was suspended before buying', async () => {
    const { cents } = await paidRate(faulty.test, shop);
    await faulty.cards.idle();
    await db().updateTable('users').set({ status: 'suspended' }).where('id', '=', shop.userId).execute();
    await letTimePass(faulty.test, 21_000);
    const ordered = faulty.labelProvider.keysBought().length;
    await sweep(faulty.test.deps);
    expect(await refunds()).toEqual(surplus(cents, /not active/));
    expect(faulty.labelProvider.keysBought().length).toBe(ordered);
  });

  it('is refunded for rates whose ship date passed at midnight, and buys the others (MO30)', async () => {
    const now = faulty.test.clock.now().getTime();
    await letTimePass(faulty.test, hours(24) - (now % hours(24)) - minutes(10));
    // The previous session has expired.
    shop = await makeShop(faulty.test);
    const tonight = aShipment({ shippingDate: faulty.test.clock.now().toISOString().slice(0, 10) });
    // The sweep tries the rate that cannot be bought first.
    const missed = byId(await ratesFor(faulty.test, shop, tonight)).at(0);
    const kept = byId(await ratesFor(faulty.test, shop, aShipment({ shippingDate: '2026-11-20' }))).at(-1);
    const [missedCents, keptCents] = [centsOfRate(missed), centsOfRate(kept)];
    const rateIds = [missed?.objectId ?? '', kept?.objectId ?? ''];
    await pay(faulty.test, shop, missedCents + keptCents, rateIds);
    await faulty.cards.idle();
    await letTimePass(faulty.test, minutes(15));
    const late = await call(faulty.test, shop, 'POST', API.label, { ...tonight, rateId: missed?.objectId });
    expect(late.json().error).toBe('DATE_PASSED');
    await sweep(faulty.test.deps);
    expect(await refunds()).toEqual(surplus(missedCents, /shipping date has passed/));
    expect(await shipments()).toEqual([{ state: 'purchased', total_cents: keptCents }]);
  });
});
