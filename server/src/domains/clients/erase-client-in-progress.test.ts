import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/build-test-app.ts';
import { begunBatch, endRests, rowsOf, work } from '../../../test/bulk.ts';
import { countSessions } from '../../../test/database-sessions.ts';
import { logInAs, makeUser } from '../../../test/factories.ts';
import {
  buildFaultyApp,
  buy,
  call,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  paidRate,
  ratesFor,
  type Shop,
  startPayment,
  sweepFor,
} from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { insertPayment } from '../payments/payment-start.store.ts';
import { runRefund } from '../payments/refund.ts';
import { requestSurplusRefund } from '../payments/refund-surplus.ts';
import { unsettledMoneyOf } from '../payments/unsettled-money.ts';

let faulty: FaultyApp;
let test: TestApp;
let admin: Shop;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  test = faulty.test;
  const user = await makeUser(test, { role: 'admin' });
  admin = { userId: user.id, token: (await logInAs(test, user)).token };
});
beforeEach(async () => {
  shop = await makeShop(test);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const erase = (id = shop.userId) =>
  call(test, admin, 'DELETE', API.adminClient.replace(':id', id), { confirmPermanentDelete: true });
const isErased = async () =>
  (
    await test.deps.db
      .selectFrom('users')
      .select('erased_at')
      .where('id', '=', shop.userId)
      .executeTakeFirstOrThrow()
  ).erased_at !== null;
const inProgress = () => unsettledMoneyOf(test.deps.db, shop.userId);
const refusals = async () =>
  (
    await test.deps.db
      .selectFrom('audit_logs')
      .select('details')
      .where('event_type', '=', 'DELETE_USER')
      .where('status', '=', 'error')
      .execute()
  ).filter(({ details }) => details?.clientId === shop.userId);

/** Transactions in progress, and how each completes. */
const SITUATIONS: Record<
  string,
  { start: () => Promise<unknown>; complete: () => Promise<unknown>; kind: string }
> = {
  'a paid rate': {
    start: () => paidRate(test, shop),
    complete: () => sweepFor(test, minutes(1)),
    kind: 'unspent',
  },
  'an unconfirmed purchase': {
    start: async () => {
      const { rate } = await paidRate(test, shop);
      faulty.labelProvider.loseAnswer(1);
      await buy(test, shop, rate.objectId);
    },
    complete: () => sweepFor(test, minutes(1)),
    kind: 'in_progress',
  },
  'an unconfirmed refund': {
    start: async () => {
      const { rate } = await paidRate(test, shop);
      faulty.labelProvider.refuse(1, 'No.');
      faulty.gateway.loseAnswer('refund');
      await buy(test, shop, rate.objectId);
    },
    complete: () => sweepFor(test, minutes(2)),
    kind: 'returning',
  },
  'an upload whose labels are in progress': {
    start: () => begunBatch(test, shop, rowsOf(2)),
    complete: async () => {
      await work(test);
      await endRests(test);
      await work(test);
    },
    kind: 'batch',
  },
  'an unallocated payment': {
    start: async () => confirm(test, await startPayment(test, shop, 500)),
    complete: () => sweepFor(test, minutes(31), minutes(1)),
    kind: 'unspent',
  },
};

describe('erasing a client (MO29)', () => {
  it.each(Object.entries(SITUATIONS))('waits for %s to complete', async (_name, situation) => {
    await situation.start();
    await faulty.cards.idle();
    expect(await inProgress()).toContain(situation.kind);
    const answer = await erase();
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'MONEY_MOVING']);
    expect(answer.json().message).toMatch(/transactions in progress \(.+\)\. Please try again/);
    expect(await isErased()).toBe(false);
    expect((await call(test, shop, 'GET', API.verify)).statusCode).toBe(200);
    expect(await refusals()).toHaveLength(1);

    await situation.complete();
    expect(await inProgress()).toEqual([]);
    expect((await erase()).statusCode).toBe(200);
    expect(await isErased()).toBe(true);
  });

  it('waits for a payment that the bank is still processing', async () => {
    faulty.cards.holdCharges = true;
    const payment = await startPayment(test, shop, 500);
    await confirm(test, payment);
    faulty.cards.holdCharges = false;
    expect((await erase()).json().error).toBe('MONEY_MOVING');
    expect(await isErased()).toBe(false);
  });

  it('waits for an admin to settle a refund that the payment provider refused', async () => {
    const { rate, payment } = await paidRate(test, shop);
    faulty.labelProvider.refuse(1, 'No.');
    const intent = test.deps.db
      .updateTable('sandbox.gateway_intents')
      .where('intent_id', '=', payment.paymentIntentId);
    await intent.set((eb) => ({ refunded_cents: eb.ref('amount_cents') })).execute();
    await buy(test, shop, rate.objectId);
    expect((await erase()).json().error).toBe('MONEY_MOVING');
    await test.deps.db
      .updateTable('incidents')
      .set({ resolved_at: test.clock.now() })
      .where('kind', '=', 'refund_refused')
      .execute();
    expect((await erase()).statusCode).toBe(200);
  });

  it('waits for the rest of a payment after an admin settled one part', async () => {
    const payment = await startPayment(test, shop, 4321);
    await confirm(test, payment);
    await faulty.cards.idle();
    const intent = test.deps.db
      .updateTable('sandbox.gateway_intents')
      .where('intent_id', '=', payment.paymentIntentId);
    await intent.set((eb) => ({ refunded_cents: eb.ref('amount_cents') })).execute();
    const { id } = await test.deps.db
      .selectFrom('payments')
      .select('id')
      .where('user_id', '=', shop.userId)
      .executeTakeFirstOrThrow();
    const part = { paymentId: id, cents: 500, reason: 'Not needed' };
    const refundId = await transaction(test.deps.db, (trx) => requestSurplusRefund(trx, test.clock, part));
    await runRefund(test.deps, refundId ?? '');
    const settle = () =>
      test.deps.db
        .updateTable('incidents')
        .set({ resolved_at: test.clock.now() })
        .where('kind', '=', 'refund_refused')
        .execute();
    await settle();
    expect(await inProgress()).toEqual(['unspent']);
    await sweepFor(test, minutes(31), minutes(1));
    expect(await inProgress()).toEqual(['unspent']);
    await settle();
    expect(await inProgress()).toEqual([]);
  });
});

