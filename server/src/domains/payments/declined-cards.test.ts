import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  call,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  makeShop,
  pay,
  ratesFor,
  type Shop,
  type StartedPayment,
  startPayment,
} from '../../../test/shipping.ts';
import { saveCard, startTopUp } from '../../../test/top-ups.ts';
import { selectOpenEvents } from './payment-events.store.ts';
import { processOpenEvent } from './receive-event.ts';

const DECLINED_CARD = '4000000000000002';

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

async function decline(payment: StartedPayment, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) await confirm(test, payment, DECLINED_CARD);
}

const stored = ({ paymentIntentId }: StartedPayment) =>
  test.deps.db
    .selectFrom('payments')
    .select(['status', 'declines'])
    .where('intent_id', '=', paymentIntentId)
    .executeTakeFirst();

const makeOlder = ({ userId }: Shop, column: 'created_at' | 'last_declined_at', hours: number) =>
  sql`UPDATE payments SET ${sql.ref(column)} = ${sql.ref(column)} - make_interval(hours => ${hours}) WHERE user_id = ${userId}`.execute(
    test.deps.db,
  );

describe('a payment whose cards are declined (MO23)', () => {
  it('can still be paid after nine of them', async () => {
    const payment = await startPayment(test, shop, 900);
    await decline(payment, 9);
    expect((await confirm(test, payment)).json()).toEqual({ status: 'succeeded' });
    expect(await stored(payment)).toEqual({ status: 'succeeded', declines: 9 });
  });

  it('counts each once, even if several processes handle its event', async () => {
    const payment = await startPayment(test, shop, 900);
    await decline(payment, 1);
    const { db, paymentProvider } = test.deps;
    await db
      .updateTable('payment_events')
      .set({ processed_at: null })
      .where('intent_id', '=', payment.paymentIntentId)
      .execute();
    const events = await selectOpenEvents(db, paymentProvider.name, 100);
    const event = events.find(({ intent_id: id }) => id === payment.paymentIntentId);
    if (!event) expect.fail('no event');
    await Promise.all(Array.from({ length: 3 }, () => processOpenEvent(test.deps, event)));
    expect(await stored(payment)).toEqual({ status: 'created', declines: 2 });
  });

  it('is canceled after the tenth, and the same rate can be paid with a new payment', async () => {
    const [rate] = await ratesFor(test, shop);
    const rateIds = [rate?.objectId ?? ''];
    const payment = await startPayment(test, shop, centsOfRate(rate), rateIds);
    await decline(payment, 10);
    expect(await stored(payment)).toEqual({ status: 'canceled', declines: 10 });
    expect((await confirm(test, payment)).json()).toMatchObject({
      status: 'canceled',
      error: { message: 'This payment was canceled. You were not charged. Please start a new payment.' },
    });
    const again = await startPayment(test, shop, centsOfRate(rate), rateIds);
    expect(again.paymentIntentId).not.toBe(payment.paymentIntentId);
    expect((await confirm(test, again)).json()).toEqual({ status: 'succeeded' });
  });

  it.each([
    ['a top-up', (client: Shop) => startTopUp(test, client, { amount: 900 })],
    ['saving a card', (client: Shop) => call(test, client, 'POST', API.cardSetups, { consent: true })],
  ])('also blocks %s after fifty cards in an hour', async (_what, start) => {
    for (let at = 0; at < 5; at += 1)
      await decline((await startTopUp(test, shop, { amount: 900 })).json(), 10);
    const refused = await start(shop);
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      'Too many cards were declined. Please try again in an hour.',
    ]);
    expect((await start(await makeShop(test))).statusCode).toBeLessThan(300);
  });

  it('does not block a top-up with a stored card', async () => {
    const { id: cardId } = await saveCard(test, shop);
    for (let at = 0; at < 5; at += 1)
      await decline((await startTopUp(test, shop, { amount: 900 })).json(), 10);
    const charged = await startTopUp(test, shop, { amount: 900, cardId });
    expect(charged.json()).toMatchObject({ status: 'succeeded' });
  });

  it('does not let a client try more than fifty cards an hour', async () => {
    const payments = await Promise.all(Array.from({ length: 5 }, () => startPayment(test, shop, 900)));
    await Promise.all(payments.map((payment) => decline(payment, 10)));
    const refused = await call(test, shop, 'POST', API.createPaymentIntent, { amount: 900, description: '' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      'Too many cards were declined. Please try again in an hour.',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = await makeShop(test);
    await startPayment(test, other, 900);
  });

  it('cancels other unpaid payments of the client after fifty cards in an hour', async () => {
    const payments = await Promise.all(Array.from({ length: 7 }, () => startPayment(test, shop, 900)));
    const paid = await pay(test, shop, 900);
    const other = await startPayment(test, await makeShop(test), 900);
    for (const payment of payments.slice(0, 5)) await decline(payment, 10);
    expect(await Promise.all([...payments.slice(5), paid, other].map(stored))).toEqual([
      { status: 'canceled', declines: 0 },
      { status: 'canceled', declines: 0 },
      { status: 'succeeded', declines: 0 },
      { status: 'created', declines: 0 },
    ]);
  });

  it('counts a card when it is declined, even if the payment was started hours before', async () => {
    const payments = await Promise.all(Array.from({ length: 5 }, () => startPayment(test, shop, 900)));
    await makeOlder(shop, 'created_at', 2);
    for (const payment of payments) await decline(payment, 10);
    const refused = await call(test, shop, 'POST', API.createPaymentIntent, { amount: 900, description: '' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      'Too many cards were declined. Please try again in an hour.',
    ]);
    await makeOlder(shop, 'last_declined_at', 1);
    await startPayment(test, shop, 900);
  });
});
