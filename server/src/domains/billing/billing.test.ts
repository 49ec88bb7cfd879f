import { addDays } from '@lading/contract/calendar-date.ts';
import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addFunds, setTerms } from '../../../test/balance.ts';
import {
  buyToday,
  documentsOf,
  enterNextMonth,
  issueAll,
  saveBillingSettings,
} from '../../../test/billing.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { onServer } from '../../../test/database-server.ts';
import { makeOperator, refund } from '../../../test/operator.ts';
import { call, expectConsistentLedger, makeShop, type Shop } from '../../../test/shipping.ts';
import { hours, later, minutes } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { overdueCents } from '../balances/balance-standing.ts';
import type { InvoiceContent, StatementContent } from './billing-content.ts';
import { selectSettings } from './billing-settings.store.ts';
import { issueDocuments } from './issue-documents.ts';
import { issueReceipts } from './issue-receipts.ts';
import { issueNumbered } from './number-documents.ts';
import { sweepBilling } from './sweep-billing.ts';

let test: TestApp;
let operator: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  operator = await makeOperator(test);
  await saveBillingSettings(test, operator);
});
afterEach(async () => {
  await sweepBilling(test.deps);
  await expectConsistentLedger(test);
});
afterAll(() => test.close());

async function contentOf<T>(id: string): Promise<T> {
  const { content } = await test.deps.db
    .selectFrom('billing_documents')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return content as T;
}

const changeBalance = (shop: Shop, body: object) =>
  call(test, operator, 'POST', path(API.adminClientBalance, { id: shop.userId }), body);

const closeMonth = async () => {
  await enterNextMonth(test);
  await issueAll(test);
};

