import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
} from '../../../test/shipping.ts';
import { automaticOf, automaticPayments, saveCard, TERMS, turnOn } from '../../../test/top-ups.ts';
import { topUpIfNeeded } from './top-up-if-needed.ts';

let faulty: FaultyApp;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

it('a decline of a charge that started before the client changed the settings does not pause them', async () => {
  const { test, cards } = faulty;
  const shop = await makeShop(test);
  await saveCard(test, shop);
  await turnOn(test, shop);
  cards.cards.charge = async () => {
    test.clock.advance(1_000);
    const saved = await call(test, shop, 'PUT', API.automaticTopUp, {
      enabled: true,
      ...TERMS,
      consent: true,
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const text = 'Your card was declined. Please try another card.';
    return { outcome: 'declined', intent: null, code: 'expired_card', text };
  };
  await topUpIfNeeded(test.deps, shop.userId);
  cards.cards.charge = Object.getPrototypeOf(cards.cards).charge;
  expect(await automaticPayments(test, shop)).toMatchObject([{ status: 'canceled' }]);
  expect(await automaticOf(test, shop)).toMatchObject({ enabled: true, paused: null });
  await topUpIfNeeded(test.deps, shop.userId);
  expect(await automaticPayments(test, shop)).toMatchObject([
    { status: 'canceled' },
    { status: 'succeeded' },
  ]);
});
