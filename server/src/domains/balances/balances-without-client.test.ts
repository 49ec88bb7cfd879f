import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '../../../test/balance.ts';
import { makeOperator } from '../../../test/operator.ts';
import { returnRefund } from '../../../test/return-refund.ts';
import {
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
} from '../../../test/shipping.ts';
import { automaticPayments, saveCard, topUp, turnOn } from '../../../test/top-ups.ts';
import { createAdmin } from '../identity/create-admin.ts';
import { sweepTopUps } from '../top-ups/sweep-top-ups.ts';
import { topUpIfNeeded } from '../top-ups/top-up-if-needed.ts';

describe('a balance whose account is no client anymore', () => {
  let faulty: FaultyApp;
  let operator: Shop;
  let shop: Shop;
  const test = () => faulty.test;
  beforeAll(async () => {
    faulty = await buildFaultyApp();
    operator = await makeOperator(test());
  });
  beforeEach(async () => {
    shop = await makeShop(test());
  });
  afterAll(async () => {
    await expectConsistentLedger(test());
    await test().close();
  });

  const change = async (kind: string, amount: number) => {
    const url = path(API.adminClientBalance, { id: shop.userId });
    const { statusCode, json } = await call(test(), operator, 'POST', url, { kind, amount, note: 'Wired' });
    return statusCode === 200 ? json().balance : json().error;
  };

  it('can be withdrawn if the bank returns the payout after the erasure', async () => {
    const { topUpId } = await topUp(test(), shop, 8_000);
    const url = path(API.adminClient, { id: shop.userId });
    const erased = await call(test(), operator, 'DELETE', url, { confirmPermanentDelete: true });
    expect(erased.statusCode, erased.body).toBe(200);
    const { id } = await test()
      .deps.db.selectFrom('refunds')
      .select('id')
      .where('payment_id', '=', topUpId)
      .executeTakeFirstOrThrow();
    await returnRefund(test(), id);
    expect(await balanceOf(test(), shop)).toBe(8_000);
    expect(await change('withdrawal', 8_001)).toBe('BAD_REQUEST');
    for (const kind of ['deposit', 'credit']) expect(await change(kind, 100)).toBe('CLIENT_NOT_FOUND');
    expect(await change('withdrawal', 8_000)).toBe(0);
    expect(await balanceOf(test(), shop)).toBe(0);
  });

  const promote = async () => {
    const { email } = await test()
      .deps.db.selectFrom('users')
      .select('email')
      .where('id', '=', shop.userId)
      .executeTakeFirstOrThrow();
    return createAdmin(test().deps, { email, password: 'new admin password', by: 'command' });
  };

  it('is not topped up automatically after the account became an admin', async () => {
    await saveCard(test(), shop);
    await turnOn(test(), shop);
    expect(await promote()).toBe('promoted');
    expect(await topUpIfNeeded(test().deps, shop.userId)).toBeNull();
    await sweepTopUps(test().deps);
    expect(await automaticPayments(test(), shop)).toEqual([]);
  });
});
