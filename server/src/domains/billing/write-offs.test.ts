import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFunds, balanceOf, setTerms, startFromBalance } from '../../../test/balance.ts';
import {
  buyToday,
  documentsOf,
  enterNextMonth,
  issueAll,
  saveBillingSettings,
} from '../../../test/billing.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeOperator } from '../../../test/operator.ts';
import { call, expectConsistentLedger, makeShop, type Shop } from '../../../test/shipping.ts';

let test: TestApp;
let operator: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  operator = await makeOperator(test);
  await saveBillingSettings(test, operator);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const closeMonth = async () => {
  await enterNextMonth(test);
  await issueAll(test);
};

async function makeShopWithCredit(): Promise<Shop> {
  const shop = await makeShop(test);
  await setTerms(test, operator, shop.userId, 100_000);
  return shop;
}

const writeOff = (shop: Shop, cents: number) =>
  call(test, operator, 'POST', path(API.adminClientBalance, { id: shop.userId }), {
    kind: 'write_off',
    amount: cents,
    note: 'Bankrupt',
  });

/** What credit notes took off each invoice, oldest invoice first. The newest one may have been reduced before it was issued. */
async function invoicesOf(shop: Shop) {
  const notes = await documentsOf(test, shop, 'credit_note');
  return (await documentsOf(test, shop, 'invoice')).toReversed().map(({ id, total }) => ({
    total,
    credited: notes.filter(({ corrects }) => corrects?.id === id).reduce((sum, note) => sum + note.total, 0),
  }));
}

describe('a written-off debt', () => {
  it('corrects the oldest invoice that was due', async () => {
    const shop = await makeShopWithCredit();
    const first = await buyToday(test, shop, 'balance');
    await closeMonth();
    await writeOff(shop, first.cents);
    const second = await buyToday(test, shop, 'balance');
    await closeMonth();
    expect(await invoicesOf(shop)).toEqual([
      { total: first.cents, credited: first.cents },
      { total: second.cents, credited: 0 },
    ]);
    const [note] = await documentsOf(test, shop, 'credit_note');
    const { content } = await test.deps.db
      .selectFrom('billing_documents')
      .select('content')
      .where('id', '=', note?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(content).toMatchObject({ lines: [{ text: 'Debt written off' }] });
  });

  it('corrects the unpaid invoice, not an older one that was paid', async () => {
    const shop = await makeShopWithCredit();
    const first = await buyToday(test, shop, 'balance');
    await closeMonth();
    await addFunds(test, shop, first.cents);
    const second = await buyToday(test, shop, 'balance');
    await closeMonth();
    await writeOff(shop, second.cents);
    await closeMonth();
    expect(await invoicesOf(shop)).toEqual([
      { total: first.cents, credited: 0 },
      { total: second.cents, credited: second.cents },
    ]);
  });

  it.each(['card', 'balance'] as const)(
    'of the new month corrects no earlier invoice that was paid by %s',
    async (method) => {
      const shop = await makeShopWithCredit();
      const first = await buyToday(test, shop, method);
      await closeMonth();
      if (method === 'balance') await addFunds(test, shop, first.cents);
      await closeMonth();
      const second = await buyToday(test, shop, 'balance');
      await writeOff(shop, second.cents);
      await closeMonth();
      expect(await invoicesOf(shop)).toEqual([
        { total: first.cents, credited: 0 },
        { total: 0, credited: 0 },
      ]);
    },
  );

  it('corrects no earlier invoice that was paid in the same month', async () => {
    const shop = await makeShopWithCredit();
    const first = await buyToday(test, shop, 'balance');
    await closeMonth();
    await addFunds(test, shop, first.cents);
    const second = await buyToday(test, shop, 'balance');
    await writeOff(shop, second.cents);
    await closeMonth();
    expect(await invoicesOf(shop)).toEqual([
      { total: first.cents, credited: 0 },
      { total: 0, credited: 0 },
    ]);
  });

  it('corrects only what was due of an earlier invoice', async () => {
    const shop = await makeShopWithCredit();
    const byCard = await buyToday(test, shop);
    const onCredit = await buyToday(test, shop, 'balance');
    await closeMonth();
    const second = await buyToday(test, shop, 'balance');
    await writeOff(shop, onCredit.cents + second.cents);
    await closeMonth();
    expect(await invoicesOf(shop)).toEqual([
      { total: byCard.cents + onCredit.cents, credited: onCredit.cents },
      { total: 0, credited: 0 },
    ]);
  });

  it('corrects no earlier invoice because an open payment held credit at the end of the month', async () => {
    const shop = await makeShopWithCredit();
    const first = await buyToday(test, shop, 'balance');
    await closeMonth();
    await addFunds(test, shop, first.cents);
    await setTerms(test, operator, shop.userId, first.cents);
    await closeMonth();
    const held = await startFromBalance(test, shop, 2 * first.cents);
    expect(held.statusCode, held.body).toBe(200);
    expect(await balanceOf(test, shop)).toBe(-first.cents);
    await closeMonth();
    await setTerms(test, operator, shop.userId, 100_000);
    const second = await buyToday(test, shop, 'balance');
    await writeOff(shop, second.cents);
    await closeMonth();
    expect(await invoicesOf(shop)).toEqual([
      { total: first.cents, credited: 0 },
      { total: 0, credited: 0 },
    ]);
  });
});
