import { REFUND_KINDS } from '@lading/contract/admin-refunds.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser } from '../../../../test/factories.ts';
import {
  boughtLabel,
  call,
  confirm,
  makeShop,
  type Shop,
  startPayment,
  sweepFor,
} from '../../../../test/shipping.ts';
import { topUp } from '../../../../test/top-ups.ts';
import { minutes } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { TestGateway } from '../../../providers/payments/test-gateway/test-gateway.ts';

const DECLINED_CARD = '4000000000000002';
const DECLINE = 'Your card was declined. Please try another card.';

let test: TestApp;
let shop: Shop;
let token: string;
beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  token = (await logInAs(test, await makeUser(test, { role: 'admin', name: 'Morgan Hale' }))).token;
});
afterAll(() => test.close());

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
  const payload = body ? { payload: body } : {};
  return test.inject({ method, url, headers: bearer(token), ...payload });
};
const get = async (url: string) => {
  const answer = await send('GET', url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const entries = async (query: string) => (await get(`${API.adminAuditLogs}?${query}`)).data.auditLogs;

describe('an operator', { shuffle: false }, () => {
  describe('a declined card', () => {
    it('is in the audit log once with its reason, and on the dashboard until the client pays', async () => {
      const payment = await startPayment(test, shop, 1234);
      for (const _again of [1, 2]) await confirm(test, payment, DECLINED_CARD);
      await (test.deps.paymentProvider as TestGateway).idle();
      const declined = await entries('action=PAYMENT_DECLINED');
      expect(declined).toHaveLength(1);
      expect(declined[0]).toMatchObject({
        status: 'error',
        details: { raw: { cents: 1234, error: DECLINE } },
      });
      expect((await entries('action=PAYMENT_STARTED'))[0]).toMatchObject({
        status: 'pending',
        outcome: { status: 'error', text: `Card declined: ${DECLINE}` },
      });
      expect((await get(`${API.adminDashboard}?period=today`)).data.failures).toMatchObject({
        declined: 1,
        declinedByReason: [{ reason: DECLINE, count: 1 }],
      });
      await confirm(test, payment);
      await (test.deps.paymentProvider as TestGateway).idle();
      expect((await entries('action=PAYMENT_STARTED'))[0].outcome).toEqual({
        status: 'success',
        text: 'Paid',
      });
      expect((await get(`${API.adminDashboard}?period=today`)).data.failures.declined).toBe(0);
    });
  });

  describe('payments that were not used for a label', () => {
    it('waits with a reason, and is then refunded with one', async () => {
      const { data } = await get(`${API.adminUnspentMoney}?state=waiting`);
      expect(data.items).toMatchObject([{ amount: 12.34, paid: 12.34, state: 'waiting', refundId: null }]);
      expect(data.items[0].reason).toContain('not used for a label yet');
      await sweepFor(test, minutes(31), minutes(1));
      const after = (await get(API.adminUnspentMoney)).data;
      expect(after.items).toMatchObject([
        { amount: 12.34, state: 'refunded', reason: 'This payment was not used for a label.' },
      ]);
      expect(after.totals).toEqual([
        { state: 'waiting', count: 0, amount: 0 },
        { state: 'refunding', count: 0, amount: 0 },
        { state: 'refunded', count: 1, amount: 12.34 },
        { state: 'failed', count: 0, amount: 0 },
      ]);
      expect((await get(`${API.adminUnspentMoney}?startDate=2030-01-01`)).data.items).toEqual([]);
      expect((await get(`${API.adminRefunds}?kind=surplus`)).data.refunds).toMatchObject([
        {
          amount: 12.34,
          requestedBy: null,
          shipmentId: null,
          reason: 'This payment was not used for a label.',
        },
      ]);
    });
  });

  describe('a payout of a balance', () => {
    it('is a kind of refund, so that the kinds add up to all refunds', async () => {
      await topUp(test, shop, 2_000);
      await call(test, shop, 'POST', API.balancePayout, { amount: 700 });
      const { data } = await get(`${API.adminRefunds}?kind=payout`);
      expect(data.refunds).toMatchObject([
        { amount: 7, kind: 'payout', requestedBy: null, clientId: shop.userId, shipmentId: null },
      ]);
      const count = async (query = '') =>
        (await get(`${API.adminRefunds}${query}`)).data.pagination.totalRecords as number;
      const counts = await Promise.all(REFUND_KINDS.map((kind) => count(`?kind=${kind}`)));
      expect(counts.reduce((sum, part) => sum + part, 0)).toBe(await count());
      const csv = await send('GET', `${API.adminRefundsDownload}?format=csv&kind=payout`);
      const [, line, ...rest] = csv.body.trim().split('\n');
      expect(line).toContain(',payout,succeeded,Payout of your balance.,Client,');
      expect(rest).toEqual([]);
    });
  });

  describe('the audit log', () => {
    it('names the clients and shipments of its entries', async () => {
      const { transactionId, trackingNumber } = await boughtLabel(test, shop);
      const [bought] = await entries('action=LABEL_PURCHASED');
      expect(bought.subjects).toEqual([{ key: 'shipmentId', id: transactionId, name: trackingNumber }]);
      await send('PUT', path(API.adminClient, { id: shop.userId }), { fullName: 'Ada Lane' });
      const [updated] = await entries('action=UPDATE_USER');
      expect(updated.subjects).toEqual([{ key: 'clientId', id: shop.userId, name: 'Ada Lane' }]);
    });

    it('names the accounts whose staff role or second factors someone changed', async () => {
      const owner = await makeUser(test, { role: 'admin', name: 'Robin Vale' });
      const headers = bearer((await logInAs(test, owner)).token);
      const { id } = await makeUser(test, { staffRole: 'support', name: 'Lee Park' });
      const suspend = path(API.adminStaffSuspend, { id });
      expect((await test.inject({ method: 'PUT', url: suspend, headers })).statusCode).toBe(200);
      const factors = path(API.adminClientSecondFactors, { id: shop.userId });
      expect((await test.inject({ method: 'DELETE', url: factors, headers })).statusCode).toBe(200);
      const [suspended] = await entries('action=SUSPEND_STAFF');
      expect(suspended.subjects).toEqual([{ key: 'staffId', id, name: 'Lee Park' }]);
      const [reset] = await entries('action=RESET_SECOND_FACTORS');
      expect(reset.subjects).toEqual([{ key: 'userId', id: shop.userId, name: 'Ada Lane' }]);
    });

    it("lists only the requested days, in the operator's time zone", async () => {
      const today = test.clock.now().toISOString().slice(0, 10);
      const count = async (query: string) =>
        (await get(`${API.adminAuditLogs}?${query}`)).data.pagination.totalRecords as number;
      const stats = await get(`${API.adminAuditStats}?startDate=${today}&endDate=${today}`);
      expect(await count(`startDate=${today}&endDate=${today}&status=error`)).toBe(stats.overview.error_logs);
      expect(await count('startDate=2030-01-01')).toBe(0);
      expect(await count('endDate=2020-01-01&userEmail=example')).toBe(0);
      expect(await count(`startDate=${today}&userEmail=example`)).toBeGreaterThan(3);
      const csv = await send('GET', `${API.adminAuditDownload}?format=csv&endDate=2020-01-01`);
      expect(csv.body.trim().split('\n')).toHaveLength(1);
      expect(
        (await send('GET', `${API.adminAuditLogs}?startDate=2026-02-02&endDate=2026-02-01`)).statusCode,
      ).toBe(400);
    });
  });

  describe('prices', () => {
    it('have a history: who, when, for which client, before and after', async () => {
      await send('PUT', API.adminGlobalPricing, { markupType: 'percentage', markupAmount: 12.5 });
      const commission = { commissionType: 'flat_rate', commissionAmount: 0.75 };
      await send('PUT', path(API.adminClient, { id: shop.userId }), commission);
      const { data } = await get(API.adminPriceChanges);
      expect(data.changes).toMatchObject([
        {
          by: 'Morgan Hale',
          clientId: shop.userId,
          clientName: 'Ada Lane',
          before: 'Global Rate',
          after: '$0.75',
        },
        { by: 'Morgan Hale', clientId: null, clientName: null, after: '12.5%' },
      ]);
      const ofClient = (await get(`${API.adminPriceChanges}?clientId=${shop.userId}`)).data;
      expect(ofClient.pagination.totalRecords).toBe(1);
      expect(ofClient.changes).toMatchObject([{ after: '$0.75' }]);
    });
  });

  describe('notes about a client', () => {
    it('name their author, can be deleted, and are deleted with the client', async () => {
      const url = path(API.adminClientNotes, { id: shop.userId });
      expect((await send('POST', url, { text: '   ' })).statusCode).toBe(400);
      await send('POST', url, { text: 'Prefers email.' });
      test.clock.advance(1000);
      const { notes } = (await send('POST', url, { text: 'Ships pallets in spring.' })).json();
      expect(notes).toMatchObject([
        { text: 'Ships pallets in spring.', author: 'Morgan Hale' },
        { text: 'Prefers email.', author: 'Morgan Hale' },
      ]);
      const author_id = (await makeUser(test, { role: 'admin' })).id;
      const older = { user_id: shop.userId, author_id, text: 'Older.', created_at: new Date(0) };
      const many = Array.from({ length: 100 }, () => ({ ...older, id: newId() }));
      await test.deps.db.insertInto('client_notes').values(many).execute();
      const shown = await get(url);
      expect([shown.notes.length, shown.total]).toEqual([100, 102]);
      await test.deps.db.deleteFrom('client_notes').where('author_id', '=', author_id).execute();
      const one = path(API.adminClientNote, { id: shop.userId, noteId: notes[0].id });
      expect((await send('DELETE', one)).json().notes).toHaveLength(1);
      expect((await entries('action=ADD_CLIENT_NOTE'))[0].details.raw).toEqual({ clientId: shop.userId });
      await send('DELETE', path(API.adminClient, { id: shop.userId }), { confirmPermanentDelete: true });
      expect(await test.deps.db.selectFrom('client_notes').selectAll().execute()).toEqual([]);
      expect((await send('GET', url)).statusCode).toBe(404);
      expect((await send('GET', path(API.adminClientOverview, { id: shop.userId }))).statusCode).toBe(404);
    });
  });
});
