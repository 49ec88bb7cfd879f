import { centsOf } from '@lading/contract/money.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { begunBatch, refundsOf, rowsOf, rowsOfBatch, work } from '../bulk.ts';
import {
  buildFaultyApp,
  buy,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  paidRate,
  ratesFor,
  type StartedPayment,
} from '../shipping.ts';

let faulty: FaultyApp;
beforeEach(async () => {
  faulty = await buildFaultyApp();
});
afterEach(() => faulty.test.close());

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0);

describe('a batch with rows that the carrier refuses', () => {
  it('is refunded for exactly those rows, to the cent (MO27)', async () => {
    const shop = await makeShop(faulty.test);
    const batch = await begunBatch(
      faulty.test,
      shop,
      rowsOf(12, (number) => ({ package_weight: String(number) })),
    );
    const paid = sumOf(
      (await rowsOfBatch(faulty.test, shop, batch.id)).map(({ rate }) => centsOf(rate?.amount ?? 0)),
    );
    faulty.labelProvider.refuse(3, 'The carrier does not deliver there.');
    await work(faulty.test);
    const rows = await rowsOfBatch(faulty.test, shop, batch.id);
    const centsWith = (wanted: string) =>
      rows.filter(({ status }) => status === wanted).map(({ rate }) => centsOf(rate?.amount ?? 0));
    expect([centsWith('label_generated').length, centsWith('label_failed').length]).toEqual([9, 3]);
    const refunds = await refundsOf(faulty.test, shop);
    expect(refunds.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(sumOf(refunds.map(({ cents }) => cents))).toBe(sumOf(centsWith('label_failed')));
    expect(sumOf(centsWith('label_generated')) + sumOf(refunds.map(({ cents }) => cents))).toBe(paid);
    await expectConsistentLedger(faulty.test);
  });
});

describe('a payment intent that Lading did not make for the caller', () => {
  it('buys nothing: made up, of another mode, or of another client (MO08)', async () => {
    const shop = await makeShop(faulty.test);
    const [rate] = await ratesFor(faulty.test, shop);
    const { payment } = await paidRate(faulty.test, await makeShop(faulty.test));
    const bought = faulty.labelProvider.keysBought().length;
    for (const paymentIntentId of [
      'pi_3Px1made2up',
      'pi_live_1',
      'tgi_1',
      newId(),
      payment.paymentIntentId,
    ]) {
      const answer = await buy(faulty.test, shop, rate?.objectId ?? '', { paymentIntentId });
      expect([paymentIntentId, answer.statusCode]).toEqual([paymentIntentId, 404]);
    }
    expect(faulty.labelProvider.keysBought()).toHaveLength(bought);
    await expectConsistentLedger(faulty.test);
  });

  it('buys nothing when it was created and paid at the payment provider directly (MO08)', async () => {
    const shop = await makeShop(faulty.test);
    const [rate] = await ratesFor(faulty.test, shop);
    const intent = await faulty.cards.createIntent({
      key: newId(),
      amountCents: centsOfRate(rate),
      currency: 'USD',
      description: 'Not ours',
    });
    if (!('intentId' in intent)) throw new Error('The provider refused the intent.');
    faulty.cards.onEvent(async () => {});
    const outside: StartedPayment = {
      paymentIntentId: intent.intentId,
      clientSecret: intent.clientSecret ?? '',
      amount: intent.amountCents,
    };
    expect((await confirm(faulty.test, outside)).json()).toMatchObject({ status: 'succeeded' });
    const bought = faulty.labelProvider.keysBought().length;
    const named = await buy(faulty.test, shop, rate?.objectId ?? '', { paymentIntentId: intent.intentId });
    const unnamed = await buy(faulty.test, shop, rate?.objectId ?? '');
    expect([named.statusCode, unnamed.statusCode]).toEqual([404, 402]);
    expect(faulty.labelProvider.keysBought()).toHaveLength(bought);
  });
});
