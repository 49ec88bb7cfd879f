import { API, path } from '@lading/contract/routes.ts';
import { TEST_GATEWAY_CONFIRM } from '@lading/contract/test-gateway.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../test/factories.ts';
import {
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import {
  balanceOf,
  CARDS,
  cardsOf,
  chargedCents,
  confirmSetup,
  saveCard,
  startSetup,
  startTopUp,
  takeFromBalance,
  topUp,
  topUpOf,
} from '../../../test/top-ups.ts';
import { minutes } from '../../platform/clock.ts';
import { closeBalance } from './pay-out-balance.ts';
import { customerOf } from './payment-customers.ts';
import { syncCards } from './sync-cards.ts';

let faulty: FaultyApp;
let shop: Shop;
const test = () => faulty.test;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
beforeEach(async () => {
  shop = await makeShop(test());
});
afterAll(async () => {
  await expectConsistentLedger(test());
  await test().close();
});

describe('a top-up in the card form', () => {
  it('is credited once, even if it is reported repeatedly', async () => {
    const paid = await topUp(test(), shop, 2_500);
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount: 2_500,
      automatic: false,
      card: null,
      problem: null,
    });
    await Promise.all(Array.from({ length: 5 }, () => topUpOf(test(), shop, paid.topUpId)));
    await sweepFor(test(), 0);
    expect(await balanceOf(test(), shop)).toEqual({
      balance: 2_500,
      available: 2_500,
      creditLimit: 0,
      dueDays: 30,
      owed: 0,
      overdue: 0,
      payable: 2_500,
    });
    const { entries } = (await call(test(), shop, 'GET', API.balanceEntries)).json();
    expect(entries).toEqual([
      expect.objectContaining({ kind: 'top_up', text: 'Top-up by card', cents: 2_500, balance: 2_500 }),
    ]);
  });

  it('returns the same intent for the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => startTopUp(test(), shop, { amount: 1_000 }, headers)),
    );
    expect(new Set(answers.map((answer) => answer.json().paymentIntentId)).size).toBe(1);
    const other = await startTopUp(test(), shop, { amount: 1_001 }, headers);
    expect(other.json().error).toBe('KEY_REUSED');
  });

  it.each([
    [{ amount: 499 }, 'amount'],
    [{ amount: 1_000_001 }, 'amount'],
    [{ amount: 500.5 }, 'amount'],
    [{ amount: 500, saveCard: true }, 'consent'],
    [
      { amount: 500, saveCard: true, consent: true, cardId: '0199f6b4-0000-7000-8000-000000000000' },
      'saveCard',
    ],
  ])('rejects %j with a field error', async (body, field) => {
    const answer = await startTopUp(test(), shop, body);
    expect([answer.statusCode, answer.json().fields[0].path]).toEqual([400, field]);
  });

  it('saves the card that paid, with the consent', async () => {
    await topUp(test(), shop, 3_000, { saveCard: true, consent: true });
    expect(await cardsOf(test(), shop)).toEqual([
      expect.objectContaining({
        brand: 'visa',
        last4: '4242',
        expMonth: 12,
        isDefault: true,
        status: 'usable',
      }),
    ]);
    const consents = await test()
      .deps.db.selectFrom('card_setups')
      .select(['consent', 'consent_ip', 'ended_at'])
      .where('user_id', '=', shop.userId)
      .execute();
    expect(consents).toEqual([
      {
        consent: expect.stringContaining('I allow my card to be saved'),
        consent_ip: '127.0.0.1',
        ended_at: expect.any(Date),
      },
    ]);
  });

  it('saves the card even if the browser never returns', async () => {
    const started = (await startTopUp(test(), shop, { amount: 500, saveCard: true, consent: true })).json();
    await test().inject({
      method: 'POST',
      url: path(TEST_GATEWAY_CONFIRM, { intentId: started.paymentIntentId }),
      payload: {
        clientSecret: started.clientSecret,
        card: { number: CARDS.good, expMonth: 12, expYear: 2030, cvc: '123' },
      },
    });
    await test().paymentEvents();
    await sweepFor(test(), 0);
    expect(await cardsOf(test(), shop)).toHaveLength(1);
  });

  it('of another client is not found', async () => {
    const { topUpId } = await topUp(test(), shop, 500);
    const other = await makeShop(test());
    expect((await call(test(), other, 'GET', path(API.topUp, { id: topUpId }))).statusCode).toBe(404);
  });
});

