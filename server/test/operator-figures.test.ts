import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { bearer, logInAs, makeUser } from './factories.ts';
import { makeOrders, type Order } from './made-orders.ts';

/** Today is the 15th there. */
const TIME_ZONE = 'Pacific/Honolulu';
const LAST_30_DAYS = 'startDate=2026-10-17&endDate=2026-11-15';

let test: TestApp;
let token: string;
let morgan: string;
let ada: string;
let dana: string;

beforeAll(async () => {
  test = await buildTestApp({ TIME_ZONE });
  test.clock.advance(-2 * 3_600_000);
  const admin = await makeUser(test, { role: 'admin', name: 'Morgan Hale' });
  morgan = admin.id;
  token = (await logInAs(test, admin)).token;
  ada = (await makeUser(test, { name: 'Ada Park' })).id;
  dana = (await makeUser(test, { name: 'Dana Reyes' })).id;
  const at = (day: string) => new Date(`${day}T20:00:00Z`);
  const order = (userId: string, day: string, changes: Partial<Order>): Order => ({
    userId,
    carrier: 'USPS',
    costCents: 900,
    commissionCents: 100,
    createdAt: at(day),
    state: 'delivered',
    ...changes,
  });
  const refund = (cents: number, day: string) => ({ cents, at: at(day), by: morgan });
  await makeOrders(test.deps.db, [
    order(ada, '2026-11-14', {}),
    // Fully refunded yesterday; the carrier's credit came today.
    order(ada, '2026-11-14', {
      costCents: 1905,
      commissionCents: 95,
      state: 'voided',
      refund: refund(2000, '2026-11-14'),
      voidedAt: at('2026-11-15'),
    }),
    order(ada, '2026-11-14', { costCents: 500, commissionCents: 50, refund: refund(200, '2026-11-15') }),
    // No label was made, so neither price nor refund counts.
    order(dana, '2026-11-14', { state: 'refunded' }),
    order(dana, '2026-10-10', { costCents: 4000, commissionCents: 400 }),
    order(dana, '2026-11-15', { costCents: 1000, commissionCents: 0, state: 'returned' }),
  ]);
});
afterAll(() => test.close());

const get = async (url: string) => {
  const answer = await test.inject({ method: 'GET', url, headers: bearer(token) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};

/** The columns of a CSV file that contains no quotes, as sums in cents. */
async function sumsOf(url: string, columns: readonly string[]): Promise<number[]> {
  const [header = '', ...lines] = (await get(url)).body.trim().split('\n');
  const names = header.split(',');
  return columns.map((column) =>
    lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[names.indexOf(column)]) * 100), 0),
  );
}

describe('the money of a day', () => {
  it('is shown for yesterday alone, with refunds on the day they were made', async () => {
    const { summary, metadata } = (await get(`${API.adminDashboard}?period=yesterday`)).json().data;
    expect(metadata).toMatchObject({ period: 'yesterday', startDate: '2026-11-14', endDate: '2026-11-14' });
    expect(summary).toMatchObject({
      totalShipments: 4,
      totalRevenue: { gross: 35.5, commission: 2.45 },
      net: { refunded: 20, carrierCredits: 0, netRevenue: 15.5, netCommission: -17.55 },
    });
  });

  it('includes what carriers credited for voided labels', async () => {
    const { summary } = (await get(`${API.adminDashboard}?period=today`)).json().data;
    expect(summary).toMatchObject({
      totalRevenue: { gross: 10, commission: 0 },
      net: { refunded: 2, carrierCredits: 19.05, netRevenue: 8, netCommission: 17.05 },
    });
  });
});

