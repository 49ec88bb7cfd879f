import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFunds, balanceOf, payFromBalance, setTerms, startFromBalance } from '../../../test/balance.ts';
import { makeOperator } from '../../../test/operator.ts';
import {
  buildFaultyApp,
  confirm,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import { days, later, minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { bookings } from '../ledger/ledger.ts';
import { overdueCents } from './balance-standing.ts';
import { bookBalance } from './book-balance.ts';

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

describe('an overdue debt', () => {
  /** Not due yet, so that the client can still pay. */
  async function shopWithOldDebt(cents: number): Promise<Shop> {
    const { clock, deps } = faulty.test;
    const shop = await makeShop(faulty.test);
    await setTerms(faulty.test, operator, shop.userId, 2_000);
    const earlier = { now: () => later(clock.now(), -days(29)) };
    await transaction(deps.db, (trx) =>
      bookBalance(trx, earlier, {
        userId: shop.userId,
        reasonKey: `test:${newId()}`,
        kind: 'correction',
        entries: bookings.deposit(-cents),
      }),
    );
    return shop;
  }
  const owedTomorrow = ({ userId }: Shop) =>
    overdueCents(faulty.test.deps.db, userId, later(faulty.test.clock.now(), days(2)));

  it('is not paid by a hold that is released', async () => {
    const shop = await shopWithOldDebt(800);
    const { paymentIntentId } = (await startFromBalance(faulty.test, shop, 1_500)).json();
    await faulty.cards.cancelIntent(paymentIntentId);
    await faulty.test.paymentEvents();
    expect(await balanceOf(faulty.test, shop)).toBe(-800);
    expect(await owedTomorrow(shop)).toBe(800);
  });

  it('is not paid by the refund of a newer label', async () => {
    const shop = await shopWithOldDebt(800);
    await payFromBalance(faulty.test, shop, 500);
    await sweepFor(faulty.test, minutes(40), minutes(5));
    expect(await balanceOf(faulty.test, shop)).toBe(-800);
    expect(await owedTomorrow(shop)).toBe(800);
    await addFunds(faulty.test, shop, 300);
    expect(await owedTomorrow(shop)).toBe(500);
  });

  it('is paid by the card part of a split payment that was refunded to the balance', async () => {
    const shop = await shopWithOldDebt(800);
    const split = (await startFromBalance(faulty.test, shop, 1_500)).json();
    await confirm(faulty.test, split);
    await sweepFor(faulty.test, minutes(40), minutes(5));
    expect(await balanceOf(faulty.test, shop)).toBe(-500);
    expect(await owedTomorrow(shop)).toBe(500);
  });
});