describe('a stored card', () => {
  it.each([CARDS.good, CARDS.asksOnce])('%s tops up immediately', async (number) => {
    const card = await saveCard(test(), shop, number);
    const answer = await startTopUp(test(), shop, { amount: 4_000, cardId: card.id });
    expect(answer.json()).toMatchObject({
      status: 'succeeded',
      card: { last4: number.slice(-4) },
      methodId: null,
    });
    expect((await balanceOf(test(), shop)).balance).toBe(4_000);
    const { entries } = (await call(test(), shop, 'GET', API.balanceEntries)).json();
    expect(entries[0].text).toBe(`Top-up with Visa ending in ${number.slice(-4)}`);
  });

  it('whose bank always asks is charged after the client confirms the same intent', async () => {
    const card = await saveCard(test(), shop, CARDS.alwaysAsks);
    const asked = (await startTopUp(test(), shop, { amount: 4_000, cardId: card.id })).json();
    expect(asked).toMatchObject({ status: 'requires_action', methodId: expect.stringMatching(/^pm_/) });
    expect((await balanceOf(test(), shop)).balance).toBe(0);
    const url = path(TEST_GATEWAY_CONFIRM, { intentId: asked.paymentIntentId });
    const { clientSecret } = asked;
    await test().inject({ method: 'POST', url, payload: { clientSecret, authentication: 'complete' } });
    expect((await topUpOf(test(), shop, asked.topUpId)).status).toBe('succeeded');
    expect((await balanceOf(test(), shop)).balance).toBe(4_000);
  });

  it('that is declined charges nothing and says why', async () => {
    const card = await saveCard(test(), shop, CARDS.declinesLater);
    const answer = await startTopUp(test(), shop, { amount: 4_000, cardId: card.id });
    expect(answer.json()).toMatchObject({
      status: 'canceled',
      problem: 'Your card was declined. Please try another card.',
      clientSecret: '',
    });
    expect((await balanceOf(test(), shop)).balance).toBe(0);
  });

  it('is charged once when the answer is lost and the client tries again with the same key', async () => {
    const card = await saveCard(test(), shop);
    const body = { amount: 4_000, cardId: card.id };
    const headers = { 'idempotency-key': 'lost' };
    faulty.gateway.loseAnswer('charge');
    expect((await startTopUp(test(), shop, body, headers)).json().error).toBe('PAYMENT_UNREACHABLE');
    expect((await startTopUp(test(), shop, body, headers)).json().status).toBe('processing');
    await sweepFor(test(), minutes(1));
    expect((await startTopUp(test(), shop, body, headers)).json().status).toBe('succeeded');
    expect((await balanceOf(test(), shop)).balance).toBe(4_000);
    expect(await chargedCents(test(), shop)).toBe(4_000);
  });

  it('that never reached the provider is not charged half an hour later', async () => {
    const card = await saveCard(test(), shop);
    faulty.gateway.failNext('charge');
    await startTopUp(test(), shop, { amount: 4_000, cardId: card.id });
    test().clock.advance(minutes(31));
    await sweepFor(test(), minutes(1));
    expect(await chargedCents(test(), shop)).toBe(0);
    const { status } = await test()
      .deps.db.selectFrom('payments')
      .select('status')
      .where('user_id', '=', shop.userId)
      .executeTakeFirstOrThrow();
    expect(status).toBe('canceled');
  });

  it('can be made the default and removed; then it cannot be charged', async () => {
    const [first, second] = [await saveCard(test(), shop), await saveCard(test(), shop, CARDS.asksOnce)];
    expect((await cardsOf(test(), shop)).map(({ last4, isDefault }) => [last4, isDefault])).toEqual([
      ['4242', true],
      ['3155', false],
    ]);
    await call(test(), shop, 'PUT', path(API.defaultCard, { id: second.id }));
    expect((await cardsOf(test(), shop))[0]).toMatchObject({ last4: '3155', isDefault: true });
    const answer = await call(test(), shop, 'DELETE', path(API.storedCard, { id: second.id }));
    expect(answer.json().cards).toEqual([expect.objectContaining({ last4: '4242', isDefault: true })]);
    const charged = await startTopUp(test(), shop, { amount: 500, cardId: second.id });
    expect(charged.json().error).toBe('CARD_NOT_FOUND');
    const other = await makeShop(test());
    const foreign = await call(test(), other, 'DELETE', path(API.storedCard, { id: first.id }));
    expect(foreign.json().error).toBe('CARD_NOT_FOUND');
  });

  it('is not saved without consent, after a decline, or beyond the limit', async () => {
    expect((await call(test(), shop, 'POST', API.cardSetups, { consent: false })).statusCode).toBe(400);
    const setup = await startSetup(test(), shop);
    expect(await confirmSetup(test(), setup, '4000000000000002')).toMatchObject({
      status: 'requires_payment_method',
    });
    expect(
      (await call(test(), shop, 'POST', path(API.cardSetup, { id: setup.setupId }))).json().cards,
    ).toEqual([]);
    for (let count = 0; count < 10; count += 1) await saveCard(test(), shop);
    expect((await call(test(), shop, 'POST', API.cardSetups, { consent: true })).json().error).toBe(
      'LIMIT_REACHED',
    );
  });
});

