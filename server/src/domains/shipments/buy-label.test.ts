import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  aShipment,
  boughtLabel,
  buy,
  call,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  makeShop,
  pay,
  ratesFor,
  type Shop,
  startPayment,
} from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  shop = await makeShop(test);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const bookedAt = async (account: string) => {
  const rows = await test.deps.db
    .selectFrom('ledger_entries')
    .select(sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'))
    .where('account', '=', account as 'processor')
    .executeTakeFirstOrThrow();
  return rows.cents;
};
const purchases = async () =>
  (await test.deps.db.selectFrom('sandbox.carrier_purchases').select('key').execute()).length;

describe('buying a label', () => {
  it('returns a tracking number and a label for a payment of the exact amount', async () => {
    const [rate] = await ratesFor(test, shop);
    const cents = centsOfRate(rate);
    const before = { funds: await bookedAt('customer_funds'), processor: await bookedAt('processor') };
    await pay(test, shop, cents);
    const answer = await buy(test, shop, rate?.objectId ?? '', { internalNotes: 'order 1042' });
    expect(answer.statusCode, answer.body).toBe(200);
    const label = answer.json();
    expect(label.trackingNumber).toMatch(/^\d{12,34}$|^1Z/);
    expect(label.tracking_number).toBe(label.trackingNumber);
    expect(label.rate).toEqual({
      carrier: rate?.carrier,
      service: rate?.serviceName,
      amount: rate?.amount,
      currency: 'USD',
    });
    const file = await test.inject({ method: 'GET', url: label.labelUrl });
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const zpl = await call(
      test,
      shop,
      'GET',
      `${API.labelFile.replace(':id', label.transactionId)}?format=zpl`,
    );
    expect(zpl.body).toContain('DANA REYES');
    expect(zpl.body, 'the notes are internal').not.toMatch(/order 1042/i);
    expect(await bookedAt('customer_funds')).toBe(before.funds);
    expect(await bookedAt('processor')).toBe(before.processor + cents);
  });

  it('is refused without a payment, and the label provider is not called', async () => {
    const [rate] = await ratesFor(test, shop);
    const before = await purchases();
    const answer = await buy(test, shop, rate?.objectId ?? '');
    expect(answer.statusCode).toBe(402);
    expect(answer.json().error).toBe('PAYMENT_REQUIRED');
    expect(await purchases()).toBe(before);
  });

  it('returns the first result to every retry', async () => {
    const label = await boughtLabel(test, shop);
    const before = await purchases();
    const row = await test.deps.db
      .selectFrom('shipments')
      .select('quote_id')
      .where('id', '=', label.transactionId)
      .executeTakeFirstOrThrow();
    const again = await buy(test, shop, row.quote_id);
    expect(again.json()).toMatchObject({
      transactionId: label.transactionId,
      trackingNumber: label.trackingNumber,
    });
    expect(await purchases()).toBe(before);
  });

  it('buys one label for 50 identical concurrent calls (MO14)', async () => {
    const [rate] = await ratesFor(test, shop);
    await pay(test, shop, centsOfRate(rate), [rate?.objectId ?? '']);
    const before = await purchases();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => buy(test, shop, rate?.objectId ?? '')),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.json().trackingNumber)).size).toBe(1);
    expect(await purchases()).toBe(before + 1);
  });

  it('does not buy two labels with one payment (MO06)', async () => {
    const [first] = await ratesFor(test, shop);
    const [second] = await ratesFor(test, shop);
    await pay(test, shop, centsOfRate(first));
    const answers = await Promise.all([
      buy(test, shop, first?.objectId ?? ''),
      buy(test, shop, second?.objectId ?? ''),
    ]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 402]);
  });

  it('refuses a parcel that differs from the quoted one (MO10)', async () => {
    const [rate] = await ratesFor(test, shop);
    const payment = await pay(test, shop, centsOfRate(rate), [rate?.objectId ?? '']);
    const heavy = { ...aShipment().package, weight: 70 };
    const answer = await buy(test, shop, rate?.objectId ?? '', { package: heavy });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toBe('RATE_DIFFERS');
    expect(
      (await buy(test, shop, rate?.objectId ?? '', { paymentIntentId: payment.paymentIntentId })).statusCode,
    ).toBe(200);
  });

  it('refuses quotes and payments of other clients (AZ02, AZ03)', async () => {
    const other = await makeShop(test);
    const [theirs] = await ratesFor(test, other);
    const theirPayment = await pay(test, other, centsOfRate(theirs));
    const [mine] = await ratesFor(test, shop);
    const stolenQuote = await buy(test, shop, theirs?.objectId ?? '');
    expect(stolenQuote.statusCode).toBe(404);
    const stolenPayment = await buy(test, shop, mine?.objectId ?? '', {
      paymentIntentId: theirPayment.paymentIntentId,
    });
    expect(stolenPayment.statusCode).toBe(404);
    expect((await buy(test, other, theirs?.objectId ?? '')).statusCode).toBe(200);
  });

  it('refuses a payment that has not succeeded (MO05)', async () => {
    const [rate] = await ratesFor(test, shop);
    const payment = await startPayment(test, shop, centsOfRate(rate), [rate?.objectId ?? '']);
    expect((await buy(test, shop, rate?.objectId ?? '')).statusCode).toBe(402);
    await confirm(test, payment, '4000000000000002');
    expect((await buy(test, shop, rate?.objectId ?? '')).statusCode).toBe(402);
  });

  it('refuses an expired quote, unless its payment started in time (MO09)', async () => {
    const [late, paid] = await ratesFor(test, shop);
    const unpaid = { amount: centsOfRate(late), description: '', rateIds: [late?.objectId] };
    await pay(test, shop, centsOfRate(paid), [paid?.objectId ?? '']);
    test.clock.advance(minutes(61));
    const intent = await call(test, shop, 'POST', API.createPaymentIntent, unpaid);
    expect(intent.json().error).toBe('RATE_EXPIRED');
    expect((await buy(test, shop, paid?.objectId ?? '')).statusCode).toBe(200);
  });

  it('refuses an amount that is not the price (MO01)', async () => {
    const [rate] = await ratesFor(test, shop);
    const body = { amount: centsOfRate(rate) - 1, description: '', rateIds: [rate?.objectId] };
    const answer = await call(test, shop, 'POST', API.createPaymentIntent, body);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toBe('AMOUNT_DIFFERS');
  });
});
