import type { Batch } from '@lading/contract/bulk.ts';
import { centsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  act,
  batchOf,
  edit,
  goodCells,
  path,
  payForBatch,
  ratedBatch,
  refundsOf,
  rowOfBatch,
  rowsOf,
  rowsOfBatch,
  startBatchPayment,
  work,
} from '../../../test/bulk.ts';
import {
  buildFaultyApp,
  call,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  paidRate,
  ratesFor,
  type Shop,
  type StartedPayment,
  sweepFor,
} from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';
import { receiveEvent } from '../payments/receive-event.ts';

const DECLINED_CARD = '4000000000000002';

let faulty: FaultyApp;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
});
afterAll(async () => {
  // The last test may have passed an hour without a sweep, so payments that bought nothing are still there.
  await sweepFor(faulty.test, minutes(1));
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

const rated = (count: number) => ratedBatch(faulty.test, shop, rowsOf(count));
const rows = ({ id }: Batch) => rowsOfBatch(faulty.test, shop, id);
const start = ({ id }: Batch, { paymentIntentId }: StartedPayment) =>
  act(faulty.test, shop, API.batchLabels, id, { paymentIntentId });
const intent = (body: object, owner = shop) =>
  call(faulty.test, owner, 'POST', API.createPaymentIntent, { description: 'Labels', ...body });
const counts = async ({ id }: Batch) => (await batchOf(faulty.test, shop, id)).counts;
const refunds = () => refundsOf(faulty.test, shop);
const shipments = () =>
  faulty.test.deps.db.selectFrom('shipments').select('id').where('user_id', '=', shop.userId).execute();

/** Runs everything that happens automatically after a payment. */
async function settle(): Promise<void> {
  await sweep(faulty.test.deps);
  await work(faulty.test);
  await sweep(faulty.test.deps);
}

/** Pays for the given rows, as the browser would. */
async function paymentFor(batch: Batch, numbers: number[]): Promise<StartedPayment & { cents: number }> {
  const named = (await rows(batch)).filter(({ number }) => numbers.includes(number));
  const cents = named.reduce((sum, { rate }) => sum + centsOf(rate?.amount ?? 0), 0);
  const rateIds = named.map(({ selectedRateId }) => selectedRateId);
  const answer = await intent({ amount: cents, rateIds, batchId: batch.id });
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...answer.json(), cents };
}

describe('one payment for a batch', () => {
  it('is refused unless the amount equals the price of the selected rates (MO01)', async () => {
    const batch = await rated(2);
    const rateIds = (await rows(batch)).map(({ selectedRateId }) => selectedRateId);
    const price = centsOf(batch.chosen.amount);
    for (const amount of [price - 1, price + 1]) {
      const answer = await intent({ amount, rateIds, batchId: batch.id });
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'AMOUNT_DIFFERS']);
    }
    expect((await intent({ amount: price, rateIds, batchId: batch.id })).statusCode).toBe(200);
  });

  it('cannot be created for, or spent by, another client (AZ01, MO07)', async () => {
    const batch = await rated(1);
    const other = await makeShop(faulty.test);
    const { payment: theirs } = await paidRate(faulty.test, other);
    const [rate] = await ratesFor(faulty.test, other);
    const order = { amount: centsOfRate(rate), rateIds: [rate?.objectId], batchId: batch.id };
    const answer = await intent(order, other);
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'BATCH_NOT_FOUND']);
    expect((await start(batch, theirs)).json().error).toBe('PAYMENT_NOT_FOUND');
    const own = await payForBatch(faulty.test, shop, batch);
    const stolen = await act(faulty.test, other, API.batchLabels, batch.id, own);
    expect([stolen.statusCode, stolen.json().error]).toEqual([404, 'BATCH_NOT_FOUND']);
    await settle();
    expect(await counts(batch)).toMatchObject({ label_generated: 1 });
  });

  it('starts no label before it succeeds, and all labels afterward, even after a declined card (MO05)', async () => {
    const batch = await rated(2);
    const payment = await startBatchPayment(faulty.test, shop, batch);
    expect((await start(batch, payment)).statusCode).toBe(402);
    expect((await confirm(faulty.test, payment, DECLINED_CARD)).json().status).not.toBe('succeeded');
    expect((await start(batch, payment)).statusCode).toBe(402);
    await settle();
    expect(await counts(batch)).toMatchObject({ rate_selected: 2, label_generated: 0 });
    expect((await confirm(faulty.test, payment)).json().status).toBe('succeeded');
    expect((await start(batch, payment)).json().batch).toMatchObject({ step: 'generation_summary' });
    await work(faulty.test);
    expect(await counts(batch)).toMatchObject({ label_generated: 2 });
  });

  it('starts its labels only once (CS13)', async () => {
    const batch = await rated(3);
    const payment = await payForBatch(faulty.test, shop, batch);
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(batch, payment)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await Promise.all([work(faulty.test), work(faulty.test), sweep(faulty.test.deps)]);
    await start(batch, payment);
    await settle();
    expect(await counts(batch)).toMatchObject({ label_generated: 3 });
    expect(await refunds()).toEqual([]);
  });

  it('is spent even if the browser never returns (CS14)', async () => {
    const batch = await rated(3);
    await payForBatch(faulty.test, shop, batch);
    await settle();
    expect(await counts(batch)).toMatchObject({ label_generated: 3 });
  });

  it('buys the paid rate even if another tab selected a different one', async () => {
    const batch = await rated(2);
    const payment = await startBatchPayment(faulty.test, shop, batch);
    const paid = (await rows(batch)).map(({ rate, selectedRateId }) => [
      selectedRateId,
      rate?.serviceName,
      rate?.amount,
    ]);
    const { rates } = await rowOfBatch(faulty.test, shop, batch.id, 1);
    const choices = [{ number: 1, rateId: rates.at(-1)?.objectId }];
    await act(faulty.test, shop, API.batchChoices, batch.id, { choices }, 'PUT');
    await confirm(faulty.test, payment);
    await start(batch, payment);
    await work(faulty.test);
    const bought = (await rows(batch)).map(({ rate, selectedRateId, transaction, status }) => {
      expect([status, transaction?.serviceName]).toEqual(['label_generated', rate?.serviceName]);
      return [selectedRateId, transaction?.serviceName, transaction?.cost];
    });
    expect(bought).toEqual(paid);
    expect(await refunds()).toEqual([]);
  });

  it('refunds rows that were edited or removed during payment and buys the rest', async () => {
    const batch = await rated(3);
    const prices = (await rows(batch)).map(({ rate }) => centsOf(rate?.amount ?? 0));
    const payment = await startBatchPayment(faulty.test, shop, batch);
    await edit(faulty.test, shop, batch.id, [{ number: 1, cells: { package_weight: '7' } }]);
    await act(faulty.test, shop, API.batchRemovals, batch.id, { numbers: [2], removed: true });
    await confirm(faulty.test, payment);
    await start(batch, payment);
    await settle();
    expect(await counts(batch)).toMatchObject({ label_generated: 1, pending: 1, removed: 1 });
    const back = (prices[0] ?? 0) + (prices[1] ?? 0);
    expect(await refunds()).toMatchObject([{ cents: back, state: 'succeeded' }]);
  });

  it('creates one label per row and refunds the rest when two browsers pay for the same rows', async () => {
    const batch = await rated(4);
    const prices = (await rows(batch)).map(({ rate }) => centsOf(rate?.amount ?? 0));
    const [first, second] = [await paymentFor(batch, [1, 2, 3]), await paymentFor(batch, [2, 3, 4])];
    await Promise.all([confirm(faulty.test, first), confirm(faulty.test, second)]);
    await Promise.all([start(batch, first), start(batch, second)]);
    await settle();
    const labeled = await rows(batch);
    expect(labeled.map(({ status }) => status)).toEqual(Array(4).fill('label_generated'));
    expect(new Set(labeled.map(({ transaction }) => transaction?.trackingNumber)).size).toBe(4);
    expect(await refunds()).toMatchObject([
      { cents: (prices[1] ?? 0) + (prices[2] ?? 0), state: 'succeeded' },
    ]);
  });

  it('buys nothing and is refunded in full if the captured amount differs', async () => {
    const batch = await rated(2);
    const payment = await startBatchPayment(faulty.test, shop, batch);
    const cents = payment.amount - 100;
    faulty.cards.onEvent(async () => {});
    await confirm(faulty.test, payment);
    await faulty.test.deps.db
      .updateTable('sandbox.gateway_intents')
      .set({ amount_cents: cents } as never)
      .where('intent_id', '=', payment.paymentIntentId)
      .execute();
    expect((await start(batch, payment)).statusCode).toBe(402);
    await sweepFor(faulty.test, minutes(1));
    await work(faulty.test);
    expect(await shipments()).toEqual([]);
    expect(await counts(batch)).toMatchObject({ rate_selected: 2, label_generated: 0 });
    expect(await refunds()).toMatchObject([{ cents, state: 'succeeded' }]);
    faulty.cards.onEvent((event) => receiveEvent(faulty.test.deps, event));
  });

  it('is refunded if the upload is discarded during payment', async () => {
    const batch = await rated(2);
    const payment = await startBatchPayment(faulty.test, shop, batch);
    expect((await call(faulty.test, shop, 'DELETE', path(API.batch, batch.id))).statusCode).toBe(204);
    await confirm(faulty.test, payment);
    expect((await start(batch, payment)).statusCode).toBe(404);
    await settle();
    expect(await refunds()).toMatchObject([{ cents: payment.amount, state: 'succeeded' }]);
    expect((await call(faulty.test, shop, 'GET', API.batches)).json().batches).toEqual([]);
  });

  it('cannot be created for rates that belong to no row of the batch', async () => {
    const batch = await rated(1);
    const elsewhere = await ratedBatch(faulty.test, shop, [goodCells(8)]);
    const [own] = await rows(batch);
    const [row] = await rows(elsewhere);
    const price = centsOf(row?.rate?.amount ?? 0);
    const both = price + centsOf(own?.rate?.amount ?? 0);
    for (const [amount, rateIds] of [
      [price, [row?.selectedRateId]],
      [both, [own?.selectedRateId, row?.selectedRateId]],
    ] as const) {
      const answer = await intent({ amount, rateIds, batchId: batch.id });
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'RATE_DIFFERS']);
    }
    const payments = await faulty.test.deps.db
      .selectFrom('payments')
      .select('id')
      .where('user_id', '=', shop.userId)
      .execute();
    expect(payments).toEqual([]);
  });

  it('cannot be created for expired rates', async () => {
    const batch = await rated(1);
    faulty.test.clock.advance(minutes(61));
    const [row] = await rows(batch);
    const amount = centsOf(row?.rate?.amount ?? 0);
    const answer = await intent({ amount, rateIds: [row?.selectedRateId], batchId: batch.id });
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'RATE_EXPIRED']);
  });
});