describe('a payout', () => {
  it('refunds the newest top-ups first, up to what each has left', async () => {
    const first = await topUp(test(), shop, 1_000);
    test().clock.advance(minutes(1));
    const second = await topUp(test(), shop, 2_000);
    await takeFromBalance(test(), shop, 500);
    const answer = await call(test(), shop, 'POST', API.balancePayout, {});
    expect(answer.json()).toEqual({
      refunds: [
        { paymentId: second.topUpId, cents: 2_000 },
        { paymentId: first.topUpId, cents: 500 },
      ],
      paidOut: 2_500,
      balance: 0,
    });
    expect((await call(test(), shop, 'POST', API.balancePayout, {})).json().error).toBe('NOTHING_TO_PAY_OUT');
  });

  it('pays once for one idempotency key and refuses more than there is', async () => {
    await topUp(test(), shop, 2_000);
    const headers = { 'idempotency-key': 'payout' };
    const send = () => call(test(), shop, 'POST', API.balancePayout, { amount: 700 }, headers);
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map((answer) => answer.json().paidOut)).toEqual([700, 700, 700]);
    expect((await balanceOf(test(), shop)).balance).toBe(1_300);
    const tooMuch = await call(test(), shop, 'POST', API.balancePayout, { amount: 1_301 });
    expect(tooMuch.json()).toMatchObject({
      error: 'PAYOUT_TOO_LARGE',
      message: 'At most $13.00 can be paid out to your cards.',
    });
  });

  it('returns to the balance when the provider declines it', async () => {
    const { topUpId } = await topUp(test(), shop, 2_000);
    const { db } = test().deps;
    await sql`UPDATE sandbox.gateway_intents SET refunded_cents = amount_cents WHERE key = ${topUpId}`.execute(
      db,
    );
    expect((await call(test(), shop, 'POST', API.balancePayout, {})).statusCode).toBe(200);
    expect(await balanceOf(test(), shop)).toMatchObject({ balance: 2_000, payable: 0 });
  });

  it('is made when the account is closed', async () => {
    await saveCard(test(), shop);
    await topUp(test(), shop, 2_000);
    const body = { password: PASSWORD, confirmPermanentDelete: true };
    const answer = await call(test(), shop, 'DELETE', API.account, body);
    expect(answer.statusCode, answer.body).toBe(200);
    const refunds = await test()
      .deps.db.selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .select(['refunds.kind', 'refunds.cents', 'refunds.state'])
      .where('user_id', '=', shop.userId)
      .execute();
    expect(refunds).toEqual([{ kind: 'payout', cents: 2_000, state: 'succeeded' }]);
    expect(
      await test()
        .deps.db.selectFrom('stored_cards')
        .select('id')
        .where('user_id', '=', shop.userId)
        .execute(),
    ).toEqual([]);
  });

  it('does not happen when the account cannot be closed', async () => {
    await topUp(test(), shop, 2_000);
    await takeFromBalance(test(), shop, -300);
    const body = { password: PASSWORD, confirmPermanentDelete: true };
    const answer = await call(test(), shop, 'DELETE', API.account, body);
    expect(answer.json()).toMatchObject({
      error: 'MONEY_MOVING',
      message: expect.stringContaining('balance'),
    });
    expect((await balanceOf(test(), shop)).balance).toBe(2_300);
  });
});

describe('a card that the client removes', () => {
  it('stays removed while a list from before is still being stored', async () => {
    const { deps } = test();
    const { id } = await saveCard(test(), shop);
    const { name, cards } = deps.paymentProvider;
    const list = async (customerId: string) => {
      const listed = await cards.list(customerId);
      await call(test(), shop, 'DELETE', path(API.storedCard, { id }));
      return listed;
    };
    await syncCards({ ...deps, paymentProvider: { name, cards: { list } } as never }, shop.userId);
    expect(await cardsOf(test(), shop)).toEqual([]);
  });
});

describe('closing a balance whose payout is not complete', () => {
  it('leaves the stored cards, because the account is not erased yet', async () => {
    const { deps } = test();
    await saveCard(test(), shop);
    await topUp(test(), shop, 2_500);
    faulty.gateway.failNext('refund');
    await closeBalance(deps, shop.userId);
    const customerId = await customerOf(deps, shop.userId);
    expect(await deps.paymentProvider.cards.list(customerId)).toHaveLength(1);
    expect(await cardsOf(test(), shop)).toHaveLength(1);
    await sweepFor(test(), minutes(2));
    await closeBalance(deps, shop.userId);
    expect(await deps.paymentProvider.cards.list(customerId)).toEqual([]);
  });
});
