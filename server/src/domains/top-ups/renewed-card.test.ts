import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInAs, makeUser } from '../../../test/factories.ts';
import {
  buildFaultyApp,
  expectConsistentLedger,
  type FaultyApp,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import {
  automaticOf,
  automaticPayments,
  CARDS,
  cardsOf,
  saveCard,
  takeFromBalance,
  topUp,
  turnOn,
} from '../../../test/top-ups.ts';
import { days, minutes } from '../../platform/clock.ts';
import { topUpIfNeeded } from './top-up-if-needed.ts';

let faulty: FaultyApp;
let user: Awaited<ReturnType<typeof makeUser>>;
let shop: Shop;
const test = () => faulty.test;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
afterEach(() => {
  faulty.gateway.calm();
  return expectConsistentLedger(test());
});
afterAll(() => test().close());

/** Signs in again afterward. */
async function passTime(milliseconds: number): Promise<void> {
  test().clock.advance(milliseconds);
  shop.token = (await logInAs(test(), user)).token;
}

/** Automatic top-ups with a card that expires at the end of the month, whose client got the email about it. */
beforeEach(async () => {
  user = await makeUser(test());
  shop = { userId: user.id, token: (await logInAs(test(), user)).token };
  const now = test().clock.now();
  await saveCard(test(), shop, CARDS.good, {
    expMonth: now.getUTCMonth() + 1,
    expYear: now.getUTCFullYear(),
  });
  await topUp(test(), shop, 2_500);
  await turnOn(test(), shop);
  // On the first day, the end of a month may be 31 days away.
  await passTime(days(1));
  await sweepFor(test(), 0);
});

/** The bank issues a new card, and the payment provider learns of its date. */
const renewCard = () =>
  sql`UPDATE sandbox.gateway_cards SET exp_year = exp_year + 3
    WHERE customer_id IN (SELECT customer_id FROM payment_customers WHERE user_id = ${shop.userId})`.execute(
    test().deps.db,
  );
const statuses = async () => (await automaticPayments(test(), shop)).map(({ status }) => status);

describe('a card that its bank renews after the email about its expiration', () => {
  it('is charged after the earlier date', async () => {
    await renewCard();
    await passTime(days(32));
    await takeFromBalance(test(), shop, 1_000);
    await sweepFor(test(), minutes(1));
    expect(await statuses()).toEqual(['succeeded']);
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: null });
    expect(await cardsOf(test(), shop)).toMatchObject([{ status: 'usable' }]);
  });

  it('does not pause top-ups while the payment provider cannot be asked', async () => {
    await renewCard();
    await passTime(days(32));
    await takeFromBalance(test(), shop, 1_000);
    faulty.gateway.failNext('list');
    await expect(topUpIfNeeded(test().deps, shop.userId)).rejects.toThrow();
    expect(await topUpIfNeeded(test().deps, shop.userId)).toMatchObject({ status: 'succeeded' });
  });

  it('resumes top-ups that its earlier date had stopped, once the cards are read', async () => {
    await passTime(days(32));
    await takeFromBalance(test(), shop, 1_000);
    await sweepFor(test(), 0);
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'card_expired' });
    const asked = faulty.gateway.callsOf('list').length;
    await sweepFor(test(), minutes(1));
    expect(faulty.gateway.callsOf('list')).toHaveLength(asked);
    await renewCard();
    const { id } = await saveCard(test(), shop, CARDS.asksOnce);
    expect((await cardsOf(test(), shop)).find(({ isDefault }) => isDefault)?.id).not.toBe(id);
    await sweepFor(test(), 0);
    expect(await statuses()).toEqual(['succeeded']);
  });
});
