import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { countSessions } from '../../../test/database-sessions.ts';
import { call, expectConsistentLedger, makeShop } from '../../../test/shipping.ts';
import { topUp } from '../../../test/top-ups.ts';
import { minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { selectPayment } from '../payments/payments.store.ts';
import { receiveEvent } from '../payments/receive-event.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

it('a payout leaves out a top-up whose dispute is being recorded', async () => {
  const { deps } = test;
  const shop = await makeShop(test);
  const { topUpId: older } = await topUp(test, shop, 1_000);
  test.clock.advance(minutes(1));
  const { topUpId: disputed } = await topUp(test, shop, 2_000);
  const { intent_id: intentId } = (await selectPayment(deps.db, disputed)) ?? {};
  const waiting = () => countSessions(test, `wait_event_type = 'Lock'`);

  const [recording, payingOut] = await deps.db.transaction().execute(async (trx) => {
    // The dispute is stored, and its transaction waits for the balance.
    await trx.selectFrom('balances').select('cents').where('user_id', '=', shop.userId).forUpdate().execute();
    const recorded = receiveEvent(deps, {
      kind: 'dispute',
      eventId: newId(),
      intentId: intentId ?? '',
      dispute: { disputeId: `dp_${newId()}`, cents: 2_000, status: 'open', reason: 'fraudulent' },
    });
    await expect.poll(waiting).toBe(1);
    const paidOut = call(test, shop, 'POST', API.balancePayout, {});
    await expect.poll(waiting).toBe(2);
    return [recorded, paidOut];
  });
  await recording;
  expect((await payingOut).json()).toMatchObject({
    refunds: [{ paymentId: older, cents: 1_000 }],
    paidOut: 1_000,
    balance: 0,
  });
});
