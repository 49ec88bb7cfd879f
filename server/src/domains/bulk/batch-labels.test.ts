import { ERRORS } from '@lading/contract/errors.ts';
import { centsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { centsOfRow, sumOf, withBatchClient } from '../../../test/batch-client.ts';
import {
  act,
  begunBatch,
  endRests,
  path,
  payForBatch,
  ratedBatch,
  rowOfBatch,
  rowsOf,
  waitForEvening,
  work,
} from '../../../test/bulk.ts';
import { call, type FaultyApp, letTimePass, type Shop } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';

let faulty: FaultyApp;
let shop: Shop;
const { newClient, rows, startedBatch, show, statuses, steer, refunds } = withBatchClient((app, client) => {
  faulty = app;
  shop = client;
});

describe('label creation for a batch', () => {
  it('creates every paid label, and the ledger balances', async () => {
    const batch = await begunBatch(
      faulty.test,
      shop,
      rowsOf(5, (number) => (number === 4 ? { receiver_state: '' } : { order_ref: `A-${number}` })),
    );
    expect(batch).toMatchObject({ step: 'generation_summary', work: { what: 'labels', done: 0, total: 4 } });
    await work(faulty.test);
    const done = await show(batch);
    expect(done).toMatchObject({ work: null, counts: { label_generated: 4, invalid: 1, label_failed: 0 } });
    const labels = (await rows(batch)).filter(({ status }) => status === 'label_generated');
    expect(new Set(labels.map(({ transaction }) => transaction?.trackingNumber)).size).toBe(4);
    expect(sumOf(labels.map(centsOfRow))).toBe(centsOf(done.bought.amount));
    expect(done.bought).toMatchObject({ count: 4, refunded: 0 });
    const [label] = labels;
    const url = path(API.transaction, label?.transaction?.transactionId ?? '');
    expect((await call(faulty.test, shop, 'GET', url)).json()).toMatchObject({
      transaction: { tracking_number: label?.transaction?.trackingNumber },
    });
  });

  it('prints order numbers without the formula of a spreadsheet, and without half characters', async () => {
    // The raw cell is longer than a note may be, and its 500th character is the first half of an emoji.
    const padded = `${' '.repeat(499)}\u{1F4E6} 1002`;
    const batch = await begunBatch(
      faulty.test,
      shop,
      rowsOf(2, (number) => ({ order_ref: number === 1 ? '="1001"' : padded })),
    );
    await work(faulty.test);
    expect(await statuses(batch)).toEqual(['label_generated', 'label_generated']);
    const bought = await faulty.test.deps.db
      .selectFrom('shipments')
      .select(['notes', 'reference'])
      .where('user_id', '=', shop.userId)
      .execute();
    const orderRefs = ['1001', '\u{1F4E6} 1002'];
    expect(bought.map(({ notes }) => notes).sort()).toEqual(orderRefs);
    expect(bought.map(({ reference }) => reference).sort()).toEqual(orderRefs);
  });

  it('refunds only the row that the label provider refused, which can be paid for again', async () => {
    const batch = await ratedBatch(faulty.test, shop, rowsOf(3));
    const { rates } = await rowOfBatch(faulty.test, shop, batch.id, 1);
    const favorite = rates[1];
    const choices = [{ number: 1, rateId: favorite?.objectId }];
    await act(faulty.test, shop, API.batchChoices, batch.id, { choices }, 'PUT');
    const first = await payForBatch(faulty.test, shop, await show(batch));
    await steer(API.batchLabels, batch, first);
    faulty.labelProvider.refuse(1, 'The carrier does not deliver there.');
    await work(faulty.test);

    const [failed, ...others] = await rows(batch);
    expect(failed).toMatchObject({
      status: 'label_failed',
      error: 'The carrier does not deliver there.',
      paid: false,
      transaction: { labelStatus: 'refunded', trackingNumber: null },
    });
    expect(others.map(({ status }) => status)).toEqual(['label_generated', 'label_generated']);
    const cents = centsOf(favorite?.amount ?? 0);
    expect(await refunds()).toEqual([{ cents, state: 'succeeded' }]);
    expect((await show(batch)).bought).toMatchObject({ count: 2, refunded: favorite?.amount });

    expect((await steer(API.batchRetry, batch, { numbers: [1, 2] })).json().batch).toMatchObject({
      step: 'rate_selection',
      work: { what: 'rates', total: 1 },
    });
    await work(faulty.test);
    // The first payment was refunded for this row, so it starts nothing.
    await steer(API.batchLabels, batch, first);
    await sweep(faulty.test.deps);
    const again = await show(batch);
    expect(again.chosen).toMatchObject({ count: 1, amount: favorite?.amount });
    expect((await rows(batch))[0]).toMatchObject({
      status: 'rate_selected',
      rate: { serviceName: favorite?.serviceName, chosenBy: 'hand' },
      error: null,
      transaction: null,
    });
    await steer(API.batchLabels, batch, await payForBatch(faulty.test, shop, again));
    await work(faulty.test);
    expect(await statuses(batch)).toEqual(Array(3).fill('label_generated'));
    expect(await refunds()).toHaveLength(1);
  });

  it('continues after a refusal, whatever its wording', async () => {
    const batch = await startedBatch(6);
    const [first] = await rows(batch);
    faulty.labelProvider.refuse(1, 'The account is not active.');
    await work(faulty.test);
    expect(await statuses(batch)).toEqual(['label_failed', ...Array(5).fill('label_generated')]);
    expect(await refunds()).toEqual([{ cents: centsOfRow(first), state: 'succeeded' }]);
  });

  it('refunds a failed row once the payment provider responds again', async () => {
    const batch = await startedBatch(2);
    faulty.labelProvider.refuse(1, 'No.');
    faulty.gateway.failNext('refund', 1);
    await work(faulty.test);
    expect(await statuses(batch)).toEqual(['label_failed', 'label_generated']);
    expect(await refunds()).toMatchObject([{ state: 'submitted' }]);
    await letTimePass(faulty.test, minutes(2));
    await sweep(faulty.test.deps);
    expect(await refunds()).toMatchObject([{ state: 'succeeded' }]);
  });

  it('looks up a label whose response was lost instead of buying or refunding it', async () => {
    const batch = await startedBatch(2);
    const boughtBefore = faulty.labelProvider.keysBought().length;
    faulty.labelProvider.loseAnswer(1);
    await work(faulty.test);
    expect((await rows(batch)).map(({ status, work: waiting }) => [status, waiting])).toEqual([
      ['rate_selected', 'labels'],
      ['label_generated', null],
    ]);
    await sweep(faulty.test.deps);
    await endRests(faulty.test);
    await work(faulty.test);
    expect(await statuses(batch)).toEqual(['label_generated', 'label_generated']);
    expect(faulty.labelProvider.keysBought().length).toBe(boughtBefore + 2);
    expect(await refunds()).toEqual([]);
  });

  it('honors the paid price if the quote expires before the purchase (MO09)', async () => {
    const batch = await startedBatch(2);
    faulty.test.clock.advance(minutes(100));
    await work(faulty.test);
    expect(await statuses(batch)).toEqual(['label_generated', 'label_generated']);
  });

  it('refunds only the rows whose ship date has passed (MO30)', async () => {
    waitForEvening(faulty.test);
    await newClient();
    const dates = ['2026-11-16', '2026-11-20'];
    const batch = await begunBatch(
      faulty.test,
      shop,
      rowsOf(2, (number) => ({ shipping_date: dates[number - 1] ?? '' })),
    );
    const [first] = await rows(batch);
    faulty.test.clock.advance(minutes(11));
    await work(faulty.test);
    const [late, other] = await rows(batch);
    expect(late).toMatchObject({ status: 'label_failed', error: ERRORS.DATE_PASSED.message });
    expect(other?.status).toBe('label_generated');
    expect(await refunds()).toEqual([{ cents: centsOfRow(first), state: 'succeeded' }]);
  });
});
