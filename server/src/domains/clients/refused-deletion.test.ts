import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFunds, startFromBalance } from '../../../test/balance.ts';
import { PASSWORD } from '../../../test/factories.ts';
import { paymentOf } from '../../../test/money-on-record.ts';
import {
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
  startPayment,
  sweepFor,
} from '../../../test/shipping.ts';
import { automaticOf, balanceOf, CARDS, cardsOf, saveCard, topUp, turnOn } from '../../../test/top-ups.ts';
import { minutes } from '../../platform/clock.ts';
import { customerOf } from '../top-ups/payment-customers.ts';

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

const deleteAccount = () =>
  call(test(), shop, 'DELETE', API.account, { password: PASSWORD, confirmPermanentDelete: true });

/** A client with a balance of $25, a stored card and automatic top-ups. */
async function fundedShop(): Promise<void> {
  await saveCard(test(), shop);
  await topUp(test(), shop, 2_500);
  await turnOn(test(), shop);
}

async function expectNothingChanged(): Promise<void> {
  expect((await balanceOf(test(), shop)).balance).toBe(2_500);
  expect(await cardsOf(test(), shop)).toMatchObject([{ isDefault: true, status: 'usable' }]);
  expect(await automaticOf(test(), shop)).toMatchObject({ enabled: true, paused: null });
  expect(await chargeableCards()).toBe(1);
}

async function chargeableCards(): Promise<number> {
  const { deps } = test();
  return (await deps.paymentProvider.cards.list(await customerOf(deps, shop.userId)))?.length ?? 0;
}

describe('a deletion that is refused', () => {
  it('because a payment has no intent yet, leaves the balance, the card and the other payments', async () => {
    await fundedShop();
    const other = await startPayment(test(), shop, 900);
    faulty.gateway.failNext('createIntent');
    await expect(startPayment(test(), shop, 500)).rejects.toThrow();
    expect((await deleteAccount()).json().error).toBe('MONEY_MOVING');
    await expectNothingChanged();
    expect((await test().deps.paymentProvider.readIntent(other.paymentIntentId))?.status).not.toBe(
      'canceled',
    );
    await sweepFor(test(), minutes(1));
    expect((await deleteAccount()).statusCode).toBe(200);
  });

  it('because a payment cannot be canceled, leaves the balance and the card', async () => {
    await fundedShop();
    await startPayment(test(), shop, 500);
    faulty.gateway.failNext('cancelIntent');
    expect((await deleteAccount()).json().error).toBe('PAYMENT_UNREACHABLE');
    await expectNothingChanged();
  });

  it('because the balance cannot be paid out, leaves an unpaid payment', async () => {
    await addFunds(test(), shop, 300);
    await startPayment(test(), shop, 500);
    expect((await deleteAccount()).json().message).toContain('a balance of $3.00');
    expect((await paymentOf(test(), shop)).status).toBe('created');
  });

  it('after its cards were removed, shows none of them', async () => {
    await saveCard(test(), shop);
    await saveCard(test(), shop, CARDS.asksOnce);
    await turnOn(test(), shop, { threshold: 0 });
    const { mailer } = test().deps;
    mailer.forget = async () => {
      throw new Error('the mail server is gone');
    };
    expect((await deleteAccount()).statusCode).toBe(500);
    delete mailer.forget;
    expect(await cardsOf(test(), shop)).toEqual([]);
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'no_card' });
    expect((await deleteAccount()).statusCode).toBe(200);
  });
});

describe('a deletion', () => {
  it('pays out what the balance holds for an unpaid payment', async () => {
    await topUp(test(), shop, 2_500);
    expect((await startFromBalance(test(), shop, 3_000)).statusCode).toBe(200);
    expect((await balanceOf(test(), shop)).balance).toBe(0);
    expect((await deleteAccount()).statusCode).toBe(200);
  });
});
