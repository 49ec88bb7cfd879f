import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFunds, balanceOf, payFromBalance, setTerms, startFromBalance } from '../../../test/balance.ts';
import { makeOperator, refund } from '../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  buy,
  call,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  ratesFor,
  type Shop,
  startPayment,
  sweepFor,
} from '../../../test/shipping.ts';
import { days, later, minutes } from '../../platform/clock.ts';
import { overdueCents } from '../balances/balance-standing.ts';

let faulty: FaultyApp;
let operator: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  operator = await makeOperator(faulty.test);
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

async function shopWith(cents: number): Promise<Shop> {
  const shop = await makeShop(faulty.test);
  if (cents > 0) await addFunds(faulty.test, shop, cents);
  return shop;
}

async function cancel({ paymentIntentId }: { paymentIntentId: string }): Promise<void> {
  await faulty.cards.cancelIntent(paymentIntentId);
  await faulty.test.paymentEvents();
}

interface Quote {
  rateId: string;
  cents: number;
}

async function quote(shop: Shop): Promise<Quote> {
  const [rate] = await ratesFor(faulty.test, shop);
  if (!rate) throw new Error('No rate');
  return { rateId: rate.objectId, cents: centsOfRate(rate) };
}

describe('a label paid from the balance', () => {
  it('needs no card', async () => {
    const { test } = faulty;
    const shop = await shopWith(100_000);
    const { rateId, cents } = await quote(shop);
    const { paymentIntentId } = await payFromBalance(test, shop, cents, [rateId]);
    expect(await balanceOf(test, shop)).toBe(100_000 - cents);
    const answer = await buy(test, shop, rateId, { paymentIntentId });
    expect(answer.json()).toMatchObject({ labelStatus: 'ready' });
  });

  it('is charged once, even if the request is repeated', async () => {
    const { test } = faulty;
    const shop = await shopWith(100_000);
    const { rateId, cents } = await quote(shop);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => startFromBalance(test, shop, cents, [rateId])),
    );
    const intents = new Set(answers.map((answer) => answer.json().paymentIntentId));
    expect(intents.size).toBe(1);
    expect(await balanceOf(test, shop)).toBe(100_000 - cents);
    await buy(test, shop, rateId);
  });

  it('is refunded to the balance if the label provider refuses it', async () => {
    const { test, labelProvider } = faulty;
    const shop = await shopWith(100_000);
    const { rateId, cents } = await quote(shop);
    await payFromBalance(test, shop, cents, [rateId]);
    labelProvider.refuse(1, 'No.');
    await buy(test, shop, rateId);
    await sweepFor(test, minutes(2));
    expect(await balanceOf(test, shop)).toBe(100_000);
  });

  it('is refunded to the balance by an admin', async () => {
    const { test } = faulty;
    const shop = await shopWith(100_000);
    const { rateId, cents } = await quote(shop);
    await payFromBalance(test, shop, cents, [rateId]);
    const { transactionId } = (await buy(test, shop, rateId)).json();
    await refund(test, operator, transactionId, 100);
    expect(await balanceOf(test, shop)).toBe(100_000 - cents + 100);
  });

  it('refunds a payment that was not used for a label to the balance', async () => {
    const { test } = faulty;
    const shop = await shopWith(5_000);
    await payFromBalance(test, shop, 700);
    await sweepFor(test, minutes(40), minutes(5));
    expect(await balanceOf(test, shop)).toBe(5_000);
  });

  it('is bought exactly ten times by fifty simultaneous requests if the balance covers ten', async () => {
    const { test } = faulty;
    const shop = await shopWith(10_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => startFromBalance(test, shop, 1_000)));
    const paid = answers.filter((answer) => answer.json().status === 'succeeded');
    expect(paid).toHaveLength(10);
    expect(answers.filter((answer) => answer.json().error === 'BALANCE_TOO_LOW')).toHaveLength(40);
    expect(await balanceOf(test, shop)).toBe(0);
    await sweepFor(test, minutes(40), minutes(5));
  });
});

