import { API, path } from '@lading/contract/routes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buyToday,
  documentsOf,
  enterNextMonth,
  issueAll,
  saveBillingSettings,
} from '../../../test/billing.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { onServer } from '../../../test/database-server.ts';
import { findWronglyInvoiced } from '../../../test/money-sums.ts';
import { makeOperator, refund } from '../../../test/operator.ts';
import { returnRefund } from '../../../test/return-refund.ts';
import { call, expectConsistentLedger, makeShop, type Shop } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { findViolations } from '../reconciliation/invariants.store.ts';
import type { CreditNoteContent, InvoiceContent, StatementContent } from './billing-content.ts';

let test: TestApp;
let operator: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  operator = await makeOperator(test);
  await saveBillingSettings(test, operator);
});
afterEach(() => expectConsistentLedger(test));
afterAll(() => test.close());

const closeMonth = async () => {
  await enterNextMonth(test);
  await issueAll(test);
};

async function makeRefund(label: { id: string }, cents: number): Promise<string> {
  // The same refund within a minute counts as a double click.
  test.clock.advance(minutes(2));
  return (await refund(test, operator, label.id, cents)).refund.refundId;
}

/** Oldest first. */
async function contentsOf<T>(shop: Shop, kind: 'statement' | 'invoice' | 'credit_note'): Promise<T[]> {
  const found = await test.deps.db
    .selectFrom('billing_documents')
    .select('content')
    .where('user_id', '=', shop.userId)
    .where('kind', '=', kind)
    .orderBy('period_start')
    .execute();
  return found.map(({ content }) => content as T);
}
const newestInvoice = async (shop: Shop) => (await contentsOf<InvoiceContent>(shop, 'invoice')).at(-1);
const totalsOf = async (shop: Shop, kind: 'invoice' | 'credit_note') =>
  (await documentsOf(test, shop, kind)).map(({ total }) => total).toReversed();
/** Of this client, because other tests may credit money that no invoice has. */
const differencesOf = async ({ userId }: Shop) =>
  (await findWronglyInvoiced(test.deps.db)).filter(({ user_id: id }) => id === userId);

describe('a refund that the bank returns after its documents were issued', () => {
  it('is charged again, so that a new refund is credited once', async () => {
    const shop = await makeShop(test);
    const label = await buyToday(test, shop);
    await closeMonth();
    const first = await makeRefund(label, label.cents);
    await closeMonth();
    await returnRefund(test, first);
    await closeMonth();
    const invoice = await newestInvoice(shop);
    expect(invoice?.refunds).toMatchObject([{ text: 'Refund returned by your bank', cents: label.cents }]);
    expect(invoice).toMatchObject({ totalCents: label.cents, cardCents: label.cents, balanceCents: 0 });
    expect(invoice).toMatchObject({ dueCents: 0, labels: [], credits: [] });
    expect(await differencesOf(shop)).toEqual([]);
    await makeRefund(label, label.cents);
    await closeMonth();
    expect(await totalsOf(shop, 'invoice')).toEqual([label.cents, label.cents]);
    expect(await totalsOf(shop, 'credit_note')).toEqual([label.cents, label.cents]);
    expect(await differencesOf(shop)).toEqual([]);
  });

  it('cancels out with a new refund in the same month', async () => {
    const shop = await makeShop(test);
    const label = await buyToday(test, shop);
    await closeMonth();
    const first = await makeRefund(label, label.cents);
    await closeMonth();
    await returnRefund(test, first);
    await makeRefund(label, label.cents);
    await closeMonth();
    const invoice = await newestInvoice(shop);
    expect(invoice).toMatchObject({ totalCents: 0, cardCents: 0, balanceCents: 0, dueCents: 0 });
    expect(invoice?.credits.map(({ cents }) => cents)).toEqual([-label.cents]);
    expect(await differencesOf(shop)).toEqual([]);
  });

  it('is charged again if it was on the invoice of its label, without the other refunds', async () => {
    const shop = await makeShop(test);
    const label = await buyToday(test, shop);
    const returned = await makeRefund(label, 200);
    await makeRefund(label, 100);
    await closeMonth();
    await returnRefund(test, returned);
    await closeMonth();
    expect(await totalsOf(shop, 'invoice')).toEqual([label.cents - 300, 200]);
    expect(await differencesOf(shop)).toEqual([]);
  });

  it('is charged again only as far as it was credited', async () => {
    const shop = await makeShop(test);
    const label = await buyToday(test, shop);
    await closeMonth();
    await call(test, operator, 'POST', path(API.adminClientBalance, { id: shop.userId }), {
      kind: 'credit',
      amount: label.cents - 100,
      note: 'Late parcels',
    });
    await closeMonth();
    const returned = await makeRefund(label, label.cents);
    await closeMonth();
    const notes = await contentsOf<CreditNoteContent>(shop, 'credit_note');
    expect(notes.map(({ totalCents }) => totalCents)).toEqual([label.cents - 100, 100]);
    await returnRefund(test, returned);
    await closeMonth();
    expect(await totalsOf(shop, 'invoice')).toEqual([label.cents, 100]);
  });

  it('is reported if nothing charges it again (I24)', async () => {
    const shop = await makeShop(test);
    const label = await buyToday(test, shop);
    await closeMonth();
    const first = await makeRefund(label, label.cents);
    await closeMonth();
    await returnRefund(test, first);
    await closeMonth();
    const number = (await documentsOf(test, shop, 'invoice'))[0]?.number;
    const setLine = (refundId: string) =>
      onServer(
        test.ownerUrl,
        `SET session_replication_role = replica;
         UPDATE billing_documents SET content = jsonb_set(content, '{refunds,0,refundId}', '${refundId}') WHERE number = '${number}'`,
      );
    await setLine('null');
    const scope = { now: test.clock.now(), maxInProgressMs: 0, since: null };
    expect(await findViolations(test.deps.db, scope, new Set(['I24']))).toMatchObject([
      { objectId: first, detail: `failed refund of ${label.cents}, ${label.cents} credited` },
    ]);
    await setLine(JSON.stringify(first));
  });

  it('is on the statement of its own month', async () => {
    const shop = await makeShop(test);
    const label = await buyToday(test, shop);
    await closeMonth();
    const first = await makeRefund(label, 300);
    await closeMonth();
    await returnRefund(test, first);
    await closeMonth();
    const cards = (await contentsOf<StatementContent>(shop, 'statement')).map(({ cardEntries }) =>
      cardEntries.map(({ text, cents }) => [text, cents]),
    );
    expect(cards).toEqual([
      [['Labels paid by card', label.cents]],
      [['Refund to your card', -300]],
      [['Refund returned by your bank', 300]],
    ]);
  });
});

describe('a refund that the bank returns before its documents are issued', () => {
  it.each([
    ['in the same month', false],
    ['in the next month', true],
  ])('%s is neither credited nor charged', async (_case, isLater) => {
    const shop = await makeShop(test);
    const label = await buyToday(test, shop);
    const returned = await makeRefund(label, label.cents);
    if (isLater) await enterNextMonth(test);
    await returnRefund(test, returned);
    await closeMonth();
    expect(await totalsOf(shop, 'invoice')).toEqual([label.cents]);
    expect(await totalsOf(shop, 'credit_note')).toEqual([]);
    const entries = (await contentsOf<StatementContent>(shop, 'statement')).map(
      ({ cardEntries }) => cardEntries.length,
    );
    expect(entries).toEqual(isLater ? [2, 1] : [3]);
    expect(await differencesOf(shop)).toEqual([]);
  });
});
