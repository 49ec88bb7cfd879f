import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, makeShop, type Shop } from '../../../../test/shipping.ts';
import { atStripe, buildStripeApp, type StripeApp } from '../../../../test/stripe-at-double.ts';
import {
  automaticOf,
  automaticPayments,
  balanceOf,
  startSetup,
  startTopUp,
  turnOn,
} from '../../../../test/top-ups.ts';
import { newId } from '../../../platform/ids.ts';
import { sweepTopUps } from '../../top-ups/sweep-top-ups.ts';
import { catchUp } from './catch-up.ts';

const CARD = '4242424242424242';
const LONG_AGO = new Date(0);

describe('a payout that was made after the backup', () => {
  let stripe: StripeApp;
  let shop: Shop;
  let intentId: string;
  beforeAll(async () => {
    stripe = await buildStripeApp();
  });
  /** A client with $100.00 of a top-up, and automatic top-ups below $20.00 with a stored card, as in the backup. */
  beforeEach(async () => {
    const { test, double } = stripe;
    shop = await makeShop(test);
    const { setupId, setupIntentId } = await startSetup(test, shop);
    await atStripe(double, 'confirm-setup', { setupIntentId, card: CARD });
    const saved = await call(test, shop, 'POST', path(API.cardSetup, { id: setupId }));
    expect(saved.statusCode, saved.body).toBe(200);
    intentId = (await startTopUp(test, shop, { amount: 10_000 })).json().paymentIntentId;
    await atStripe(double, 'confirm', { intentId, card: CARD });
    await stripe.deliverEvents();
    await turnOn(test, shop, { threshold: 2_000 });
  });
  afterAll(async () => {
    await stripe.expectConsistentLedger();
    await stripe.close();
  });

  /** Only Stripe knows it. */
  const payOut = (amountCents: number) =>
    stripe.test.deps.paymentProvider.refund({
      key: newId(),
      intentId,
      shipmentId: null,
      amountCents,
      reason: 'Payout of your balance.',
    });

  it('turns automatic top-ups off, so that the card is not charged for it', async () => {
    const { test } = stripe;
    await payOut(10_000);
    expect(await catchUp(test.deps, LONG_AGO)).toMatchObject({ refunds: 1 });
    expect(await balanceOf(test, shop)).toMatchObject({ balance: 0 });
    await sweepTopUps(test.deps);
    expect(await automaticPayments(test, shop)).toEqual([]);
    expect(await automaticOf(test, shop)).toMatchObject({ enabled: false });
  });

  it('leaves automatic top-ups on if the balance is still at the threshold', async () => {
    const { test } = stripe;
    await payOut(8_000);
    expect(await catchUp(test.deps, LONG_AGO)).toMatchObject({ refunds: 1 });
    expect(await balanceOf(test, shop)).toMatchObject({ balance: 2_000 });
    expect(await automaticOf(test, shop)).toMatchObject({ enabled: true });
  });
});
