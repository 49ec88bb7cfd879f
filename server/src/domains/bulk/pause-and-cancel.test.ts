import type { Batch } from '@lading/contract/bulk.ts';
import { API } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { centsOfRow, sumOf, withBatchClient } from '../../../test/batch-client.ts';
import {
  act,
  batchOf,
  begunBatch,
  edit,
  endRests,
  goodCells,
  path,
  payForBatch,
  ratedBatch,
  rowsOf,
  work,
} from '../../../test/bulk.ts';
import { call, type FaultyApp, letTimePass, makeShop, type Shop } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { sweep } from '../../sweep.ts';
import { runRefund } from '../payments/refund.ts';
import { requestSurplusRefund } from '../payments/refund-surplus.ts';
import { sweepPayments } from '../payments/sweep-payments.ts';
import { findBatchesWithUnspentMoney } from '../payments/unspent-payments.ts';
import { FAILURE_REASONS } from '../shipments/failure-reasons.ts';

let faulty: FaultyApp;
let shop: Shop;
const { rows, startedBatch, show, statuses, steer, refunds } = withBatchClient((app, client) => {
  faulty = app;
  shop = client;
});

const remove = ({ id }: Batch, numbers: number[], removed: boolean) =>
  act(faulty.test, shop, API.batchRemovals, id, { numbers, removed });

/** Starts the labels; the first purchase hangs until it is released. */
async function hangFirstPurchase(): Promise<{ release: () => void; working: Promise<void> }> {
  const boughtBefore = faulty.labelProvider.keysBought().length;
  const release = faulty.labelProvider.hang();
  const working = work(faulty.test);
  await expect
    .poll(() => faulty.labelProvider.keysBought().length, { timeout: 20_000 })
    .toBe(boughtBefore + 1);
  return { release, working };
}