describe('a payment that was started and never paid', () => {
  it('is canceled when its client is erased', async () => {
    const [rate] = await ratesFor(test, shop);
    const payment = await startPayment(test, shop, centsOfRate(rate), [rate?.objectId ?? '']);
    expect((await erase()).statusCode).toBe(200);
    expect((await confirm(test, payment)).json()).not.toMatchObject({ status: 'succeeded' });
    const stored = await test.deps.db
      .selectFrom('payments')
      .select('status')
      .where('user_id', '=', shop.userId)
      .execute();
    expect(stored).toEqual([{ status: 'canceled' }]);
  });

  const REASONS: Record<string, () => Promise<unknown>> = {
    'a paid rate': () => paidRate(test, shop),
    'a paid rate whose payment is not recorded yet': async () => {
      faulty.gateway.failNext('readIntent');
      await paidRate(test, shop);
      await faulty.cards.idle();
      expect(await inProgress()).toEqual(['unpaid']);
    },
    'a payment that the bank is processing': async () => {
      faulty.cards.holdCharges = true;
      await confirm(test, await startPayment(test, shop, 700));
      faulty.cards.holdCharges = false;
    },
  };
  it.each(Object.entries(REASONS))('is not canceled when %s prevents the erasure', async (_name, prepare) => {
    const payment = await startPayment(test, shop, 500);
    await prepare();
    expect((await erase()).statusCode).toBe(409);
    expect((await confirm(test, payment)).json()).toMatchObject({ status: 'succeeded' });
    await sweepFor(test, minutes(31), minutes(1));
  });

  it('prevents the erasure while the payment provider cannot be reached', async () => {
    await startPayment(test, shop, 500);
    faulty.gateway.failNext('cancelIntent');
    const answer = await erase();
    expect([answer.statusCode, answer.json().error]).toEqual([502, 'PAYMENT_UNREACHABLE']);
    expect(await isErased()).toBe(false);
    expect((await erase()).statusCode).toBe(200);
  });

  it('prevents an erasure that starts at the same time', async () => {
    const erasing = await test.deps.db.transaction().execute(async (trx) => {
      await insertPayment(trx, aPayment(shop.userId), [], null, () => []);
      const answer = erase();
      await expect.poll(() => countSessions(test, `wait_event_type = 'Lock'`)).toBe(1);
      return { answer };
    });
    expect((await erasing.answer).json().error).toBe('MONEY_MOVING');
    expect(await isErased()).toBe(false);
  });
});

const aPayment = (userId: string) => ({
  id: newId(),
  user_id: userId,
  provider: 'test',
  intent_id: null,
  amount_cents: 500,
  description: 'Ada',
  quotes_key: null,
  batch_id: null,
  created_at: test.clock.now(),
  succeeded_at: null,
  purpose: 'labels' as const,
  balance_cents: 0,
});
