import type { BulkLabelsAnswer } from '@lading/contract/bulk.ts';
import { API } from '@lading/contract/routes.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { act, batchOf, edit, endRests, refundsOf, whileWorking, work } from '../../../test/bulk.ts';
import { ledgerSnapshot } from '../../../test/ledger-snapshot.ts';
import {
  aShipment,
  buildFaultyApp,
  buy,
  call,
  centsOfRate,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  makeShop,
  pay,
  ratesFor,
  type Shop,
  startPayment,
} from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';

let faulty: FaultyApp;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp({ requestWaitMs: 20_000 });
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

/** The specification's call. */
const buyAll = (shipments: object[], extra: object = {}, owner = shop) =>
  call(faulty.test, owner, 'POST', API.bulkLabels, { shipments, ...extra });

/** The cheapest rates for `count` different parcels. */
async function priced(count: number): Promise<{ rates: Rate[]; ids: string[]; cents: number }> {
  const rates: Rate[] = [];
  for (let weight = 1; weight <= count; weight += 1) {
    const [rate] = await ratesFor(faulty.test, shop, aShipment({ package: parcelOf(weight) }) as never);
    if (rate) rates.push(rate);
  }
  return {
    rates,
    ids: rates.map(({ objectId }) => objectId),
    cents: rates.reduce((sum, rate) => sum + centsOfRate(rate), 0),
  };
}
const parcelOf = (weight: number) => ({ ...aShipment().package, weight });
const named = (ids: string[]) => ids.map((rateId, index) => ({ id: `csv_ship_${index + 1}`, rateId }));
const refundedCents = async () => (await refundsOf(faulty.test, shop)).map(({ cents }) => cents);