describe('a label paid from the balance and by card', () => {
  it('holds the part of the balance until the card has paid the rest', async () => {
    const { test } = faulty;
    const shop = await shopWith(300);
    const { rateId, cents } = await quote(shop);
    const started = (await startFromBalance(test, shop, cents, [rateId])).json();
    expect(started).toMatchObject({ balanceAmount: 300, amount: cents - 300 });
    expect(await balanceOf(test, shop)).toBe(0);
    await expectConsistentLedger(test);
    expect((await confirm(test, started)).json()).toMatchObject({ status: 'succeeded' });
    expect((await buy(test, shop, rateId)).json()).toMatchObject({ labelStatus: 'ready' });
  });

  it('leaves the card at least its minimum', async () => {
    const { test } = faulty;
    const shop = await shopWith(1_000);
    const started = (await startFromBalance(test, shop, 1_020)).json();
    expect(started).toMatchObject({ balanceAmount: 970, amount: 50 });
    expect(await balanceOf(test, shop)).toBe(30);
    await confirm(test, started);
    await sweepFor(test, minutes(40), minutes(5));
    expect(await balanceOf(test, shop)).toBe(1_050);
  });

  it('releases the balance when the payment is canceled', async () => {
    const { test } = faulty;
    const shop = await shopWith(300);
    await cancel((await startFromBalance(test, shop, 1_000)).json());
    expect(await balanceOf(test, shop)).toBe(300);
  });

  it('is replaced when the client chooses another payment method', async () => {
    const { test } = faulty;
    const shop = await shopWith(300);
    const { rateId, cents } = await quote(shop);
    const byCard = await startPayment(test, shop, cents, [rateId]);
    const split = (await startFromBalance(test, shop, cents, [rateId])).json();
    expect(split.paymentIntentId).not.toBe(byCard.paymentIntentId);
    expect((await confirm(test, byCard)).json()).toMatchObject({ status: 'canceled' });
    const again = await call(test, shop, 'POST', API.createPaymentIntent, {
      amount: cents,
      rateIds: [rateId],
      useBalance: false,
    });
    expect(again.json()).toMatchObject({ amount: cents });
    expect(await balanceOf(test, shop)).toBe(300);
    expect((await confirm(test, again.json())).json()).toMatchObject({ status: 'succeeded' });
    await buy(test, shop, rateId);
  });

  it('is replaced when the balance covers more of the price', async () => {
    const { test } = faulty;
    const shop = await shopWith(300);
    const { rateId, cents } = await quote(shop);
    const split = (await startFromBalance(test, shop, cents, [rateId])).json();
    expect((await startFromBalance(test, shop, cents, [rateId])).json()).toEqual(split);
    await addFunds(test, shop, 10_000);
    const paid = (await startFromBalance(test, shop, cents, [rateId])).json();
    expect(paid).toMatchObject({ status: 'succeeded', amount: 0, balanceAmount: cents });
    expect(await balanceOf(test, shop)).toBe(10_300 - cents);
    expect((await confirm(test, split)).json()).toMatchObject({ status: 'canceled' });
    await buy(test, shop, rateId);
  });
});

describe('a payment for the same rate with another payment method and its own idempotency key', () => {
  /** As the payment dialog does when the client changes the payment method. */
  async function start(shop: Shop, { rateId, cents }: Quote, useBalance: boolean, key: string) {
    const body = { amount: cents, rateIds: [rateId], useBalance };
    return (
      await call(faulty.test, shop, 'POST', API.createPaymentIntent, body, { 'idempotency-key': key })
    ).json();
  }

  it('is new, and a retry of the request returns it', async () => {
    const { test } = faulty;
    const shop = await shopWith(300);
    const rate = await quote(shop);
    const byCard = await start(shop, rate, false, `${shop.userId}-0`);
    const split = await start(shop, rate, true, `${shop.userId}-1`);
    expect(split).toMatchObject({ balanceAmount: 300, amount: rate.cents - 300 });
    expect(split.paymentIntentId).not.toBe(byCard.paymentIntentId);
    expect(await start(shop, rate, true, `${shop.userId}-1`)).toEqual(split);
    expect((await confirm(test, split)).json()).toMatchObject({ status: 'succeeded' });
    expect((await buy(test, shop, rate.rateId)).json()).toMatchObject({ labelStatus: 'ready' });
  });

  it('is paid immediately if the balance covers it', async () => {
    const { test } = faulty;
    const shop = await shopWith(100_000);
    const rate = await quote(shop);
    await start(shop, rate, false, `${shop.userId}-0`);
    expect(await start(shop, rate, true, `${shop.userId}-1`)).toMatchObject({ status: 'succeeded' });
    expect((await buy(test, shop, rate.rateId)).json()).toMatchObject({ labelStatus: 'ready' });
  });
});

describe('a payment that the payment provider cannot cancel now', () => {
  it('is not replaced, and the client can try again', async () => {
    const { test, gateway } = faulty;
    const shop = await shopWith(300);
    const { rateId, cents } = await quote(shop);
    await startPayment(test, shop, cents, [rateId]);
    gateway.failNext('cancelIntent');
    const failed = await startFromBalance(test, shop, cents, [rateId]);
    expect([failed.statusCode, failed.json().error]).toEqual([502, 'PAYMENT_UNREACHABLE']);
    const split = (await startFromBalance(test, shop, cents, [rateId])).json();
    expect(split).toMatchObject({ balanceAmount: 300, amount: cents - 300 });
    await cancel(split);
  });
});

