import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
} from '../../../test/shipping.ts';
import { automaticOf, automaticPayments, CARDS, saveCard, TERMS, turnOn } from '../../../test/top-ups.ts';
import { topUpIfNeeded } from './top-up-if-needed.ts';

let faulty: FaultyApp;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

/** The client saves the settings while a stored card is being charged. */
async function saveDuringCharge(shop: Shop, charge: FaultyApp['cards']['cards']['charge']): Promise<void> {
  const { test, cards } = faulty;
  cards.cards.charge = async (order) => {
    test.clock.advance(1_000);
    const saved = await call(test, shop, 'PUT', API.automaticTopUp, {
      enabled: true,
      ...TERMS,
      consent: true,
    });
    expect(saved.statusCode, saved.body).toBe(200);
    return charge(order);
  };
  await topUpIfNeeded(test.deps, shop.userId);
  cards.cards.charge = realCharge();
}
const realCharge = () => Object.getPrototypeOf(faulty.cards.cards).charge;

it('a decline of a charge that started before the client changed the settings does not pause them', async () => {
  const { test } = faulty;
  const shop = await makeShop(test);
  await saveCard(test, shop);
  await turnOn(test, shop);
  const text = 'Your card was declined. Please try another card.';
  await saveDuringCharge(shop, async () => ({
    outcome: 'declined',
    intent: null,
    code: 'expired_card',
    text,
  }));
  expect(await automaticPayments(test, shop)).toMatchObject([{ status: 'canceled' }]);
  expect(await automaticOf(test, shop)).toMatchObject({ enabled: true, paused: null });
  await topUpIfNeeded(test.deps, shop.userId);
  expect(await automaticPayments(test, shop)).toMatchObject([
    { status: 'canceled' },
    { status: 'succeeded' },
  ]);
});

it('a charge that the bank wants confirmed is reported even if the client changed the settings meanwhile', async () => {
  const { test, cards } = faulty;
  const shop = await makeShop(test);
  await saveCard(test, shop, CARDS.alwaysAsks);
  await turnOn(test, shop);
  await saveDuringCharge(shop, realCharge().bind(cards.cards));
  expect(await automaticOf(test, shop)).toMatchObject({ enabled: true, paused: 'confirmation_needed' });
  const isSent = () =>
    test.mails().some((mail) => mail.includes('Subject: Please confirm your automatic top-up'));
  await expect.poll(isSent).toBe(true);
});
