import { formatMoney } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FaultyEvents } from '../../../test/faulty-gateway.ts';
import {
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
import { sweep } from '../../sweep.ts';
import { selectPaymentByIntent } from './payments.store.ts';
import { receiveEvent } from './receive-event.ts';
import { settlePayment } from './settle-payment.ts';

let faulty: FaultyApp;
let shop: Shop;
let events: FaultyEvents;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
  events = new FaultyEvents((event) => receiveEvent(faulty.test.deps, event));
  faulty.cards.onEvent((event) => receiveEvent(faulty.test.deps, event));
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

const db = () => faulty.test.deps.db;
const payments = () =>
  db()
    .selectFrom('payments')
    .select(['id', 'intent_id', 'status', 'amount_cents'])
    .where('user_id', '=', shop.userId)
    .execute();
const bookingsOf = async (paymentId: string) =>
  (
    await db()
      .selectFrom('ledger_transactions')
      .select('reason_key')
      .where('reason_key', '=', `payment:${paymentId}`)
      .execute()
  ).length;
const intentsOf = (paymentId: string) =>
  db().selectFrom('sandbox.gateway_intents').selectAll().where('key', '=', paymentId).execute();
const openEvents = async () =>
  (await db().selectFrom('payment_events').select('event_id').where('processed_at', 'is', null).execute())
    .length;
const incidentsOf = (objectId: string) =>
  db().selectFrom('incidents').select(['kind', 'detail']).where('object_id', '=', objectId).execute();

describe('events of the payment provider', { shuffle: false }, () => {
  describe('a payment event', () => {
    it('that arrives three times concurrently settles the payment once', async () => {
      faulty.cards.onEvent(async (event) => {
        await Promise.all([1, 2, 3].map(() => receiveEvent(faulty.test.deps, event)));
      });
      await pay(faulty.test, shop, 900);
      await expect.poll(async () => (await payments())[0]?.status).toBe('succeeded');
      expect(await bookingsOf((await payments())[0]?.id ?? '')).toBe(1);
    });

    it('that arrives together with a purchase reads the intent once', async () => {
      faulty.cards.onEvent(async () => {});
      const { paymentIntentId } = await pay(faulty.test, shop, 900);
      const payment = await selectPaymentByIntent(db(), faulty.gateway.name, paymentIntentId);
      if (!payment) throw new Error('No payment');
      const settled = await Promise.all([1, 2].map(() => settlePayment(faulty.test.deps, payment)));
      expect(settled.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
      expect(faulty.gateway.callsOf('readIntent').filter((id) => id === paymentIntentId)).toHaveLength(1);
    });

    it('that fails to read the intent does not fail a concurrent purchase', async () => {
      faulty.cards.onEvent(async () => {});
      const { paymentIntentId } = await pay(faulty.test, shop, 900);
      const payment = await selectPaymentByIntent(db(), faulty.gateway.name, paymentIntentId);
      if (!payment) throw new Error('No payment');
      faulty.gateway.failNext('readIntent');
      const [first, second] = await Promise.allSettled(
        [1, 2].map(() => settlePayment(faulty.test.deps, payment)),
      );
      expect(first?.status).toBe('rejected');
      expect(second).toMatchObject({ status: 'fulfilled', value: { status: 'succeeded' } });
      expect(await bookingsOf(payment.id)).toBe(1);
    });

    it('that is late, repeated or out of order never changes a paid payment', async () => {
      faulty.cards.onEvent(events.hold);
      const payment = await startPayment(faulty.test, shop, 1200);
      await confirm(faulty.test, payment, '4000000000000002');
      await confirm(faulty.test, payment);
      await sweep(faulty.test.deps);
      expect((await payments())[0]?.status).toBe('succeeded');
      for (const seed of [0.9, 0.1]) await events.release(2, () => seed);
      expect((await payments())[0]?.status).toBe('succeeded');
      expect(await bookingsOf((await payments())[0]?.id ?? '')).toBe(1);
    });

    it('is not needed: the sweep finds the payment and buys the label', async () => {
      faulty.cards.onEvent(async () => {});
      const { cents } = await paidRate(faulty.test, shop);
      expect((await payments())[0]?.status).toBe('created');
      await sweepFor(faulty.test, 45_000);
      expect((await payments())[0]?.status).toBe('succeeded');
      const [shipment] = await db()
        .selectFrom('shipments')
        .select(['state', 'total_cents'])
        .where('user_id', '=', shop.userId)
        .execute();
      expect(shipment).toEqual({ state: 'purchased', total_cents: cents });
    });

    it('that arrives before we know the intent is stored and processed later', async () => {
      faulty.gateway.loseAnswer('createIntent');
      const answer = await call(faulty.test, shop, 'POST', API.createPaymentIntent, { amount: 1500 });
      expect([answer.statusCode, answer.json().error]).toEqual([502, 'PAYMENT_UNREACHABLE']);
      const [payment] = await payments();
      expect(payment?.intent_id).toBeNull();
      const [intent] = await intentsOf(payment?.id ?? '');
      await confirm(faulty.test, {
        clientSecret: intent?.client_secret ?? '',
        paymentIntentId: intent?.intent_id ?? '',
        amount: 1500,
      });
      await expect.poll(openEvents).toBe(1);
      await sweep(faulty.test.deps);
      await sweep(faulty.test.deps);
      expect((await payments())[0]?.status).toBe('succeeded');
      expect(await openEvents()).toBe(0);
    });

    it('that was processed is not processed again', async () => {
      faulty.cards.onEvent(events.hold);
      await pay(faulty.test, shop, 900);
      await events.release(1);
      const reads = faulty.gateway.callsOf('readIntent').length;
      const { event_id: eventId, intent_id: intentId } = await db()
        .selectFrom('payment_events')
        .select(['event_id', 'intent_id'])
        .orderBy('received_at', 'desc')
        .executeTakeFirstOrThrow();
      await receiveEvent(faulty.test.deps, { kind: 'intent', eventId, intentId });
      expect(faulty.gateway.callsOf('readIntent')).toHaveLength(reads);
    });

    it('that is redelivered with different contents is ignored and opens an incident (WH06)', async () => {
      await receiveEvent(faulty.test.deps, { kind: 'intent', eventId: 'evt_twice', intentId: 'pi_first' });
      const dispute = { disputeId: 'dp_1', cents: 100, status: 'open', reason: 'fraudulent' } as const;
      for (const other of [
        { kind: 'intent', eventId: 'evt_twice', intentId: 'pi_second' } as const,
        { kind: 'dispute', eventId: 'evt_twice', intentId: 'pi_first', dispute } as const,
      ])
        await receiveEvent(faulty.test.deps, other);
      expect(
        await db()
          .selectFrom('payment_events')
          .select(['kind', 'intent_id'])
          .where('event_id', '=', 'evt_twice')
          .execute(),
      ).toEqual([{ kind: 'intent', intent_id: 'pi_first' }]);
      expect(await incidentsOf('evt_twice')).toMatchObject([{ kind: 'event_altered' }]);
      await letTimePass(faulty.test, minutes(11));
      await sweep(faulty.test.deps);
    });

    it('of an unknown intent opens an incident after ten minutes', async () => {
      await receiveEvent(faulty.test.deps, {
        kind: 'intent',
        eventId: 'evt_strange',
        intentId: 'pi_strange',
      });
      await sweep(faulty.test.deps);
      expect(await incidentsOf('evt_strange')).toEqual([]);
      await letTimePass(faulty.test, minutes(11));
      await sweep(faulty.test.deps);
      expect(await incidentsOf('evt_strange')).toEqual([
        { kind: 'event_unknown', detail: 'event for pi_strange, which is not ours' },
      ]);
      expect(await openEvents()).toBe(0);
    });

    it('that cannot be processed does not block other payments', async () => {
      faulty.cards.onEvent(events.hold);
      await pay(faulty.test, shop, 900);
      faulty.gateway.failNext('readIntent', 2);
      await events.release(1);
      expect(await openEvents()).toBe(1);
      const other = await makeShop(faulty.test);
      await pay(faulty.test, other, 800);
      await sweep(faulty.test.deps);
      const [waiting] = await db()
        .selectFrom('payments')
        .select('status')
        .where('user_id', '=', other.userId)
        .execute();
      expect(waiting?.status).toBe('succeeded');
      await sweepFor(faulty.test, minutes(1));
      expect((await payments())[0]?.status).toBe('succeeded');
    });

    it.each([
      ['more', 100],
      ['less', -100],
    ])('for %s money than ordered refunds all of it and opens an incident', async (_case, off) => {
      faulty.cards.onEvent(async () => {});
      const [rate] = await ratesFor(faulty.test, shop);
      const cents = centsOfRate(rate);
      const payment = await pay(faulty.test, shop, cents, [rate?.objectId ?? '']);
      await db()
        .updateTable('sandbox.gateway_intents')
        .set({ amount_cents: cents + off } as never)
        .where('intent_id', '=', payment.paymentIntentId)
        .execute();
      const ordered = faulty.labelProvider.keysBought().length;
      const named = { paymentIntentId: payment.paymentIntentId };
      expect((await buy(faulty.test, shop, rate?.objectId ?? '')).statusCode).toBe(402);
      expect((await buy(faulty.test, shop, rate?.objectId ?? '', named)).statusCode).toBe(402);
      await sweepFor(faulty.test, minutes(1));
      expect(faulty.labelProvider.keysBought().length).toBe(ordered);
      const [settled] = await payments();
      expect(settled).toMatchObject({ status: 'succeeded', amount_cents: cents + off });
      const refunds = await db()
        .selectFrom('refunds')
        .select(['cents', 'state'])
        .where('payment_id', '=', settled?.id ?? '')
        .execute();
      expect(refunds).toEqual([{ cents: cents + off, state: 'succeeded' }]);
      expect(await incidentsOf(settled?.id ?? '')).toEqual([
        {
          kind: 'amount_differs',
          detail: `ordered ${formatMoney(cents)}, charged ${formatMoney(cents + off)}`,
        },
      ]);
    });
  });

  describe('an intent', () => {
    it('is created once when the client retries after a lost answer', async () => {
      const [rate] = await ratesFor(faulty.test, shop);
      const body = { amount: centsOfRate(rate), description: '', rateIds: [rate?.objectId] };
      faulty.gateway.loseAnswer('createIntent');
      const first = await call(faulty.test, shop, 'POST', API.createPaymentIntent, body);
      expect(first.statusCode).toBe(502);
      const again = await call(faulty.test, shop, 'POST', API.createPaymentIntent, body);
      expect(again.statusCode).toBe(200);
      const [payment, ...more] = await payments();
      expect([payment?.intent_id, more]).toEqual([again.json().paymentIntentId, []]);
      expect(await intentsOf(payment?.id ?? '')).toHaveLength(1);
    });

    it('is created by the sweep after a lost answer, and canceled when it is not paid', async () => {
      faulty.gateway.failNext('createIntent');
      await call(faulty.test, shop, 'POST', API.createPaymentIntent, { amount: 700 });
      await letTimePass(faulty.test, minutes(31));
      await sweep(faulty.test.deps);
      const [ordered] = await payments();
      expect(await intentsOf(ordered?.id ?? '')).toMatchObject([{ status: 'canceled' }]);
      await letTimePass(faulty.test, minutes(1));
      await sweep(faulty.test.deps);
      expect((await payments())[0]?.status).toBe('canceled');
    });

    it('is canceled after a day without payment', async () => {
      await startPayment(faulty.test, shop, 600);
      await letTimePass(faulty.test, hours(25));
      await sweep(faulty.test.deps);
      expect((await payments())[0]?.status).toBe('canceled');
    });

    it('fails with an error if the payment provider takes longer than the time limit', async () => {
      const { timings } = faulty.test.deps;
      const usual = timings.cardAnswerMs;
      timings.cardAnswerMs = 20;
      faulty.gateway.slow(500);
      const orders = faulty.gateway.callsOf('createIntent').length;
      const answer = await call(faulty.test, shop, 'POST', API.createPaymentIntent, { amount: 700 });
      faulty.gateway.slow(0);
      timings.cardAnswerMs = usual;
      expect([answer.statusCode, answer.json().error]).toEqual([502, 'PAYMENT_UNREACHABLE']);
      // The slow call still arrives, and must not count in the next test.
      await expect.poll(() => faulty.gateway.callsOf('createIntent').length).toBe(orders + 1);
    });

    it('is read, not created again, once we know its ID', async () => {
      const [rate] = await ratesFor(faulty.test, shop);
      const body = { amount: centsOfRate(rate), rateIds: [rate?.objectId] };
      const first = await call(faulty.test, shop, 'POST', API.createPaymentIntent, body);
      const orders = faulty.gateway.callsOf('createIntent').length;
      const again = await call(faulty.test, shop, 'POST', API.createPaymentIntent, body);
      expect(again.json()).toEqual(first.json());
      expect(faulty.gateway.callsOf('createIntent')).toHaveLength(orders);
    });

    it('that cannot be read fails the purchase with an error, and a retry succeeds', async () => {
      faulty.cards.onEvent(async () => {});
      const { rate } = await paidRate(faulty.test, shop);
      faulty.gateway.failNext('readIntent');
      const answer = await buy(faulty.test, shop, rate.objectId);
      expect([answer.statusCode, answer.json().error]).toEqual([502, 'PAYMENT_UNREACHABLE']);
      expect((await buy(faulty.test, shop, rate.objectId)).statusCode).toBe(200);
    });
  });
});
