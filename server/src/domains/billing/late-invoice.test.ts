import { addDays } from '@lading/contract/calendar-date.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTerms } from '../../../test/balance.ts';
import { buyToday, enterNextMonth, issueAll, saveBillingSettings } from '../../../test/billing.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeOperator } from '../../../test/operator.ts';
import { expectConsistentLedger, makeShop } from '../../../test/shipping.ts';
import { days } from '../../platform/clock.ts';
import { selectOverdue } from '../attention/money-attention.store.ts';
import { overdueCents } from '../balances/balance-standing.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

it('the debt of an invoice that was issued late is overdue from the day after its due date', async () => {
  const { db } = test.deps;
  const operator = await makeOperator(test);
  await saveBillingSettings(test, operator);
  const { userId, token } = await makeShop(test);
  await setTerms(test, operator, userId, 100_000);
  const { cents } = await buyToday(test, { userId, token }, 'balance');
  await enterNextMonth(test);
  test.clock.advance(days(12));
  await issueAll(test);
  const { due_on: dueOn } = await db
    .selectFrom('billing_documents')
    .select('due_on')
    .where('user_id', '=', userId)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow();
  const dayAfter = addDays(dueOn ?? '', 1);
  const overdueOn = (day: string) => overdueCents(db, userId, new Date(`${day}T12:00:00Z`));
  expect([await overdueOn(dueOn ?? ''), await overdueOn(dayAfter)]).toEqual([0, cents]);
  const listed = await selectOverdue(db, { now: new Date(`${dayAfter}T12:00:00Z`), limit: 10 });
  expect(listed).toMatchObject([{ user_id: userId, cents, at: new Date(`${dayAfter}T00:00:00Z`) }]);
});