describe('thirty days, computed by hand', () => {
  const NET = { refunded: 22, carrierCredits: 19.05, netRevenue: 23.5, netCommission: -0.5 };

  it('agree on dashboard, days and statistics', async () => {
    const { summary, failures } = (await get(`${API.adminDashboard}?period=30d`)).json().data;
    expect(summary).toMatchObject({ totalRevenue: { gross: 45.5, commission: 2.45 }, net: NET });
    expect(failures).toEqual({
      failed: 2,
      voided: 1,
      byReason: [
        { reason: 'The carrier did not create the label.', count: 1 },
        { reason: 'The carrier returned the package.', count: 1 },
      ],
      declined: 0,
      declinedByReason: [],
    });
    const { totals, days } = (await get(`${API.adminRevenue}?period=30d`)).json().data;
    expect(totals).toEqual({ shipments: 5, gross: 45.5, commission: 2.45, ...NET });
    const cents = (key: string) =>
      days.reduce((sum: number, day: Record<string, number>) => sum + Math.round((day[key] ?? 0) * 100), 0);
    expect([cents('netRevenue'), cents('netCommission')]).toEqual([2350, -50]);
    expect((await get(`${API.adminShipmentStats}?${LAST_30_DAYS}`)).json().overview).toEqual({
      total_revenue: 45.5,
      total_shipments: 5,
      delivered_shipments: 2,
      shipped_shipments: 0,
      pending_shipments: 0,
      failed_shipments: 3,
      average_cost: 11.38,
      commission: 2.45,
      labels: 4,
      voided_shipments: 1,
      refunded: 22,
      carrier_credits: 19.05,
      net_revenue: 23.5,
      net_commission: -0.5,
      net_margin: -0.5,
    });
  });

  it('agree with the exported shipments, where a label that was never made does not count', async () => {
    const url = `${API.adminShipmentsDownload}?${LAST_30_DAYS}`;
    expect(await sumsOf(url, ['Cost', 'Commission', 'Refunded', 'Carrier credit', 'Net commission'])).toEqual(
      [4550, 245, 2200, 1905, -50],
    );
    const lines = (await get(url)).body.trim().split('\n');
    expect(lines.find((line) => line.includes(',none,'))).toMatch(
      /,failed,.*,0\.00,0\.00,0\.00,0\.00,0\.00,0\.00,none,,2026-11-14$/,
    );
  });

  it('agree with the exported dashboard', async () => {
    const lines = (await get(`${API.adminDashboardExport}?period=30d`)).body.split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Gross revenue,45.50,3.4',
        'Refunded,22.00,',
        'Carrier credits,19.05,',
        'Net revenue,23.50,',
        'Net commission,-0.50,',
        '2026-11-14,4,35.50,2.45,20.00,0.00,15.50,-17.55',
        'The carrier returned the package.,1',
      ]),
    );
  });

  it('agree with the list of refunds and its file', async () => {
    const { data } = (await get(`${API.adminRefunds}?${LAST_30_DAYS}`)).json();
    expect(data.totals).toEqual({ amount: 22, byAdmins: 22 });
    expect(data.refunds).toMatchObject([
      { amount: 2, requestedBy: 'Morgan Hale', clientName: 'Ada Park', reason: 'The parcel was late.' },
      { amount: 20, requestedBy: 'Morgan Hale', clientName: 'Ada Park', kind: 'by_admin' },
    ]);
    expect(data.admins).toEqual([{ id: morgan, name: 'Morgan Hale' }]);
    expect(await sumsOf(`${API.adminRefundsDownload}?${LAST_30_DAYS}`, ['Amount'])).toEqual([2200]);
    const yesterday = (
      await get(`${API.adminRefunds}?startDate=2026-11-14&endDate=2026-11-14&adminId=${morgan}`)
    ).json().data;
    expect(yesterday).toMatchObject({ totals: { amount: 20 }, refunds: [{ amount: 20 }] });
    const byAmount = (await get(`${API.adminRefunds}?sortBy=amount&sortOrder=DESC&clientId=${ada}`)).json()
      .data;
    expect(byAmount.refunds.map(({ amount }: { amount: number }) => amount)).toEqual([20, 2]);
    expect((await get(`${API.adminRefunds}?adminId=${ada}`)).json().data.refunds).toEqual([]);
  });

  it('are the sum over the pages of all clients', async () => {
    const overview = async (id: string) => (await get(path(API.adminClientOverview, { id }))).json();
    const [ofAda, ofDana] = [await overview(ada), await overview(dana)];
    expect(ofAda).toMatchObject({
      allTime: { shipments: 3, gross: 35.5, refunded: 22, netRevenue: 13.5, netCommission: -0.5 },
      recent: { gross: 35.5, ...NET, netRevenue: 13.5 },
      before: { gross: 0 },
      change: null,
      failures: { failed: 0, byReason: [] },
    });
    expect(ofDana).toMatchObject({
      allTime: { shipments: 3, gross: 54, commission: 4, refunded: 0, netRevenue: 54, netCommission: 4 },
      recent: { shipments: 2, gross: 10, commission: 0 },
      before: { shipments: 1, gross: 44 },
      change: -77.3,
      failures: { failed: 2 },
    });
    expect(ofAda.recent.gross + ofDana.recent.gross).toBe(45.5);
    const weeks = ofDana.weeks as { startDate: string; gross: number; shipments: number }[];
    expect(weeks).toHaveLength(26);
    expect(weeks.filter(({ shipments }) => shipments > 0)).toEqual([
      { startDate: '2026-10-05', shipments: 1, gross: 44 },
      { startDate: '2026-11-09', shipments: 2, gross: 10 },
    ]);
  });

  it('sort clients by revenue, trend and risk', async () => {
    const names = async (query: string) =>
      (await get(`${API.adminClients}?${query}`))
        .json()
        .users.map(({ fullName }: { fullName: string }) => fullName);
    expect(await names('sortBy=revenue&sortOrder=DESC')).toEqual(['Ada Park', 'Dana Reyes']);
    expect(await names('sortBy=trend&sortOrder=ASC')).toEqual(['Dana Reyes', 'Ada Park']);
    expect(await names('sortBy=name&sortOrder=DESC')).toEqual(['Dana Reyes', 'Ada Park']);
    expect(await names('sortBy=shipments&sortOrder=ASC')).toHaveLength(2);
    expect(await names('sortBy=lastActive&sortOrder=ASC')).toHaveLength(2);
    expect((await get(`${API.adminClients}?sortBy=trend&sortOrder=ASC`)).json().users).toMatchObject([
      { fullName: 'Dana Reyes', revenue: 10, revenueBefore: 44, atRisk: true },
      { fullName: 'Ada Park', revenue: 35.5, revenueBefore: 0, atRisk: false },
    ]);
  });
});
