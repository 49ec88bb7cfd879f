import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildFaultyApp,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  makeShop,
  sweepFor,
} from '../../../test/shipping.ts';
import { automaticPayments, saveCard, turnOn } from '../../../test/top-ups.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { topUpIfNeeded } from './top-up-if-needed.ts';

const DISPUTED_CARD = '4000000000000259';

let faulty: FaultyApp;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

it('a charge with a lost answer is found with its dispute, even after a long outage', async () => {
  const { test, gateway, cards } = faulty;
  const shop = await makeShop(test);
  await saveCard(test, shop, DISPUTED_CARD);
  await turnOn(test, shop);
  gateway.loseAnswer('charge');
  await expect(topUpIfNeeded(test.deps, shop.userId)).rejects.toThrow('lost');
  await cards.idle();
  await letTimePass(test, hours(2));
  await sweepFor(test, minutes(2));
  const [payment, ...more] = await automaticPayments(test, shop);
  expect([payment?.status, more]).toEqual(['succeeded', []]);
  const disputes = await test.deps.db
    .selectFrom('disputes')
    .select('state')
    .where('payment_id', '=', payment?.id ?? '')
    .execute();
  expect(disputes).toEqual([{ state: 'open' }]);
});