describe('POST /api/shippo/bulk-labels', () => {
  it('accepts the shipments of the specification and returns a label for each', async () => {
    const { rates, ids, cents } = await priced(2);
    const payment = await pay(faulty.test, shop, cents, ids);
    const shipments = ids.map((rateId, index) => ({
      ...aShipment({ package: parcelOf(index + 1) }),
      id: `csv_ship_${index + 1}`,
      rateId,
    }));
    const answer = await whileWorking(faulty.test, () =>
      buyAll(shipments, { paymentIntentId: payment.paymentIntentId }),
    );
    expect(answer.statusCode, answer.body).toBe(200);
    const body = answer.json<BulkLabelsAnswer>();
    expect(body).toMatchObject({ finished: true, successful: 2, failed: 0 });
    expect(body.results).toMatchObject(
      rates.map((rate, index) => ({
        id: `csv_ship_${index + 1}`,
        rateId: rate.objectId,
        status: 'label_generated',
        error: null,
        transaction: { labelStatus: 'ready', cost: rate.amount, serviceName: rate.serviceName },
      })),
    );
    for (const { labelUrl } of body.results)
      expect((await faulty.test.inject({ url: labelUrl ?? '' })).statusCode).toBe(200);
    expect((await call(faulty.test, shop, 'GET', API.batches)).json().batches).toEqual([]);
  });

  it.each([
    ['bound to these rates', true],
    ['unbound', false],
  ])('finds the payment without its id: %s', async (_which, isBound) => {
    const { ids, cents } = await priced(2);
    await pay(faulty.test, shop, cents, isBound ? ids : undefined);
    const answer = await whileWorking(faulty.test, () => buyAll(named(ids)));
    expect(answer.json()).toMatchObject({ finished: true, successful: 2, failed: 0 });
    expect(await refundedCents()).toEqual([]);
  });

  it('refunds the surplus of an unbound payment', async () => {
    const { ids, cents } = await priced(1);
    await pay(faulty.test, shop, cents + 500);
    await whileWorking(faulty.test, () => buyAll(named(ids)));
    await sweep(faulty.test.deps);
    expect(await refundedCents()).toEqual([500]);
  });

  it('buys nothing without a sufficient, successful payment (MO04, MO05)', async () => {
    const { ids, cents } = await priced(2);
    const boughtBefore = faulty.labelProvider.keysBought().length;
    expect((await buyAll(named(ids))).statusCode).toBe(402);
    const { paymentIntentId } = await startPayment(faulty.test, shop, cents);
    expect((await buyAll(named(ids), { paymentIntentId })).statusCode).toBe(402);
    const small = await pay(faulty.test, shop, cents - 1);
    for (const extra of [{}, { paymentIntentId: small.paymentIntentId }])
      expect((await buyAll(named(ids), extra)).json().error).toBe('PAYMENT_REQUIRED');
    await work(faulty.test);
    expect(faulty.labelProvider.keysBought().length).toBe(boughtBefore);
    faulty.test.clock.advance(minutes(31));
    await sweep(faulty.test.deps);
    expect(await refundedCents()).toEqual([cents - 1]);
  });

  it('rejects a payment for other rates', async () => {
    const { ids, rates } = await priced(2);
    const [first = '', second = ''] = ids;
    await pay(faulty.test, shop, centsOfRate(rates[0]), [first]);
    expect((await buyAll([{ rateId: second }])).statusCode).toBe(402);
    expect((await buyAll(named(ids))).statusCode).toBe(402);
    expect((await whileWorking(faulty.test, () => buyAll([{ rateId: first }]))).statusCode).toBe(200);
  });

  it.each<[why: string, status: number, change: (ids: string[]) => object[]]>([
    ['the same rate twice', 400, ([first = '']) => [{ rateId: first }, { rateId: first }]],
    ['no shipments', 400, () => []],
    ['a malformed rate id', 400, () => [{ rateId: 'csv_ship_1' }]],
    ['an unknown rate', 404, ([first = '']) => [{ rateId: first }, { rateId: crypto.randomUUID() }]],
    ['another parcel', 409, ([first = '']) => [{ rateId: first, package: parcelOf(70) }]],
    ['another recipient', 409, ([first = '']) => [{ rateId: first, receiver: aShipment().sender }]],
    ['another day', 409, ([first = '']) => [{ rateId: first, shippingDate: '2026-11-29' }]],
  ])('rejects %s with %i and changes nothing', async (_why, status, change) => {
    const { ids, cents } = await priced(1);
    await pay(faulty.test, shop, cents, ids);
    await faulty.cards.idle();
    const before = await ledgerSnapshot(faulty.test);
    expect((await buyAll(change(ids))).statusCode).toBe(status);
    await work(faulty.test);
    expect(await ledgerSnapshot(faulty.test)).toEqual(before);
    await whileWorking(faulty.test, () => buyAll(named(ids)));
  });

  it('does not find the rates and payments of another client (AZ02, AZ03)', async () => {
    const { ids, cents } = await priced(1);
    const { paymentIntentId } = await pay(faulty.test, shop, cents, ids);
    const other = await makeShop(faulty.test);
    const [own] = await ratesFor(faulty.test, other);
    expect((await buyAll(named(ids), {}, other)).json().error).toBe('RATE_NOT_FOUND');
    const foreign = await buyAll([{ rateId: own?.objectId }], { paymentIntentId }, other);
    expect([foreign.statusCode, foreign.json().error]).toEqual([404, 'PAYMENT_NOT_FOUND']);
    await whileWorking(faulty.test, () => buyAll(named(ids)));
  });

  it('creates one batch for twenty concurrent identical calls and returns the same result to retries (MO14)', async () => {
    const { ids, cents } = await priced(2);
    await pay(faulty.test, shop, cents);
    const boughtBefore = faulty.labelProvider.keysBought().length;
    const answers = await whileWorking(faulty.test, () =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) => buyAll(named(index % 2 ? ids : ids.toReversed()))),
      ),
    );
    const results = answers.map((answer) => {
      expect(answer.statusCode, answer.body).toBe(200);
      const { batchId, results } = answer.json<BulkLabelsAnswer>();
      const labels = results.map(({ rateId, transaction }) => [rateId, transaction?.trackingNumber]);
      return JSON.stringify([batchId, labels.toSorted()]);
    });
    expect(new Set(results).size).toBe(1);
    expect(faulty.labelProvider.keysBought().length).toBe(boughtBefore + 2);
    const again = await buyAll(named(ids));
    expect(again.json()).toMatchObject({ finished: true, successful: 2 });
    expect((await buy(faulty.test, shop, ids[0] ?? '', { package: parcelOf(1) })).statusCode).toBe(200);
    expect(faulty.labelProvider.keysBought().length).toBe(boughtBefore + 2);
  });

  it('identifies shipments by rate, not by the caller’s id (CS16)', async () => {
    const { ids, cents } = await priced(2);
    await pay(faulty.test, shop, cents, ids);
    const shipments = ids.map((rateId) => ({ id: 'csv_ship_9', rateId }));
    const answer = await whileWorking(faulty.test, () => buyAll(shipments));
    expect(answer.json<BulkLabelsAnswer>().results.map(({ id, rateId }) => [id, rateId])).toEqual(
      ids.map((rateId) => ['csv_ship_9', rateId]),
    );
  });

  it('refunds only the shipment that the label provider refused', async () => {
    const { ids, cents } = await priced(2);
    await pay(faulty.test, shop, cents, ids);
    faulty.labelProvider.refuse(1, 'No such street.');
    const answer = await whileWorking(faulty.test, () => buyAll(named(ids)));
    const { results, ...sums } = answer.json<BulkLabelsAnswer>();
    expect([answer.statusCode, sums]).toMatchObject([200, { finished: true, successful: 1, failed: 1 }]);
    const failed = results.find(({ status }) => status === 'label_failed');
    expect(failed).toMatchObject({ error: 'No such street.', labelUrl: null });
    expect(await refundedCents()).toEqual([Math.round((failed?.transaction?.cost ?? 0) * 100)]);
  });

  it('returns the same labels after attempts to retry and to edit a failed row, which has no stored addresses', async () => {
    const { ids, cents } = await priced(2);
    await pay(faulty.test, shop, cents, ids);
    faulty.labelProvider.refuse(1, 'No such street.');
    const { batchId, results } = (
      await whileWorking(faulty.test, () => buyAll(named(ids)))
    ).json<BulkLabelsAnswer>();
    const number = results.findIndex(({ status }) => status === 'label_failed') + 1;
    const retried = await act(faulty.test, shop, API.batchRetry, batchId, { numbers: [number] });
    expect([retried.statusCode, retried.json().error]).toEqual([409, 'NOTHING_READY']);
    const edited = await edit(faulty.test, shop, batchId, [{ number, cells: { package_weight: '7' } }]);
    expect([edited.statusCode, edited.json().error]).toEqual([409, 'ROW_PAID']);
    expect((await batchOf(faulty.test, shop, batchId)).work).toBeNull();
    const again = await buyAll(named(ids));
    expect([again.statusCode, again.json()]).toMatchObject([200, { successful: 1, failed: 1 }]);
  });

  it('returns 202 when the labels take too long, and the final result on a retry', async () => {
    const { ids, cents } = await priced(1);
    await pay(faulty.test, shop, cents, ids);
    const patience = faulty.test.deps.timings.requestWaitMs;
    faulty.test.deps.timings.requestWaitMs = 100;
    const slow = await buyAll(named(ids));
    expect([slow.statusCode, slow.json()]).toMatchObject([
      202,
      { finished: false, successful: 0, failed: 0 },
    ]);
    faulty.test.deps.timings.requestWaitMs = patience;
    await work(faulty.test);
    await endRests(faulty.test);
    const done = await buyAll(named(ids));
    expect([done.statusCode, done.json()]).toMatchObject([200, { finished: true, successful: 1 }]);
    expect(done.json().batchId).toBe(slow.json().batchId);
  });

  it('buys rates that were paid again after their batch was canceled', async () => {
    const { ids, cents } = await priced(2);
    await pay(faulty.test, shop, cents, ids);
    const patience = faulty.test.deps.timings.requestWaitMs;
    faulty.test.deps.timings.requestWaitMs = 100;
    const { batchId } = (await buyAll(named(ids))).json();
    faulty.test.deps.timings.requestWaitMs = patience;
    expect((await act(faulty.test, shop, API.batchCancel, batchId)).statusCode).toBe(200);
    expect((await buyAll(named(ids))).json().error).toBe('PAYMENT_REQUIRED');
    await pay(faulty.test, shop, cents, ids);
    const answer = await whileWorking(faulty.test, () => buyAll(named(ids)));
    expect(answer.json()).toMatchObject({ finished: true, successful: 2, failed: 0 });
    expect(answer.json().batchId).not.toBe(batchId);
    expect((await buyAll(named(ids))).json().batchId).toBe(answer.json().batchId);
  });

  it('returns the labels that the sweep bought before the call', async () => {
    const { ids, cents } = await priced(2);
    const { paymentIntentId } = await pay(faulty.test, shop, cents, ids);
    await faulty.cards.idle();
    await letTimePass(faulty.test, 21_000);
    await sweep(faulty.test.deps);
    const boughtBefore = faulty.labelProvider.keysBought().length;
    const answer = await whileWorking(faulty.test, () => buyAll(named(ids), { paymentIntentId }));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { finished: true, successful: 2, failed: 0 },
    ]);
    expect((await buyAll(named(ids))).json()).toMatchObject({
      batchId: answer.json().batchId,
      successful: 2,
    });
    expect(faulty.labelProvider.keysBought().length).toBe(boughtBefore);
    expect(await refundedCents()).toEqual([]);
  });

  it('buys the other rates if one of the payment was bought alone', async () => {
    const { ids, cents } = await priced(3);
    await pay(faulty.test, shop, cents, ids);
    expect((await buy(faulty.test, shop, ids[0] ?? '', { package: parcelOf(1) })).statusCode).toBe(200);
    const answer = await whileWorking(faulty.test, () => buyAll(named(ids)));
    expect(answer.json()).toMatchObject({ finished: true, successful: 3, failed: 0 });
  });

  it('rejects rates that another payment bought', async () => {
    const { ids, rates, cents } = await priced(2);
    const [first = ''] = ids;
    await pay(faulty.test, shop, centsOfRate(rates[0]), [first]);
    expect((await buy(faulty.test, shop, first, { package: parcelOf(1) })).statusCode).toBe(200);
    const { paymentIntentId } = await pay(faulty.test, shop, cents);
    for (const extra of [{}, { paymentIntentId }])
      expect((await buyAll(named(ids), extra)).json().error).toBe('RATE_USED');
  });

  it('returns the labels that the sweep queued for a long list', async () => {
    const { ids, cents } = await priced(11);
    await pay(faulty.test, shop, cents, ids);
    await faulty.cards.idle();
    await letTimePass(faulty.test, 21_000);
    const shipments = () =>
      faulty.test.deps.db.selectFrom('shipments').select('id').where('user_id', '=', shop.userId).execute();
    await sweep(faulty.test.deps);
    // The sweep does not wait for many orders; the workers buy them.
    expect(await shipments()).toEqual([]);
    await work(faulty.test);
    expect(await shipments()).toHaveLength(11);
    const answer = await buyAll(named(ids));
    expect(answer.json()).toMatchObject({ finished: true, successful: 11, failed: 0 });
    await sweep(faulty.test.deps);
    expect(await refundedCents()).toEqual([]);
  });
});
