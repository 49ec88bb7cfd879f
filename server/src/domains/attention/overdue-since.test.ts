import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payFromBalance, setTerms } from '../../../test/balance.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeOperator } from '../../../test/operator.ts';
import { expectConsistentLedger, makeShop, type Shop, sweepFor } from '../../../test/shipping.ts';
import { days, later, minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { bookBalance } from '../balances/book-balance.ts';
import { bookings } from '../ledger/ledger.ts';
import { selectOverdue } from './money-attention.store.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  shop = await makeShop(test);
  await setTerms(test, await makeOperator(test), shop.userId, 5_000);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

/** A debt from `daysAgo` days ago. Returns when it is due. */
async function owe(cents: number, daysAgo: number): Promise<Date> {
  const at = later(test.clock.now(), -days(daysAgo));
  await transaction(test.deps.db, (trx) =>
    bookBalance(
      trx,
      { now: () => at },
      {
        userId: shop.userId,
        reasonKey: `test:${newId()}`,
        kind: 'correction',
        entries: bookings.deposit(-cents),
      },
    ),
  );
  return later(at, days(30));
}

async function overdueSince(now: Date): Promise<Date | undefined> {
  const rows = await selectOverdue(test.deps.db, { now, limit: 50 });
  return rows.find(({ user_id }) => user_id === shop.userId)?.at;
}

describe('an overdue debt', () => {
  it('is overdue since its own date, even if a newer label was refunded', async () => {
    const due = await owe(800, 29);
    await payFromBalance(test, shop, 900);
    await sweepFor(test, minutes(40), minutes(5));
    expect(await overdueSince(later(due, days(3)))).toEqual(due);
  });

  it('is overdue since the date of its oldest unpaid part', async () => {
    const due = await owe(800, 29);
    await owe(300, 20);
    expect(await overdueSince(later(due, days(20)))).toEqual(due);
  });
});
