import type { MoneyData, MoneyFigures, MoneyLinesAnswer } from '@lading/contract/admin-money.ts';
import type { BalanceChangeBody } from '@lading/contract/balance-terms.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyLabelOf, correction, freight, importUps } from '../../../test/carrier-invoices.ts';
import { paymentOf } from '../../../test/money-on-record.ts';
import { makeOperator, refund } from '../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  call,
  type FaultyApp,
  makeShop,
  type Shop,
} from '../../../test/shipping.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { sweep } from '../../sweep.ts';
import { type ChangeDeps, changeClientBalance } from '../balances/change-balance.ts';
import { bookings, type Entries, post, reversed } from '../ledger/ledger.ts';
import { receiveEvent } from '../payments/receive-event.ts';

let faulty: FaultyApp;
let operator: Shop;
let ada: Shop;
let label: { transactionId: string; cents: number };
let costCents: number;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  operator = await makeOperator(faulty.test);
  ada = await makeShop(faulty.test);
  label = await boughtLabel(faulty.test, ada);
  costCents = (await shipment(label.transactionId)).actual_cost_cents ?? 0;
});
afterAll(() => faulty.test.close());

const shipment = (id: string) =>
  faulty.test.deps.db
    .selectFrom('shipments')
    .select(['actual_cost_cents', 'carrier', 'service', 'service_name', 'tracking_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function get<T>(path: string, query: Record<string, string> = {}): Promise<T> {
  const answer = await call(faulty.test, operator, 'GET', `${path}?${new URLSearchParams(query)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}
const money = (query: Record<string, string> = {}) => get<MoneyData>(API.adminMoney, query);
const lines = (query: Record<string, string> = {}) =>
  get<MoneyLinesAnswer['data']>(API.adminMoneyLines, query);

const book = (reasonKey: string, entries: Entries) =>
  transaction(faulty.test.deps.db, (trx) => post(trx, faulty.test.clock, reasonKey, entries));

/** How the totals change by the work. */
async function changeOf(work: () => Promise<unknown>): Promise<Partial<MoneyFigures>> {
  const { totals: before } = await money({ period: 'today' });
  await work();
  const { totals: now } = await money({ period: 'today' });
  const names = Object.keys(now) as (keyof MoneyFigures)[];
  return Object.fromEntries(
    names.map((name) => [name, now[name] - before[name]] as const).filter(([, cents]) => cents !== 0),
  );
}

const changeBalance = (kind: BalanceChangeBody['kind'], amount: number) => {
  const actor = { userId: operator.userId, role: 'admin', ip: null, requestId: null } as const;
  const deps: ChangeDeps = faulty.test.deps;
  return changeClientBalance(deps, actor, ada.userId, { kind, amount, note: 'Agreed by phone' });
};

const dispute = async (cents: number) => {
  const { intent_id: intentId } = await paymentOf(faulty.test, ada);
  const disputeId = `dp_${newId()}`;
  for (const status of ['open', 'lost'] as const)
    await receiveEvent(faulty.test.deps, {
      kind: 'dispute',
      eventId: newId(),
      intentId: intentId ?? '',
      dispute: { disputeId, cents, status, reason: 'fraudulent' },
    });
};

describe('money', { shuffle: false }, () => {
  describe('the figures', () => {
    it('count a label with its price as revenue and the carrier’s charge as cost', async () => {
      const { totals } = await money({ period: 'today' });
      expect(totals).toEqual({
        revenue: label.cents,
        carrierCost: costCents,
        processorFees: 0,
        refunds: 0,
        adjustments: 0,
        losses: 0,
        netMargin: label.cents - costCents,
      });
    });

    it('include the difference between a carrier’s quote and its charge in the cost', async () => {
      const change = await changeOf(() =>
        book(`purchase:${newId()}`, bookings.purchase(1_000, 900, 100, 930)),
      );
      expect(change).toEqual({ revenue: 1_000, carrierCost: 930, netMargin: 70 });
    });

    it('count a label that is sold at cost', async () => {
      const change = await changeOf(() => book(`purchase:${newId()}`, bookings.purchase(900, 900, 0, 900)));
      expect(change).toEqual({ revenue: 900, carrierCost: 900 });
    });

    it('count processor fees with the client and the label that was paid', async () => {
      const change = await changeOf(() => sweep(faulty.test.deps));
      const fee = change.processorFees ?? 0;
      expect(fee).toBeGreaterThan(30);
      expect(change).toEqual({ processorFees: fee, netMargin: -fee });
      const { lines: rows } = await lines({ period: 'today', figure: 'processorFees' });
      expect(rows).toMatchObject([
        { kind: 'processor_fee', clientId: ada.userId, shipmentId: label.transactionId, processorFees: fee },
      ]);
    });

    it('count adjustments with the shipment that the carrier measured', async () => {
      const ben = await makeShop(faulty.test);
      const parcel = await buyLabelOf(faulty.test, ben);
      const change = await changeOf(() =>
        importUps(faulty.test, operator, [freight(parcel), correction(parcel, 300)]),
      );
      expect(change).toEqual({ carrierCost: 300, adjustments: 300 });
      const { lines: rows } = await lines({ period: 'today', figure: 'adjustments' });
      expect(rows).toMatchObject([
        { kind: 'adjustment', clientId: ben.userId, carrier: 'UPS', adjustments: 300 },
      ]);
    });

    it('count refunds, and deduct the cost of a voided label', async () => {
      const other = await boughtLabel(faulty.test, await makeShop(faulty.test));
      const { actual_cost_cents: cost } = await shipment(other.transactionId);
      const change = await changeOf(async () => {
        await refund(faulty.test, operator, other.transactionId, other.cents, { voidLabel: true });
        await sweep(faulty.test.deps);
      });
      // Labels are sold at cost here, so the margin stays the same.
      expect(other.cents).toBe(cost);
      expect(change).toEqual({ refunds: other.cents, carrierCost: -other.cents });
    });

    it('ignore money that only moves: deposits, withdrawals, refunds of unspent money, payouts', async () => {
      const change = await changeOf(async () => {
        await changeBalance('deposit', 5_000);
        await changeBalance('withdrawal', 5_000);
        await book(`refund-request:${newId()}`, bookings.refundOfFunds(700));
        await book(`refund:${newId()}`, bookings.refundPaid(700));
        await book(`carrier-paid:${newId()}`, { carrier_payable: 100, bank: -100 });
      });
      expect(change).toEqual({});
    });

    it.each([
      ['a credit to a balance', 'credit', { refunds: 300, netMargin: -300 }],
      ['a debt that was written off', 'write_off', { losses: 300, netMargin: -300 }],
    ] as const)('count %s', async (_name, kind, expected) => {
      const { balance } = await changeBalance('credit', 1);
      if (kind === 'write_off')
        await book(`test-debt:${newId()}`, { client_balances: balance + 300, bank: -balance - 300 });
      if (kind === 'write_off')
        await faulty.test.deps.db.updateTable('balances').set({ cents: -300 }).execute();
      expect(await changeOf(() => changeBalance(kind, 300))).toEqual(expected);
    });

    it('count lost disputes', async () => {
      expect(await changeOf(() => dispute(250))).toEqual({ losses: 250, netMargin: -250 });
    });

    it('count processor fees and adjustments by carriers, passed on with a fee or reversed', async () => {
      const id = newId();
      expect(await changeOf(() => book(`fee:${newId()}`, bookings.processorFee(59)))).toEqual({
        processorFees: 59,
        netMargin: -59,
      });
      expect(await changeOf(() => book(`adjustment:${id}:billed`, bookings.carrierAdjustment(400)))).toEqual({
        carrierCost: 400,
        netMargin: -400,
      });
      const passedOn = bookings.adjustmentPassedOn(400, 150);
      expect(await changeOf(() => book(`adjustment:${id}:passed-on`, passedOn))).toEqual({
        adjustments: 550,
        netMargin: 550,
      });
      expect(await changeOf(() => book(`adjustment:${id}:reversed`, reversed(passedOn)))).toEqual({
        adjustments: -550,
        netMargin: -550,
      });
    });

    it('include bookings without a known client, shipment or carrier', async () => {
      expect(await changeOf(() => book('mystery:1', { loss: 40, bank: -40 }))).toEqual({
        losses: 40,
        netMargin: -40,
      });
      const query = { period: 'today', figure: 'losses', clientId: 'none' };
      expect((await lines(query)).lines).toMatchObject([{ kind: 'other', clientId: null, losses: 40 }]);
      for (const by of ['client', 'carrier', 'service'])
        expect((await money({ period: 'today', by })).rows.at(-1)).toMatchObject({ key: null, name: null });
    });
  });

  describe('the rows behind a figure', () => {
    it('name the kind, client, shipment, carrier and service', async () => {
      const found = await shipment(label.transactionId);
      const { lines: rows } = await lines({ period: 'today', figure: 'revenue', clientId: ada.userId });
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        kind: 'label',
        clientId: ada.userId,
        shipmentId: label.transactionId,
        trackingNumber: found.tracking_number,
        carrier: found.carrier,
        serviceName: found.service_name,
        revenue: label.cents,
        carrierCost: costCents,
      });
    });

    it('assign a dispute to the client and the only label of the payment', async () => {
      const { lines: rows } = await lines({ period: 'today', figure: 'losses', clientId: ada.userId });
      expect(rows.find(({ kind }) => kind === 'dispute_lost')).toMatchObject({
        shipmentId: label.transactionId,
      });
    });

    it('assign the part of a lost dispute that a later refund covers in the same way', async () => {
      const bob = await makeShop(faulty.test);
      const bought = await boughtLabel(faulty.test, bob);
      const { refundId } = (await refund(faulty.test, operator, bought.transactionId, 100)).refund;
      await book(`dispute-covered:${refundId}`, { balance_holds: 60, loss: -60 });
      await book(`dispute-uncovered:${refundId}`, { balance_holds: -60, loss: 60 });
      const { lines: rows } = await lines({ period: 'today', figure: 'losses', clientId: bob.userId });
      const { carrier } = await shipment(bought.transactionId);
      const expected = { kind: 'dispute_covered', shipmentId: bought.transactionId, carrier };
      expect(rows).toMatchObject([
        { ...expected, losses: 60 },
        { ...expected, losses: -60 },
      ]);
    });

    it.each(['client', 'carrier', 'service'] as const)('add up to every figure by %s', async (by) => {
      const { rows } = await money({ period: '7d', by });
      expect(rows.length).toBeGreaterThan(1);
      for (const { key, name, carrier, ...figures } of rows) {
        const filter = {
          client: { clientId: key ?? 'none' },
          carrier: { carrier: key ?? 'none' },
          service: { carrier: carrier ?? 'none', service: key ?? 'none' },
        }[by];
        const all = await lines({ period: '7d', ...filter });
        expect(all.totals).toEqual(figures);
        expect(all.name).toBe(name);
        for (const figure of Object.keys(figures) as (keyof MoneyFigures)[]) {
          const { lines: behind } = await lines({ period: '7d', figure, ...filter });
          expect(behind.reduce((sum, line) => sum + line[figure], 0)).toBe(figures[figure]);
        }
      }
    });

    it('come in pages', async () => {
      const { pagination } = await lines({ limit: '2' });
      expect(pagination).toMatchObject({ currentPage: 1, recordsPerPage: 2, isMore: false });
      const ids: number[] = [];
      for (let page = 1; page <= pagination.totalPages; page += 1)
        ids.push(...(await lines({ limit: '2', page: String(page) })).lines.map(({ id }) => id));
      expect(new Set(ids).size).toBe(pagination.totalRecords);
      expect((await lines({ limit: '2', page: '900' })).lines).toEqual([]);
    });

    it.each([
      [{ clientId: 'none', carrier: 'UPS' }, 'clientId'],
      [{ service: 'ups_ground' }, 'service'],
      [{ figure: 'luck' }, 'figure'],
      [{ startDate: '2026-02-30' }, 'startDate'],
      [{ startDate: '2026-03-01', endDate: '2026-02-01' }, 'startDate'],
      [{ startDate: '1900-01-01' }, 'startDate'],
    ])('are refused for %o', async (query, field) => {
      const answer = await call(
        faulty.test,
        operator,
        'GET',
        `${API.adminMoneyLines}?${new URLSearchParams(query as Record<string, string>)}`,
      );
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields[0].path).toBe(field);
    });
  });

  describe('the files', () => {
    /** The sum of each column of a CSV file without quotes, in cents. */
    async function sumsOf(path: string, query: Record<string, string>): Promise<Record<string, number>> {
      const url = `${path}?${new URLSearchParams(query)}`;
      const answer = await call(faulty.test, operator, 'GET', url);
      expect(answer.statusCode, answer.body).toBe(200);
      const [header = '', ...rows] = answer.body.trim().split('\n');
      return Object.fromEntries(
        header.split(',').map((name, index) => {
          const values = rows.map((row) => Math.round(Number(row.split(',')[index]) * 100));
          return [name, values.reduce((sum, value) => sum + value, 0)];
        }),
      );
    }

    it.each(['day', 'client', 'carrier', 'service'])('by %s add up to the totals', async (by) => {
      const { totals } = await money();
      expect(await sumsOf(API.adminMoneyDownload, { by })).toMatchObject({
        Revenue: totals.revenue,
        'Carrier cost': totals.carrierCost,
        'Processor fees': totals.processorFees,
        Refunds: totals.refunds,
        Adjustments: totals.adjustments,
        Losses: totals.losses,
        'Net margin': totals.netMargin,
      });
    });

    it('of rows add up to the figure, and each export is recorded', async () => {
      const { totals } = await money();
      const query = { figure: 'refunds', clientId: ada.userId };
      const ofAda = await lines({ clientId: ada.userId });
      expect(await sumsOf(API.adminMoneyLinesDownload, query)).toMatchObject({
        Refunds: ofAda.totals.refunds,
      });
      expect(await sumsOf(API.adminMoneyLinesDownload, {})).toMatchObject({ 'Net margin': totals.netMargin });
      const records = await faulty.test.deps.db
        .selectFrom('audit_logs')
        .select('details')
        .where('event_type', '=', 'EXPORT_MONEY')
        .execute();
      expect(records.map(({ details }) => details)).toContainEqual({
        filters: { figure: 'refunds', clientId: ada.userId, startDate: '2026-10-18', endDate: '2026-11-16' },
      });
    });
  });
});
