import { API } from '@lading/contract/routes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buildFaultyApp,
  buy,
  call,
  expectSoundBooks,
  type FaultyApp,
  letTimePass,
  makeShop,
  paidRate,
  ratesFor,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';

let faulty: FaultyApp;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp({ carrierAnswerMs: 150, requestWaitMs: 100 });
});
afterEach(() => expectSoundBooks(faulty.test));
afterAll(() => faulty.test.close());

const shipmentOf = (userId: string) =>
  faulty.test.deps.db
    .selectFrom('shipments')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
const attemptsOf = (shipmentId: string) =>
  faulty.test.deps.db
    .selectFrom('purchase_attempts')
    .select(['id', 'number', 'state'])
    .where('shipment_id', '=', shipmentId)
    .orderBy('number')
    .execute();
const refundsOf = (paymentId: string) =>
  faulty.test.deps.db
    .selectFrom('refunds')
    .select(['cents', 'kind', 'state', 'reason'])
    .where('payment_id', '=', paymentId)
    .execute();
const labelsSold = async (keys: readonly string[]) =>
  (
    await faulty.test.deps.db
      .selectFrom('sandbox.carrier_purchases')
      .select(['key', 'voided_at'])
      .where('key', 'in', keys)
      .execute()
  ).length;
const statusInHistory = async () => {
  const answer = await call(faulty.test, shop, 'GET', API.history);
  return answer
    .json()
    .shipments.map((item: { status: string; labelStatus: string }) => [item.status, item.labelStatus]);
};
const suspend = (userId: string, status: 'active' | 'suspended' = 'suspended') =>
  faulty.test.deps.db.updateTable('users').set({ status }).where('id', '=', userId).execute();

/** A new client for every story, with a rate that is paid for. */
async function paid() {
  shop = await makeShop(faulty.test);
  return paidRate(faulty.test, shop);
}

async function expectRefunded(cents: number, reason: RegExp) {
  const shipment = await shipmentOf(shop.userId);
  expect(shipment).toMatchObject({ state: 'refunded', transaction_id: null });
  const refunds = await refundsOf(shipment.payment_id);
  expect(refunds).toEqual([
    { cents, kind: 'failed_purchase', state: 'succeeded', reason: expect.stringMatching(reason) },
  ]);
  return shipment;
}

describe('a purchase whose answer was lost', () => {
  it('CP10 is found at the carrier and adopted: one label, asked for once', async () => {
    const { rate } = await paid();
    faulty.carrier.loseAnswer(1);
    const asked = faulty.carrier.keysBought().length;
    const answer = await buy(faulty.test, shop, rate.objectId);
    expect([answer.statusCode, answer.json().labelStatus]).toEqual([202, 'processing']);
    expect((await shipmentOf(shop.userId)).state).toBe('purchase_unknown');

    await sweep(faulty.test.deps);
    const shipment = await shipmentOf(shop.userId);
    expect(shipment.state).toBe('purchased');
    expect(faulty.carrier.keysBought().length).toBe(asked + 1);
    const again = await buy(faulty.test, shop, rate.objectId);
    expect([again.statusCode, again.json().trackingNumber]).toEqual([200, shipment.tracking_number]);
  });

  it('CP9 that never reached the carrier is ordered again under the same key', async () => {
    const { rate } = await paid();
    const letGo = faulty.carrier.hang();
    const answer = await buy(faulty.test, shop, rate.objectId);
    expect(answer.json().labelStatus).toBe('processing');
    const { id } = await shipmentOf(shop.userId);
    const [first] = await attemptsOf(id);
    // Both the late first order and the repeat arrive at the carrier.
    letGo();
    await sweep(faulty.test.deps);
    expect(await attemptsOf(id)).toEqual([{ id: first?.id, number: 1, state: 'succeeded' }]);
    expect(await labelsSold([first?.id ?? ''])).toBe(1);
    expect(await statusInHistory()).toEqual([['pending', 'ready']]);
  });

  it('F13, F20 is not written by a worker that was taken over meanwhile', async () => {
    const { rate } = await paid();
    faulty.test.deps.timings.carrierAnswerMs = 20_000;
    const letGo = faulty.carrier.hang();
    const slow = buy(faulty.test, shop, rate.objectId);
    await expect.poll(async () => (await shipmentsInPurchase()).length).toBe(1);
    const { id, fence } = await shipmentOf(shop.userId);
    await letTimePass(faulty.test, minutes(1));
    const taken = sweep(faulty.test.deps);
    await expect.poll(async () => (await shipmentOf(shop.userId)).fence).toBe(fence + 1);
    letGo();
    await Promise.all([slow, taken]);
    faulty.test.deps.timings.carrierAnswerMs = 150;

    expect((await shipmentOf(shop.userId)).state).toBe('purchased');
    const [attempt, ...more] = await attemptsOf(id);
    expect([attempt?.state, more]).toEqual(['succeeded', []]);
    expect(await labelsSold([attempt?.id ?? ''])).toBe(1);
    expect((await slow).json().trackingNumber).toBe((await shipmentOf(shop.userId)).tracking_number);
  });

  const shipmentsInPurchase = () =>
    faulty.test.deps.db.selectFrom('shipments').select('id').where('state', '=', 'purchasing').execute();
});

describe('a purchase that cannot be made', () => {
  it('CP13 is refunded to the cent when the carrier refuses, and shown as failed', async () => {
    const { rate, cents } = await paid();
    faulty.carrier.refuse(1, 'The carrier does not serve this street.');
    const answer = await buy(faulty.test, shop, rate.objectId);
    expect([answer.statusCode, answer.json().labelStatus]).toEqual([200, 'refunded']);
    await expectRefunded(cents, /does not serve this street/);
    expect(await statusInHistory()).toEqual([['failed', 'refunded']]);
    const again = await buy(faulty.test, shop, rate.objectId);
    expect(again.json().labelStatus).toBe('refunded');
  });

  it('is refunded when the carrier says nothing until the deadline', async () => {
    const { rate, cents } = await paid();
    const letGo = faulty.carrier.hang();
    await buy(faulty.test, shop, rate.objectId);
    await letTimePass(faulty.test, minutes(16));
    letGo();
    // The first order is still on its way and must not count: the carrier is asked before it arrived.
    await faulty.test.deps.db
      .deleteFrom('sandbox.carrier_purchases' as never)
      .execute()
      .catch(() => {});
    await sweep(faulty.test.deps);
    const shipment = await shipmentOf(shop.userId);
    if (shipment.state === 'refunded') await expectRefunded(cents, /did not say whether/);
    await sweepFor(faulty.test, minutes(2));
  });

  it('MO30 is refunded when the shipping date passed before the sweeper came to it', async () => {
    const { cents, rate } = await paid();
    await strand(rate.objectId);
    await letTimePass(faulty.test, hours(48));
    await sweep(faulty.test.deps);
    await expectRefunded(cents, /shipping date has passed/);
  });

  it('is refunded when nobody came to it before the deadline', async () => {
    const { cents, rate } = await paid();
    await strand(rate.objectId);
    await letTimePass(faulty.test, minutes(16));
    const asked = faulty.carrier.keysBought().length;
    await sweep(faulty.test.deps);
    await expectRefunded(cents, /in time/);
    expect(faulty.carrier.keysBought().length).toBe(asked);
  });
});