describe('without enough balance', () => {
  it('nothing is charged', async () => {
    const { test } = faulty;
    const shop = await shopWith(0);
    const answer = await startFromBalance(test, shop, 1_000);
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'BALANCE_TOO_LOW']);
    expect(answer.json().message).toBe('Your balance is $0.00. Please add funds or pay by card.');
  });

  it('credit pays up to its limit', async () => {
    const { test } = faulty;
    const shop = await shopWith(0);
    expect((await setTerms(test, operator, shop.userId, 2_000)).statusCode).toBe(200);
    await payFromBalance(test, shop, 1_500);
    expect(await balanceOf(test, shop)).toBe(-1_500);
    const split = (await startFromBalance(test, shop, 600)).json();
    expect(split).toMatchObject({ balanceAmount: 500, amount: 100 });
    await cancel(split);
    await sweepFor(test, minutes(40), minutes(5));
  });

  it('a client who owes more than the credit limit cannot buy labels', async () => {
    const { test } = faulty;
    const shop = await shopWith(0);
    await setTerms(test, operator, shop.userId, 2_000);
    await payFromBalance(test, shop, 2_000);
    await sweepFor(test, minutes(20), minutes(5));
    await setTerms(test, operator, shop.userId, 500);
    const answer = await call(test, shop, 'POST', API.createPaymentIntent, { amount: 1_000 });
    expect([answer.statusCode, answer.json().message]).toEqual([
      402,
      'You owe $15.00 more than your credit limit. Please add funds to buy labels.',
    ]);
    await sweepFor(test, minutes(40), minutes(5));
  });

  it('a client whose debt is overdue cannot buy labels until it is paid', async () => {
    const { test } = faulty;
    const shop = await shopWith(0);
    await setTerms(test, operator, shop.userId, 2_000);
    await payFromBalance(test, shop, 800);
    const owed = (count: number) =>
      overdueCents(test.deps.db, shop.userId, later(test.clock.now(), days(count)));
    expect([await owed(29), await owed(30)]).toEqual([0, 800]);
    await addFunds(test, shop, 300);
    expect(await owed(30)).toBe(500);
    await addFunds(test, shop, 500);
    expect(await owed(30)).toBe(0);
    await sweepFor(test, minutes(40), minutes(5));
  });
});

describe('refunds of card payments', () => {
  it('go to the balance if the client chose that and the operator allows it', async () => {
    const { test } = faulty;
    const shop = await shopWith(0);
    const choose = (refundTo: string) => call(test, shop, 'PUT', API.balanceRefunds, { refundTo });
    expect((await choose('balance')).json()).toEqual({ refundTo: 'balance', canChoose: true });
    const first = await boughtLabel(test, shop);
    await refund(test, operator, first.transactionId, first.cents);
    expect(await balanceOf(test, shop)).toBe(first.cents);

    await call(test, operator, 'PUT', API.adminBalanceSettings, { refunds: 'card' });
    expect((await choose('balance')).json()).toMatchObject({ error: 'BAD_REQUEST' });
    const second = await boughtLabel(test, shop);
    await refund(test, operator, second.transactionId, second.cents);
    expect(await balanceOf(test, shop)).toBe(first.cents);
    await call(test, operator, 'PUT', API.adminBalanceSettings, { refunds: 'client_chooses' });
  });
});

describe('an admin', () => {
  const change = (shop: Shop, body: object, headers: Record<string, string> = {}) =>
    call(faulty.test, operator, 'POST', path(API.adminClientBalance, { id: shop.userId }), body, headers);

  it.each(['Wire\u202e', 'Wire\u200b', 'Wire\u0000'])('cannot write the note %j', async (note) => {
    const answer = await change(await shopWith(0), { kind: 'deposit', amount: 100, note });
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Please remove invisible characters.']);
  });

  it('records a deposit once per idempotency key', async () => {
    const shop = await shopWith(0);
    const deposit = { kind: 'deposit', amount: 25_000, note: 'Wire of November 12' };
    for (let time = 0; time < 2; time += 1)
      expect((await change(shop, deposit, { 'idempotency-key': shop.userId })).json()).toMatchObject({
        balance: 25_000,
      });
  });

  it('credits a client and writes off a debt, but never more than is owed', async () => {
    const shop = await shopWith(0);
    expect((await change(shop, { kind: 'write_off', amount: 1, note: 'Closed' })).json().message).toBe(
      'This client owes nothing, so there is nothing to write off.',
    );
    await setTerms(faulty.test, operator, shop.userId, 1_000);
    await payFromBalance(faulty.test, shop, 1_000);
    await change(shop, { kind: 'credit', amount: 250, note: 'Late package' });
    expect((await change(shop, { kind: 'write_off', amount: 751, note: 'Closed' })).json().message).toBe(
      'You can write off at most $7.50, which is what this client owes.',
    );
    expect((await change(shop, { kind: 'write_off', amount: 750, note: 'Closed' })).json().balance).toBe(0);
    await sweepFor(faulty.test, minutes(40), minutes(5));
  });
});