describe('billing', { shuffle: false }, () => {
  describe('receipts', () => {
    it('are issued once per payment, even by several processes', async () => {
      const shop = await makeShop(test);
      await addFunds(test, shop, 50_000);
      const card = await buyToday(test, shop);
      const balance = await buyToday(test, shop, 'balance');
      await Promise.all(Array.from({ length: 5 }, () => issueReceipts(test.deps)));
      const receipts = await documentsOf(test, shop, 'receipt');
      expect(receipts.map(({ total }) => total).toSorted()).toEqual([card.cents, balance.cents].toSorted());
      expect(receipts[0]?.number).toMatch(/^RCT-2026-\d{5}$/);
    });

    it('do not need the payments of earlier hours, even if each sweep finds a new payment', async () => {
      const { db } = test.deps;
      const now = test.clock.now();
      await db
        .updateTable('billing_settings')
        .set({ receipts_until: later(now, -hours(5)) })
        .execute();
      await buyToday(test, await makeShop(test));
      expect(await issueReceipts(test.deps)).toBeGreaterThan(0);
      expect((await selectSettings(db)).receipts_until).toEqual(later(now, -minutes(30)));
    });

    it('show what was refunded later, without being changed', async () => {
      const shop = await makeShop(test);
      const label = await buyToday(test, shop);
      await issueReceipts(test.deps);
      const [before] = await documentsOf(test, shop, 'receipt');
      await refund(test, operator, label.id, 100);
      const [after] = await documentsOf(test, shop, 'receipt');
      expect([before?.refunded, after?.refunded]).toEqual([0, 100]);
      expect(after?.number).toBe(before?.number);
    });
  });

  describe('the documents of a month', () => {
    it('are a statement and an invoice, when the month is over', async () => {
      const shop = await makeShop(test);
      await addFunds(test, shop, 50_000);
      const [one, two] = [await buyToday(test, shop), await buyToday(test, shop, 'balance')];
      await refund(test, operator, two.id, 200);
      await sweepBilling(test.deps);
      expect(await documentsOf(test, shop, 'invoice')).toEqual([]);
      await enterNextMonth(test);
      await Promise.all([issueAll(test), issueAll(test)]);
      const [statement, ...statements] = await documentsOf(test, shop, 'statement');
      const [invoice, ...invoices] = await documentsOf(test, shop, 'invoice');
      expect([statements, invoices]).toEqual([[], []]);
      expect(statement?.total).toBe(50_000 - two.cents + 200);
      expect(invoice).toMatchObject({ total: one.cents + two.cents - 200, due: 0, dueOn: null });
      const content = await contentOf<InvoiceContent>(invoice?.id ?? '');
      expect(content.labels.map(({ cents }) => cents)).toEqual([one.cents, two.cents]);
      expect(content.refunds.map(({ cents }) => cents)).toEqual([-200]);
      expect([content.cardCents, content.balanceCents]).toEqual([one.cents, two.cents - 200]);
      const lines = (await contentOf<StatementContent>(statement?.id ?? '')).entries;
      expect(lines.map(({ text }) => text)).toEqual(['Bank transfer', 'Labels', 'Refund']);
    });

    it('say how much is due for a client with terms, and by when', async () => {
      const shop = await makeShop(test);
      await setTerms(test, operator, shop.userId, 100_000);
      const label = await buyToday(test, shop, 'balance');
      await closeMonth();
      const [invoice] = await documentsOf(test, shop, 'invoice');
      const { dueOn, issuedOn } = await contentOf<InvoiceContent>(invoice?.id ?? '');
      expect(invoice).toMatchObject({ total: label.cents, due: label.cents });
      expect(Date.parse(dueOn ?? '') - Date.parse(issuedOn)).toBe(30 * 86_400_000);
      const overdueOn = (day: string) =>
        overdueCents(test.deps.db, shop.userId, new Date(`${day}T12:00:00Z`));
      expect(await overdueOn(dueOn ?? '')).toBe(0);
      expect(await overdueOn(addDays(dueOn ?? '', 1))).toBe(label.cents);
    });

    it('are not issued for a client without activity, and include no invoice without a label', async () => {
      const [idle, saver] = [await makeShop(test), await makeShop(test)];
      await addFunds(test, saver, 1_000);
      await closeMonth();
      expect(await documentsOf(test, idle, 'statement')).toEqual([]);
      expect(await documentsOf(test, saver, 'statement')).toHaveLength(1);
      expect(await documentsOf(test, saver, 'invoice')).toEqual([]);
    });

    it('continue the balance of the statement before', async () => {
      const shop = await makeShop(test);
      for (const cents of [1_000, 2_000]) {
        await addFunds(test, shop, cents);
        await closeMonth();
      }
      const [second, first] = await documentsOf(test, shop, 'statement');
      const { openingCents } = await contentOf<StatementContent>(second?.id ?? '');
      expect([first?.total, openingCents, second?.total]).toEqual([1_000, 1_000, 3_000]);
    });

    it('are all issued by the next sweep if issuing is interrupted', async () => {
      const shops = [await makeShop(test), await makeShop(test)];
      for (const shop of shops) await addFunds(test, shop, 900);
      await enterNextMonth(test);
      let failures = 0;
      const jobs = {
        ...test.deps.jobs,
        enqueue: () => {
          failures += 1;
          throw new Error('The process dies here.');
        },
      } as unknown as typeof test.deps.jobs;
      await sweepBilling({ ...test.deps, jobs });
      expect(failures).toBe(2);
      for (const shop of shops) expect(await documentsOf(test, shop, 'statement')).toEqual([]);
      await issueAll(test);
      for (const shop of shops) expect(await documentsOf(test, shop, 'statement')).toHaveLength(1);
    });

    it('of other clients and later months do not wait for a client whose documents fail', async () => {
      const [failing, other] = [await makeShop(test), await makeShop(test)];
      const setBroken = (isBroken: boolean) =>
        onServer(
          test.ownerUrl,
          isBroken
            ? `ALTER TABLE billing_runs ADD CONSTRAINT broken CHECK (user_id <> '${failing.userId}')`
            : 'ALTER TABLE billing_runs DROP CONSTRAINT broken',
        );
      const incidents = () =>
        test.deps.db
          .selectFrom('incidents')
          .select(['detail', 'resolved_at'])
          .where('kind', '=', 'billing_failed')
          .where('object_id', '=', failing.userId)
          .execute();
      await setBroken(true);
      for (const _ of [1, 2]) {
        for (const shop of [failing, other]) await addFunds(test, shop, 900);
        await enterNextMonth(test);
      }
      await issueAll(test);
      expect(await documentsOf(test, other, 'statement')).toHaveLength(2);
      expect(await documentsOf(test, failing, 'statement')).toEqual([]);
      expect(await incidents()).toEqual([
        { detail: expect.stringMatching(/^documents for \d{4}-\d{2}$/), resolved_at: null },
      ]);
      await setBroken(false);
      await issueAll(test);
      const [second, first] = await documentsOf(test, failing, 'statement');
      expect([first?.total, second?.total]).toEqual([900, 1_800]);
      expect(await incidents()).toMatchObject([{ resolved_at: expect.any(Date) }]);
    });

    it('are issued by the next sweep for months that were missed', async () => {
      const shop = await makeShop(test);
      for (let month = 0; month < 3; month += 1) {
        await buyToday(test, shop);
        await issueReceipts(test.deps);
        await enterNextMonth(test);
      }
      await issueAll(test);
      expect(await documentsOf(test, shop, 'invoice')).toHaveLength(3);
    });
  });

  describe('a credit note', () => {
    it('corrects the invoice of a label that is refunded later', async () => {
      const shop = await makeShop(test);
      const label = await buyToday(test, shop);
      await closeMonth();
      const [invoice] = await documentsOf(test, shop, 'invoice');
      await refund(test, operator, label.id, label.cents);
      await closeMonth();
      const [note] = await documentsOf(test, shop, 'credit_note');
      expect(note).toMatchObject({
        total: label.cents,
        corrects: { id: invoice?.id, number: invoice?.number },
      });
      expect(await documentsOf(test, shop, 'invoice')).toEqual([invoice]);
    });

    it('divides a credit among invoices, newest first, and never exceeds one', async () => {
      const shop = await makeShop(test);
      const labels = [];
      for (let month = 0; month < 2; month += 1) {
        labels.push(await buyToday(test, shop));
        await closeMonth();
      }
      const [older, newer] = labels.map(({ cents }) => cents) as [number, number];
      await changeBalance(shop, { kind: 'credit', amount: newer + older + 500, note: 'Late parcels' });
      await closeMonth();
      const notes = await documentsOf(test, shop, 'credit_note');
      expect(notes.map(({ total }) => total).toSorted()).toEqual([older, newer].toSorted());
    });
  });

  describe('an issued document', () => {
    it('can be neither changed nor deleted', async () => {
      const { db } = test.deps;
      const shop = await makeShop(test);
      await buyToday(test, shop);
      await issueReceipts(test.deps);
      const [receipt] = await documentsOf(test, shop, 'receipt');
      const ofReceipt = (trx: typeof db) =>
        trx.updateTable('billing_documents').where('id', '=', receipt?.id ?? '');
      await expect(ofReceipt(db).set({ content: '{}' }).execute()).rejects.toThrow('never changes');
      await expect(
        db
          .deleteFrom('billing_documents')
          .where('id', '=', receipt?.id ?? '')
          .execute(),
      ).rejects.toThrow('permission denied');
    });

    it('has the next number, even when several are issued in parallel and some fail', async () => {
      const { db } = test.deps;
      const shops = await Promise.all(Array.from({ length: 15 }, () => makeShop(test)));
      for (const shop of shops) await addFunds(test, shop, 700);
      await enterNextMonth(test);
      const [first, ...others] = shops.map(({ userId }) => userId);
      const settings = await selectSettings(db);
      const month = settings.next_month ?? '';
      const issue = (userId: string) => issueDocuments(test.deps, settings, userId, month);
      await issue(first ?? '');
      const { id: _, ...statement } = await db
        .selectFrom('billing_documents')
        .selectAll()
        .where('user_id', '=', first ?? '')
        .executeTakeFirstOrThrow();
      const fail = () =>
        transaction(db, (trx) =>
          issueNumbered(trx, new Set(['statement'] as const), { prefix: '', year: statement.year }, () => [
            statement,
          ]),
        );
      const results = await Promise.allSettled([
        ...others.flatMap((userId, index) => [issue(userId), ...(index % 2 === 0 ? [fail()] : [])]),
      ]);
      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7);
      const { rows } = await sql<{ gaps: number }>`
      SELECT max(sequence) - count(*) AS gaps FROM billing_documents WHERE kind = 'statement' AND year = ${statement.year}`.execute(
        db,
      );
      expect(rows).toEqual([{ gaps: 0 }]);
      await issueAll(test);
    });
  });
});
