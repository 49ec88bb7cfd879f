import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BILLING_SETTINGS,
  buyToday,
  documentsOf,
  enterNextMonth,
  issueAll,
  saveBillingSettings,
} from '../../../test/billing.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeOperator } from '../../../test/operator.ts';
import { call, makeShop, type Shop } from '../../../test/shipping.ts';
import { sendBillingNotice } from '../notices/send-notices.ts';
import { sweepBilling } from './sweep-billing.ts';

let test: TestApp;
let operator: Shop;
let shop: Shop;
let other: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  operator = await makeOperator(test);
  [shop, other] = [await makeShop(test), await makeShop(test)];
});
afterAll(() => test.close());

const errorOf = (answer: { json(): { error: string; fields?: { path: string }[] } }) => [
  answer.json().error,
  answer.json().fields?.map((field) => field.path),
];
const issue = (client: Shop, month: string) =>
  call(test, operator, 'POST', path(API.adminIssueDocuments, { id: client.userId }), { month });

describe('billing over the API', { shuffle: false }, () => {
  describe('billing settings', () => {
    it('start nothing before they are saved', async () => {
      await buyToday(test, shop);
      await sweepBilling(test.deps);
      expect(await documentsOf(test, shop, 'receipt')).toEqual([]);
      expect((await issue(shop, '2026-10')).json().message).toBe('Please save the billing settings first.');
      expect((await call(test, operator, 'GET', API.adminBillingSettings)).json()).toMatchObject({
        legalName: '',
        startMonth: null,
      });
    });

    it.each([
      [{ legalName: ' ' }, 'legalName'],
      [{ addressLines: [] }, 'addressLines'],
      [{ numberPrefix: 'a b' }, 'numberPrefix'],
      [{ contactEmail: 'nobody' }, 'contactEmail'],
      [{ taxLines: [{ name: 'VAT', rate: 0, appliesTo: 'price' }] }, 'taxLines.0.rate'],
      [{ startMonth: '2027-01' }, 'startMonth'],
      [{ startMonth: 'soon' }, 'startMonth'],
    ])('reject %o with a field error', async (changes, field) => {
      expect(errorOf(await saveBillingSettings(test, operator, changes))).toEqual([
        'VALIDATION_FAILED',
        [field],
      ]);
      expect((await call(test, operator, 'GET', API.adminBillingSettings)).json().startMonth).toBeNull();
    });

    it('start billing with the first save, in a month that can be set once', async () => {
      const saved = await saveBillingSettings(test, operator, { startMonth: '2026-10' });
      expect(saved.json()).toEqual({ ...BILLING_SETTINGS, startMonth: '2026-10' });
      expect(errorOf(await saveBillingSettings(test, operator, { startMonth: '2026-09' }))).toEqual([
        'VALIDATION_FAILED',
        ['startMonth'],
      ]);
      await sweepBilling(test.deps);
      expect(await documentsOf(test, shop, 'receipt')).toHaveLength(1);
    });
  });

  describe('changed billing settings', () => {
    it('are recorded by name, and taxes with their old and new rates', async () => {
      const state = { name: 'State', rate: 825, appliesTo: 'price' };
      const city = { name: 'City', rate: 20, appliesTo: 'service' };
      await saveBillingSettings(test, operator, { taxLines: [state, city] });
      await saveBillingSettings(test, operator, { taxLines: [state, { ...city, name: 'Town' }] });
      await saveBillingSettings(test, operator);
      const records = await test.deps.db
        .selectFrom('audit_logs')
        .select('details')
        .where('event_type', '=', 'UPDATE_BILLING_SETTINGS')
        .orderBy('seq')
        .execute();
      const rates = '8.25% of the price, 0.2% of commission and fees';
      expect(records.map(({ details }) => details).slice(-3)).toEqual([
        { fields: ['taxLines'], taxes: { before: 'no tax', after: rates } },
        { fields: ['taxLines'] },
        { fields: ['taxLines'], taxes: { before: rates, after: 'no tax' } },
      ]);
    });
  });

  describe('billing details', () => {
    it('fall back to the profile and are printed on later documents', async () => {
      const before = (await call(test, shop, 'GET', API.billingDetails)).json();
      expect(before).toMatchObject({ company: '', printed: { addressLines: [] } });
      const details = {
        company: 'Blue Kite Goods',
        addressLines: ['9 Mill Rd', 'Salem, OR 97301'],
        taxId: 'OR-77',
        reference: 'PO 5512',
      };
      const saved = await call(test, shop, 'PUT', API.billingDetails, details);
      expect(saved.json()).toMatchObject({ ...details, printed: { name: 'Blue Kite Goods' } });
      const byAdmin = path(API.adminClientBillingDetails, { id: shop.userId });
      expect((await call(test, operator, 'GET', byAdmin)).json()).toEqual(saved.json());
      const long = await call(test, operator, 'PUT', byAdmin, { ...details, reference: 'x'.repeat(61) });
      expect(errorOf(long)).toEqual(['VALIDATION_FAILED', ['reference']]);
    });
  });

  describe('documents', () => {
    it('are issued on request, only for months that are over, and only once', async () => {
      expect(errorOf(await issue(shop, '2026-11'))).toEqual(['VALIDATION_FAILED', ['month']]);
      expect(errorOf(await issue(shop, '2026-09'))).toEqual(['VALIDATION_FAILED', ['month']]);
      await enterNextMonth(test);
      const [first, second] = [await issue(shop, '2026-11'), await issue(shop, '2026-11')];
      expect(first.json().documents).toHaveLength(2);
      expect(second.json()).toEqual(first.json());
      const { rows } = await sql`
        SELECT user_id, details ->> 'month' AS month FROM audit_logs
        WHERE event_type = 'ISSUE_BILLING_DOCUMENTS' AND details ->> 'clientId' = ${shop.userId} ORDER BY seq`.execute(
        test.deps.db,
      );
      expect(rows).toEqual(['2026-10', '2026-11'].map((month) => ({ user_id: operator.userId, month })));
      await issueAll(test);
      expect(await documentsOf(test, shop, 'invoice')).toHaveLength(1);
    });

    it('are files with the same lines as PDF and CSV', async () => {
      const [invoice] = await documentsOf(test, shop, 'invoice');
      const file = path(API.billingDocumentFile, { id: invoice?.id ?? '' });
      const pdf = await call(test, shop, 'GET', file);
      expect(pdf.headers['content-type']).toBe('application/pdf');
      expect(pdf.headers['content-disposition']).toContain(`${invoice?.number}.pdf`);
      expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      const csv = (await call(test, shop, 'GET', `${file}?format=csv`)).body.split('\r\n');
      expect(csv[0]).toBe('Document,Date,Section,Description,Reference,Amount');
      expect(csv[1]).toMatch(/^INV-2026-00001,2026-11-16,Labels,/);
      expect(csv.find((line) => line.includes(',Total,Total,'))).toContain(
        ((invoice?.total ?? 0) / 100).toFixed(2),
      );
      const [receipt] = await documentsOf(test, shop, 'receipt');
      const receiptFile = path(API.billingDocumentFile, { id: receipt?.id ?? '' });
      expect((await call(test, shop, 'GET', `${receiptFile}?format=csv`)).statusCode).toBe(400);
      expect((await call(test, shop, 'GET', receiptFile)).statusCode).toBe(200);
      const { content } = await test.deps.db
        .selectFrom('billing_documents')
        .select('content')
        .where('id', '=', receipt?.id ?? '')
        .executeTakeFirstOrThrow();
      expect(content).toMatchObject({ card: { brand: 'visa', last4: '4242' }, purpose: 'labels' });
      const [statement] = await documentsOf(test, shop, 'statement');
      const statementFile = path(API.billingDocumentFile, { id: statement?.id ?? '' });
      expect((await call(test, shop, 'GET', `${statementFile}?format=csv`)).body).toContain(
        'Closing balance',
      );
    });

    it('are visible only to their client', async () => {
      const [invoice] = await documentsOf(test, shop, 'invoice');
      const file = path(API.billingDocumentFile, { id: invoice?.id ?? '' });
      expect((await call(test, other, 'GET', file)).json().error).toBe('BILLING_DOCUMENT_NOT_FOUND');
      expect(await documentsOf(test, other, 'invoice')).toEqual([]);
      const byAdmin = path(API.adminBillingDocumentFile, { id: invoice?.id ?? '' });
      expect((await call(test, operator, 'GET', byAdmin)).statusCode).toBe(200);
      expect((await call(test, shop, 'GET', byAdmin)).statusCode).toBe(403);
    });

    it('are listed for admins by kind, year, number and client', async () => {
      const list = async (query: string) =>
        (await call(test, operator, 'GET', `${API.adminBillingDocuments}?${query}`)).json();
      const all = await list('');
      expect(all.documents.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
        'invoice',
        'receipt',
        'statement',
      ]);
      expect(all.years).toEqual([2026]);
      expect((await list('number=inv-2026')).documents).toMatchObject([
        { clientId: shop.userId, kind: 'invoice' },
      ]);
      expect((await list(`clientId=${other.userId}`)).documents).toEqual([]);
      expect((await list('year=2025')).pagination.totalRecords).toBe(0);
      const register = await call(test, operator, 'GET', `${API.adminBillingRegister}?year=2026`);
      expect(register.body.trim().split('\n')).toHaveLength(4);
    });

    it('are announced in one email', async () => {
      const { id: runId } = await test.deps.db
        .selectFrom('billing_runs')
        .select('id')
        .where('user_id', '=', shop.userId)
        .where('month', '=', '2026-11-01')
        .executeTakeFirstOrThrow();
      await sendBillingNotice(test.deps, { runId });
      await sendBillingNotice(test.deps, { runId });
      const mails = test.mails().filter((mail) => mail.includes('documents for November 2026'));
      expect(mails).toHaveLength(1);
      expect(mails[0]).toContain('Invoice INV-2026-00001');
      expect(mails[0]).toContain('/client/billing');
    });

    it('stay without the name of a client who is erased', async () => {
      const [invoice] = await documentsOf(test, shop, 'invoice');
      const erased = await call(test, operator, 'DELETE', path(API.adminClient, { id: shop.userId }), {
        confirmPermanentDelete: true,
      });
      expect(erased.statusCode, erased.body).toBe(200);
      const { content, total_cents: total } = await test.deps.db
        .selectFrom('billing_documents')
        .select(['content', 'total_cents'])
        .where('id', '=', invoice?.id ?? '')
        .executeTakeFirstOrThrow();
      expect(total).toBe(invoice?.total);
      expect(content.buyer).toEqual({ name: 'Deleted client', addressLines: [], taxId: '', reference: '' });
      expect(JSON.stringify(content)).not.toContain('Blue Kite');
    });
  });
});
