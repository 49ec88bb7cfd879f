import { dateIn } from '@lading/contract/calendar-date.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFunds, startFromBalance } from '../../../test/balance.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  aShipment,
  call,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  makeShop,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';
import { hours, later } from '../../platform/clock.ts';
import { selectLabels } from './month-facts.store.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

/** Buys three labels with one payment, of which the balance pays this much. Returns what the card paid. */
async function buyThree(balanceCents: number): Promise<number> {
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
    const from = test.clock.now();
    const cardCents = await buyThree(101);
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
