import { ShipmentStatsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import {
  type DashboardAnswer,
  DashboardAnswerSchema,
  RevenueAnswerSchema,
} from '@lading/contract/dashboard.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { bearer, logInAs, makeUser } from '../../../test/factories.ts';
import { makeOrders, type Order } from '../../../test/made-orders.ts';

let test: TestApp;
let token: string;
const people: Record<string, string> = {};

/** The test clock shows 9 p.m. on the 15th there, while it is the 16th in UTC. */
const TIME_ZONE = 'Pacific/Honolulu';

const order = (client: string, day: string, changes: Partial<Order> = {}): Order => ({
  userId: people[client] ?? '',
  carrier: 'USPS',
  costCents: 900,
  commissionCents: 100,
  createdAt: new Date(`${day}T20:00:00Z`),
  state: 'delivered',
  ...changes,
});

beforeAll(async () => {
  test = await buildTestApp({ TIME_ZONE });
  test.clock.advance(-2 * 3_600_000);
  const admin = await makeUser(test, { role: 'admin', name: 'Morgan Hale' });
  token = (await logInAs(test, admin)).token;
  for (const name of ['=Ada, "Park"', 'Dana Reyes', 'Noor Haddad'])
    people[name] = (await makeUser(test, { name })).id;
  await makeOrders(test.deps.db, [
    order('=Ada, "Park"', '2026-11-15'),
    order('=Ada, "Park"', '2026-11-10', { costCents: 1_905, commissionCents: 95 }),
    order('=Ada, "Park"', '2026-11-09', { carrier: 'UPS', state: 'in_transit' }),
    order('Dana Reyes', '2026-11-12', { state: 'refunded' }),
    order('Dana Reyes', '2026-11-02'),
    order('Noor Haddad', '2026-11-03'),
    order('Noor Haddad', '2025-12-24'),
  ]);
});
afterAll(() => test.close());

const get = async (url: string) => {
  const answer = await test.inject({ method: 'GET', url, headers: bearer(token) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};
const dashboard = async (query: string): Promise<DashboardAnswer['data']> =>
  (await get(`${API.adminDashboard}?${query}`)).json().data;
const records = (type: string) =>
  test.deps.db.selectFrom('audit_logs').select('details').where('event_type', '=', type).execute();

describe('the dashboard', () => {
  it('compares the week that ends today in the operator’s time zone with the week before', async () => {
    const { metadata, ...shown } = await dashboard('period=7d');
    expect(shown).toEqual({
      summary: {
        totalRevenue: { gross: 40, commission: 2.95 },
        totalShipments: 4,
        activeClients: 2,
        change: { gross: 100, commission: 47.5, shipments: 100, activeClients: 0 },
        net: { refunded: 0, carrierCredits: 0, netRevenue: 40, netCommission: 2.95 },
        netMargin: 2.95,
      },
      topPerformingClients: [
        {
          clientId: people['=Ada, "Park"'],
          name: '=Ada, "Park"',
          shipmentCount: 3,
          growthTrend: 'up',
          growthPercentage: 100,
          grossRevenue: 40,
          isNew: true,
        },
        {
          clientId: people['Dana Reyes'],
          name: 'Dana Reyes',
          shipmentCount: 1,
          growthTrend: 'down',
          growthPercentage: 100,
          grossRevenue: 0,
          isNew: false,
        },
      ],
      monthlyTrends: [
        { month: '2026-11', shipments: 4, uniqueClients: 2, grossRevenue: 40, commissionRevenue: 2.95 },
      ],
      carrierStats: [
        { carrier: 'USPS', shipmentCount: 3, marketShare: 75, totalRevenue: 30 },
        { carrier: 'UPS', shipmentCount: 1, marketShare: 25, totalRevenue: 10 },
      ],
      failures: {
        failed: 1,
        voided: 0,
        byReason: [{ reason: 'The carrier did not create the label.', count: 1 }],
        declined: 0,
        declinedByReason: [],
      },
    });
    expect(metadata).toEqual({
      period: '7d',
      startDate: '2026-11-09',
      endDate: '2026-11-15',
      currency: 'USD',
      generatedAt: test.clock.now().toISOString(),
    });
  });

  it('shows thirty days by default', async () => {
    expect((await dashboard('')).metadata).toMatchObject({
      period: '30d',
      startDate: '2026-10-17',
      endDate: '2026-11-15',
    });
  });

  it('has zeros for months without shipments, and empty lists for an empty period', async () => {
    const year = await dashboard('period=365d');
    expect(year.monthlyTrends).toHaveLength(13);
    expect(year.monthlyTrends.filter(({ shipments }) => shipments > 0).map(({ month }) => month)).toEqual([
      '2025-12',
      '2026-11',
    ]);
    expect(year.monthlyTrends[5]).toEqual({
      month: '2026-04',
      shipments: 0,
      uniqueClients: 0,
      grossRevenue: 0,
      commissionRevenue: 0,
    });
    expect(await dashboard('startDate=2020-02-01&endDate=2020-02-29')).toMatchObject({
      summary: {
        totalRevenue: { gross: 0, commission: 0 },
        totalShipments: 0,
        activeClients: 0,
        change: { gross: null, commission: null, shipments: null, activeClients: null },
      },
      topPerformingClients: [],
      monthlyTrends: [{ month: '2020-02', shipments: 0 }],
      carrierStats: [],
      metadata: { period: 'custom' },
    });
  });

  it('shows whether the revenue of a client grows or shrinks', async () => {
    const { topPerformingClients } = await dashboard('startDate=2026-11-10&endDate=2026-11-15');
    // One label for $10.00 before, two for $30.00 now.
    expect(topPerformingClients[0]).toMatchObject({ growthTrend: 'up', growthPercentage: 200 });
    const shorter = await dashboard('startDate=2026-11-11&endDate=2026-11-15');
    // Two labels for $30.00 before, one for $10.00 now.
    expect(shorter.topPerformingClients[0]).toMatchObject({ growthTrend: 'down', growthPercentage: 66.7 });
  });

  it.each([
    'period=1d',
    'startDate=2026-02-30',
    'startDate=2026-02-02&endDate=2026-02-01',
    'startDate=1990-01-01',
    'startDate=2026-01-01%00',
  ])('rejects %s', async (query) => {
    for (const url of [API.adminDashboard, API.adminRevenue, API.adminDashboardExport]) {
      const answer = await test.inject({ method: 'GET', url: `${url}?${query}`, headers: bearer(token) });
      expect([url, answer.statusCode]).toEqual([url, 400]);
    }
  });

  it('is audited once per visit', async () => {
    await dashboard('startDate=2026-10-01&endDate=2026-10-02');
    await dashboard('startDate=2026-10-01&endDate=2026-10-02');
    const noted = (await records('VIEW_DASHBOARD')).filter(
      ({ details }) => (details as { dateRange: { startDate: string } }).dateRange.startDate === '2026-10-01',
    );
    expect(noted).toEqual([{ details: { dateRange: { startDate: '2026-10-01', endDate: '2026-10-02' } } }]);
  });
});

it('the revenue chart has every day', async () => {
  const { data } = (await get(`${API.adminRevenue}?period=7d`)).json();
  expect(data.days.map(({ date }: { date: string }) => date)).toEqual(
    ['09', '10', '11', '12', '13', '14', '15'].map((day) => `2026-11-${day}`),
  );
  expect(data.days[1]).toEqual({
    date: '2026-11-10',
    shipments: 1,
    gross: 20,
    commission: 0.95,
    refunded: 0,
    carrierCredits: 0,
    netRevenue: 20,
    netCommission: 0.95,
  });
  const nothing = { refunded: 0, carrierCredits: 0, netRevenue: 0, netCommission: 0 };
  expect(data.days[2]).toEqual({ date: '2026-11-11', shipments: 0, gross: 0, commission: 0, ...nothing });
  expect(data.totals).toEqual({
    shipments: 4,
    gross: 40,
    commission: 2.95,
    ...nothing,
    netRevenue: 40,
    netCommission: 2.95,
  });
});

describe('the dashboard export', () => {
  it('contains all tables, without spreadsheet formulas', async () => {
    const answer = await get(`${API.adminDashboardExport}?format=csv&period=7d`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="dashboard-7d-2026-11-15.csv"');
    expect(answer.body.split('\r\n').slice(0, 38)).toEqual([
      'Summary',
      'Figure,Value,Change in percent',
      'From,2026-11-09,',
      'To,2026-11-15,',
      'Currency,USD,',
      'Gross revenue,40.00,100',
      'Commission,2.95,47.5',
      'Shipments,4,100',
      'Active clients,2,0',
      'Refunded,0.00,',
      'Carrier credits,0.00,',
      'Net revenue,40.00,',
      'Net commission,2.95,',
      'Net margin,2.95,',
      'Failed shipments,1,',
      'Voided labels,0,',
      'Declined payments,0,',
      '',
      'Monthly trends',
      'Month,Shipments,Clients,Gross revenue,Commission',
      '2026-11,4,2,40.00,2.95',
      '',
      'Top clients',
      'Client,Shipments,Trend,Growth in percent,Gross revenue',
      `"'=Ada, ""Park""",3,new,,40.00`,
      'Dana Reyes,1,down,100,0.00',
      '',
      'Carriers',
      'Carrier,Shipments,Share in percent,Gross revenue',
      'USPS,3,75,30.00',
      'UPS,1,25,10.00',
      '',
      'Days',
      'Date,Shipments,Gross revenue,Commission,Refunded,Carrier credits,Net revenue,Net commission',
      '2026-11-09,1,10.00,1.00,0.00,0.00,10.00,1.00',
      '2026-11-10,1,20.00,0.95,0.00,0.00,20.00,0.95',
      '2026-11-11,0,0.00,0.00,0.00,0.00,0.00,0.00',
      '2026-11-12,1,0.00,0.00,0.00,0.00,0.00,0.00',
    ]);
  });

  it('has "custom" in its file name for a custom range, and is audited every time', async () => {
    const url = `${API.adminDashboardExport}?startDate=2026-11-01&endDate=2026-11-02`;
    const before = (await records('EXPORT_DASHBOARD')).length;
    await get(url);
    expect((await get(url)).headers['content-disposition']).toContain('dashboard-custom-2026-11-15.csv');
    expect((await records('EXPORT_DASHBOARD')).slice(before)).toEqual(
      [1, 2].map(() => ({ details: { dateRange: { startDate: '2026-11-01', endDate: '2026-11-02' } } })),
    );
  });
});

describe('shipment statistics', () => {
  it('cover all time without dates, or the given range', async () => {
    expect((await get(API.adminShipmentStats)).json()).toEqual({
      overview: {
        total_revenue: 70,
        total_shipments: 7,
        delivered_shipments: 5,
        shipped_shipments: 1,
        pending_shipments: 0,
        failed_shipments: 1,
        // Six labels: the failed shipment has none.
        average_cost: 11.67,
        commission: 5.95,
        labels: 6,
        voided_shipments: 0,
        refunded: 0,
        carrier_credits: 0,
        net_revenue: 70,
        net_commission: 5.95,
        net_margin: 5.95,
      },
      byCarrier: [
        { carrier: 'USPS', count: 6, revenue: 60 },
        { carrier: 'UPS', count: 1, revenue: 10 },
      ],
      topClients: [
        { clientId: people['=Ada, "Park"'], name: '=Ada, "Park"', count: 3, revenue: 40 },
        { clientId: people['Noor Haddad'], name: 'Noor Haddad', count: 2, revenue: 20 },
        { clientId: people['Dana Reyes'], name: 'Dana Reyes', count: 2, revenue: 10 },
      ],
    });
    const year = (await get(`${API.adminShipmentStats}?startDate=2025-12-24&endDate=2025-12-24`)).json();
    expect(year.overview).toMatchObject({ total_shipments: 1, total_revenue: 10 });
    expect((await get(`${API.adminShipmentStats}?endDate=2026-10-31`)).json().overview.total_shipments).toBe(
      1,
    );
    expect(
      (await get(`${API.adminShipmentStats}?startDate=2026-11-09`)).json().overview.total_shipments,
    ).toBe(4);
    expect((await records('VIEW_SHIPMENTS_STATS')).map(({ details }) => details)).toEqual([
      { dateRange: { startDate: 'the beginning', endDate: '2026-11-15' } },
      { dateRange: { startDate: '2025-12-24', endDate: '2025-12-24' } },
      { dateRange: { startDate: 'the beginning', endDate: '2026-10-31' } },
      { dateRange: { startDate: '2026-11-09', endDate: '2026-11-15' } },
    ]);
  });
});

it('the analytics return nothing that the contract does not list', async () => {
  for (const [url, schema] of [
    [API.adminDashboard, DashboardAnswerSchema],
    [API.adminRevenue, RevenueAnswerSchema],
    [API.adminShipmentStats, ShipmentStatsAnswerSchema],
  ] as const) {
    const answer = (await get(url)).json();
    expect(schema.parse(answer)).toEqual(answer);
  }
});

it('the analytics reject clients and requests without a session', async () => {
  const client = await logInAs(test, await makeUser(test));
  for (const url of [
    API.adminDashboard,
    API.adminRevenue,
    API.adminDashboardExport,
    API.adminShipmentStats,
  ]) {
    expect((await test.inject({ method: 'GET', url })).statusCode).toBe(401);
    expect((await test.inject({ method: 'GET', url, headers: bearer(client.token) })).statusCode).toBe(403);
  }
});
