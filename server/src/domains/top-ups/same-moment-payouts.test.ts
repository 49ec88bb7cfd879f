import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { call, expectConsistentLedger, makeShop } from '../../../test/shipping.ts';
import { topUp } from '../../../test/top-ups.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

it('a retry finds its payout by key and ignores another payout made at the same time', async () => {
  const shop = await makeShop(test);
  await topUp(test, shop, 2_000);
  const send = (key: string, amount: number) =>
    call(test, shop, 'POST', API.balancePayout, { amount }, { 'idempotency-key': key });
  await send('first', 700);
  await send('second', 300);
  expect((await send('first', 700)).json()).toMatchObject({ paidOut: 700 });
  expect((await send('second', 300)).json()).toMatchObject({ paidOut: 300, balance: 1_000 });
});