describe('label creation', { shuffle: false }, () => {
  it('does not delay other batches while paused', async () => {
    const batch = await startedBatch(2);
    await steer(API.batchPause, batch);
    expect(await findBatchesWithUnspentMoney(faulty.test.deps, 50)).not.toContain(batch.id);
    const paid = await ratedBatch(faulty.test, shop, rowsOf(1));
    await payForBatch(faulty.test, shop, paid);
    await sweepPayments(faulty.test.deps);
    expect(await findBatchesWithUnspentMoney(faulty.test.deps, 50)).toContain(paid.id);
    await steer(API.batchCancel, batch);
    await sweep(faulty.test.deps);
    await work(faulty.test);
  });

  it('waits while paused and continues when resumed', async () => {
    const batch = await startedBatch(2);
    const paused = (await steer(API.batchPause, batch)).json().batch;
    expect(paused).toMatchObject({ paused: true, resumeBefore: expect.any(String) });
    await work(faulty.test);
    await letTimePass(faulty.test, minutes(29));
    await sweep(faulty.test.deps);
    await work(faulty.test);
    expect(await statuses(batch)).toEqual(['rate_selected', 'rate_selected']);
    expect((await call(faulty.test, shop, 'DELETE', path(API.batch, batch.id))).json().error).toBe(
      'BATCH_BUSY',
    );
    expect((await steer(API.batchResume, batch)).json().batch).toMatchObject({
      paused: false,
      resumeBefore: null,
    });
    await work(faulty.test);
    expect(await statuses(batch)).toEqual(['label_generated', 'label_generated']);
  });

  it('ends its pause with the last row in progress, and checks an edited row', async () => {
    const batch = await begunBatch(faulty.test, shop, [goodCells(1), goodCells(2, { receiver_zipcode: '' })]);
    const { release, working } = await hangFirstPurchase();
    expect((await steer(API.batchPause, batch)).json().batch.paused).toBe(true);
    release();
    await working;
    expect(await show(batch)).toMatchObject({ work: null, paused: false, resumeBefore: null });

    await edit(faulty.test, shop, batch.id, [{ number: 2, cells: { receiver_zipcode: '78701' } }]);
    expect(await show(batch)).toMatchObject({ work: { what: 'addresses' }, paused: false });
    await work(faulty.test);
    expect(await show(batch)).toMatchObject({ work: null, paused: false });
    expect(await statuses(batch)).toEqual(['label_generated', 'pending']);
  });

  it('checks an edited row while paused', async () => {
    const batch = await begunBatch(faulty.test, shop, [goodCells(1), goodCells(2, { receiver_zipcode: '' })]);
    await steer(API.batchPause, batch);
    await edit(faulty.test, shop, batch.id, [{ number: 2, cells: { receiver_zipcode: '78701' } }]);
    await work(faulty.test);
    expect(await show(batch)).toMatchObject({ work: { what: 'labels' }, paused: true });
    expect((await rows(batch)).map(({ status, work }) => [status, work])).toEqual([
      ['rate_selected', 'labels'],
      ['pending', null],
    ]);
    await steer(API.batchCancel, batch);
  });

  it('stays paused when the client asks for rates of another row', async () => {
    const batch = await ratedBatch(faulty.test, shop, rowsOf(3));
    await remove(batch, [2, 3], true);
    faulty.labelProvider.refuse(1, 'The address is unknown.');
    await steer(API.batchLabels, batch, await payForBatch(faulty.test, shop, await show(batch)));
    await work(faulty.test);
    await remove(batch, [2], false);
    await steer(API.batchLabels, batch, await payForBatch(faulty.test, shop, await show(batch)));
    await steer(API.batchPause, batch);
    await remove(batch, [3], false);
    expect(await statuses(batch)).toEqual(['label_failed', 'rate_selected', 'rate_selected']);
    const message = 'The labels of this upload are paused. Please resume or cancel them first.';
    for (const [route, number] of [
      [API.batchRetry, 1],
      [API.batchRates, 3],
    ] as const)
      expect((await act(faulty.test, shop, route, batch.id, { numbers: [number] })).json()).toMatchObject({
        error: 'BATCH_BUSY',
        message,
      });
    expect(await show(batch)).toMatchObject({ paused: true, work: { what: 'labels' } });

    await steer(API.batchCancel, batch);
    expect((await act(faulty.test, shop, API.batchRates, batch.id, { numbers: [3] })).statusCode).toBe(200);
    await work(faulty.test);
  });

  it('refunds everything after half an hour of pause', async () => {
    const batch = await startedBatch(2);
    const prices = (await rows(batch)).map(centsOfRow);
    await steer(API.batchPause, batch);
    await letTimePass(faulty.test, minutes(31));
    await sweep(faulty.test.deps);
    await work(faulty.test);
    expect(await show(batch)).toMatchObject({ paused: false, work: null, bought: { count: 0 } });
    expect((await rows(batch)).map(({ status, paid }) => [status, paid])).toEqual([
      ['rate_selected', false],
      ['rate_selected', false],
    ]);
    expect(sumOf((await refunds()).map(({ cents }) => cents))).toBe(sumOf(prices));
  });

  it('refunds the remaining labels when canceled, even after the refund of one row was declined', async () => {
    const batch = await ratedBatch(faulty.test, shop, rowsOf(3));
    const payment = await payForBatch(faulty.test, shop, batch);
    await steer(API.batchLabels, batch, payment);
    await steer(API.batchPause, batch);
    const { db, clock } = faulty.test.deps;
    const prices = (await rows(batch)).map(centsOfRow);
    const [first = 0, ...others] = prices;
    const { id } = await db
      .selectFrom('payments')
      .select('id')
      .where('intent_id', '=', payment.paymentIntentId)
      .executeTakeFirstOrThrow();
    const setRefunded = (refunded_cents: number) =>
      db
        .updateTable('sandbox.gateway_intents')
        .set({ refunded_cents })
        .where('intent_id', '=', payment.paymentIntentId)
        .execute();
    // The payment provider declines the refund of the first row.
    await setRefunded(sumOf(prices));
    const part = { paymentId: id, cents: first, reason: 'The rate has expired.' };
    const refundId = await transaction(db, (trx) => requestSurplusRefund(trx, clock, part));
    await runRefund(faulty.test.deps, refundId ?? '');
    await setRefunded(0);

    await steer(API.batchCancel, batch);
    const centsIn = async (wanted: string) =>
      sumOf((await refunds()).flatMap(({ cents, state }) => (state === wanted ? cents : [])));
    expect([await centsIn('failed'), await centsIn('succeeded')]).toEqual([first, sumOf(others)]);
    expect(await findBatchesWithUnspentMoney(faulty.test.deps, 50)).not.toContain(batch.id);
  });

  it('finishes purchases in progress when canceled, refunds the rest and never restarts it', async () => {
    const batch = await ratedBatch(faulty.test, shop, rowsOf(6));
    const payment = await payForBatch(faulty.test, shop, batch);
    await steer(API.batchLabels, batch, payment);
    const prices = (await rows(batch)).map(centsOfRow);
    const { release, working } = await hangFirstPurchase();
    expect((await steer(API.batchCancel, batch)).statusCode).toBe(200);
    const [atWork, waiting] = [await statusesOfWork(batch, true), await statusesOfWork(batch, false)];
    expect(atWork).toContain(1);
    expect(waiting).toEqual(expect.arrayContaining([4, 5, 6]));
    // The same payment must not start it again, neither through another call nor through the sweep.
    await steer(API.batchLabels, batch, payment);
    await sweep(faulty.test.deps);
    expect(await statusesOfWork(batch, false)).toEqual(waiting);
    release();
    await working;
    await sweep(faulty.test.deps);
    await work(faulty.test);

    const ended = await rows(batch);
    expect(ended.map(({ status }) => status)).toEqual(
      ended.map(({ number }) => (atWork.includes(number) ? 'label_generated' : 'rate_selected')),
    );
    expect(sumOf((await refunds()).map(({ cents }) => cents))).toBe(
      sumOf(waiting.map((number) => prices[number - 1] ?? 0)),
    );
    await steer(API.batchLabels, batch, await payForBatch(faulty.test, shop, await show(batch)));
    await work(faulty.test);
    expect(await statuses(batch)).toEqual(Array(6).fill('label_generated'));
  });

  const statusesOfWork = async (batch: Batch, isAtWork: boolean) =>
    (await rows(batch)).filter((row) => (row.work === 'labels') === isAtWork).map(({ number }) => number);

  it('finishes purchases in progress when the client is suspended, and refunds the rest (MO28)', async () => {
    const batch = await begunBatch(faulty.test, shop, rowsOf(6));
    const prices = (await rows(batch)).map(centsOfRow);
    const setStatus = (status: 'active' | 'suspended') =>
      faulty.test.deps.db.updateTable('users').set({ status }).where('id', '=', shop.userId).execute();
    const { release, working } = await hangFirstPurchase();
    await setStatus('suspended');
    const boughtBefore = faulty.labelProvider.keysBought().length;
    release();
    await working;
    await sweep(faulty.test.deps);
    await endRests(faulty.test);
    await work(faulty.test);
    await sweep(faulty.test.deps);
    expect(faulty.labelProvider.keysBought().length).toBe(boughtBefore);

    await setStatus('active');
    const ended = await rows(batch);
    expect(ended.map(({ status }) => status)).toEqual(['label_generated', ...Array(5).fill('label_failed')]);
    expect(ended.at(-1)?.error).toBe(FAILURE_REASONS.account_inactive);
    expect((await show(batch)).work).toBeNull();
    const back = await refunds();
    expect(new Set(back.map(({ state }) => state))).toEqual(new Set(['succeeded']));
    expect(sumOf(back.map(({ cents }) => cents))).toBe(sumOf(prices.slice(1)));
  });

  it('alternates between batches, so that a small one does not wait for a large one', async () => {
    const other = await makeShop(faulty.test);
    const large = await startedBatch(5);
    await steer(API.batchPause, large);
    const small = await begunBatch(faulty.test, other, [goodCells(1)]);
    await steer(API.batchResume, large);
    const boughtBefore = faulty.labelProvider.keysBought().length;
    await work(faulty.test);
    const attempts = await faulty.test.deps.db
      .selectFrom('purchase_attempts')
      .innerJoin('shipments', 'shipments.id', 'shipment_id')
      .select('purchase_attempts.id')
      .where('user_id', '=', other.userId)
      .execute();
    const order = faulty.labelProvider.keysBought().slice(boughtBefore);
    expect(order).toHaveLength(6);
    expect(order.indexOf(attempts[0]?.id ?? '')).toBeLessThan(2);
    expect([(await show(large)).work, (await batchOf(faulty.test, other, small.id)).work]).toEqual([
      null,
      null,
    ]);
  });
});
