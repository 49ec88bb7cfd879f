import { dateIn } from '@lading/contract/calendar-date.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFunds, balanceOf, setTerms, startFromBalance } from '../../../test/balance.ts';
import { buyToday, enterNextMonth, issueAll, saveBillingSettings } from '../../../test/billing.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeOperator } from '../../../test/operator.ts';
import {
  aShipment,
  call,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  letTimePass,
  makeShop,
  ratesFor,
  type Shop,
  type StartedPayment,
  sweepFor,
} from '../../../test/shipping.ts';
import { days, hours, later } from '../../platform/clock.ts';
import { sweepPayments } from '../payments/sweep-payments.ts';
import { selectLabels } from './month-facts.store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

/** Buys three labels with one payment, of which the balance pays this much. Returns what the card paid. */
async function buyThree(shop: Shop, balanceCents: number): Promise<number> {
  const shipment = aShipment({ shippingDate: dateIn('UTC', test.clock.now()) });
  const rates = (await ratesFor(test, shop, shipment)).slice(0, 3);
  const total = rates.reduce((sum, rate) => sum + centsOfRate(rate), 0);
  const rateIds = rates.map(({ objectId }) => objectId);
  await addFunds(test, shop, balanceCents);
  const split = (await startFromBalance(test, shop, total, rateIds)).json();
  await confirm(test, split);
  for (const rateId of rateIds) {
    const bought = await call(test, shop, 'POST', API.label, { ...shipment, rateId });
    expect(bought.statusCode, bought.body).toBe(200);
    test.clock.advance(1_000);
  }
  return total - balanceCents;
}

describe('labels of one payment from the balance and by card', () => {
  it('share all of what the card paid, whole cents each, in every month', async () => {
    // Not shared: other tests move the clock beyond the end of its session.
    const shop = await makeShop(test);
    const from = test.clock.now();
    const cardCents = await buyThree(shop, 101);
    const labels = (since: Date, until: Date) =>
      selectLabels(test.deps.db, { userId: shop.userId, from: since, until });
    const all = await labels(from, later(from, hours(1)));
    const shares = all.map(({ card_cents: cents }) => cents);
    expect(shares).toHaveLength(3);
    expect(shares.reduce((sum, cents) => sum + cents, 0)).toBe(cardCents);
    for (const { card_cents: cents, total_cents: total } of all) expect(cents).toBeLessThanOrEqual(total);
    const second = all[1]?.purchased_at ?? from;
    const apart = [...(await labels(from, second)), ...(await labels(second, later(from, hours(1))))];
    expect(apart.map(({ card_cents: cents }) => cents)).toEqual(shares);
  });
});

describe('the amount due after a checkout of $50.00 of which credit holds $30.00', () => {
  /** Bought a label, paid for all of it, and then started the checkout. */
  async function startCheckout(): Promise<{ client: Shop; payment: StartedPayment; cents: number }> {
    const operator = await makeOperator(test);
    await saveBillingSettings(test, operator);
    const client = await makeShop(test);
    await setTerms(test, operator, client.userId, 100_000);
    const { cents } = await buyToday(test, client, 'balance');
    await addFunds(test, client, cents);
    await setTerms(test, operator, client.userId, 3_000);
    const payment = (await startFromBalance(test, client, 5_000)).json();
    expect(await balanceOf(test, client)).toBe(-3_000);
    return { client, payment, cents };
  }

  const cancelOpenPayments = async () => {
    await letTimePass(test, days(2));
    await sweepPayments(test.deps);
  };

  async function documentsOf({ userId }: Shop) {
    await issueAll(test);
    const rows = await test.deps.db
      .selectFrom('billing_documents')
      .select(['kind', 'total_cents', 'due_cents'])
      .where('user_id', '=', userId)
      .where('kind', 'in', ['invoice', 'statement'])
      .orderBy('kind')
      .execute();
    return rows.map(({ kind, total_cents: total, due_cents: due }) => ({ kind, total, due }));
  }

  it.each([
    ['is open at the end of the month', false],
    ['is canceled before the late invoice is issued', true],
  ])('is nothing if the payment %s', async (_case, isLate) => {
    const { client, cents } = await startCheckout();
    await enterNextMonth(test);
    if (isLate) await cancelOpenPayments();
    expect(await documentsOf(client)).toEqual([
      { kind: 'invoice', total: cents, due: 0 },
      { kind: 'statement', total: -3_000, due: 0 },
    ]);
    if (!isLate) await cancelOpenPayments();
    expect(await balanceOf(test, client)).toBe(0);
  });

  it('includes what was held if the payment succeeded in the month', async () => {
    const { client, payment, cents } = await startCheckout();
    await confirm(test, payment);
    await enterNextMonth(test);
    expect(await documentsOf(client)).toEqual([
      { kind: 'invoice', total: cents, due: Math.min(cents, 3_000) },
      { kind: 'statement', total: -3_000, due: 0 },
    ]);
    // Refunds the payment, which bought nothing.
    await sweepFor(test, 0);
  });
});
