import type { DashboardData } from '@lading/contract/dashboard.ts';
import { DASHBOARD_DAYS, DASHBOARD_PERIODS } from '@lading/contract/date-range.ts';
import { DASHBOARD } from '@lading/contract/messages.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, toasts, toastWith } from '../../../test/screen.ts';
import { tabTo } from '../../../test/tabbing.ts';

const FIGURES = `GET ${API.adminDashboard}`;
const REVENUE = `GET ${API.adminRevenue}`;
const ACTIVITY = `GET ${API.adminAuditLogs}`;
const ATTENTION = `GET ${API.adminAttention}`;
const UNSPENT = `GET ${API.adminUnspentMoney}`;
const EXPORT = `GET ${API.adminDashboardExport}`;
const CLIENT = '0198f3c2-7c1e-7aa0-8000-000000000002';

const NO_NET = { refunded: 0, carrierCredits: 0, netRevenue: 0, netCommission: 0 };
const metadata = {
  startDate: '2026-10-17',
  endDate: '2026-11-15',
  currency: 'USD',
  generatedAt: '2026-11-15T10:00:00.000Z',
} as const;
const nothing: DashboardData = {
  summary: {
    totalRevenue: { gross: 0, commission: 0 },
    totalShipments: 0,
    activeClients: 0,
    change: { gross: null, commission: null, shipments: null, activeClients: null },
    net: NO_NET,
    netMargin: 0,
  },
  topPerformingClients: [],
  monthlyTrends: [
    { month: '2026-11', shipments: 0, uniqueClients: 0, grossRevenue: 0, commissionRevenue: 0 },
  ],
  carrierStats: [],
  failures: { failed: 0, voided: 0, byReason: [], declined: 0, declinedByReason: [] },
  metadata: { period: '30d', ...metadata },
};
const client = (name: string, part: Partial<DashboardData['topPerformingClients'][number]>) => ({
  clientId: CLIENT,
  name,
  shipmentCount: 12,
  growthTrend: 'up' as const,
  growthPercentage: 12.5,
  grossRevenue: 310.5,
  isNew: false,
  ...part,
});
const some: DashboardData = {
  ...nothing,
  summary: {
    totalRevenue: { gross: 1234.5, commission: 98.76 },
    totalShipments: 1500,
    activeClients: 7,
    change: { gross: 3.2, commission: 0, shipments: -12.25, activeClients: null },
    net: { refunded: 20, carrierCredits: 5, netRevenue: 1214.5, netCommission: 83.76 },
    netMargin: 61.2,
  },
  topPerformingClients: [
    client('Dana Reyes', {}),
    client('Juniper Supply', { growthTrend: 'down', growthPercentage: 4, grossRevenue: 200 }),
    client('Northside', { growthPercentage: 0, grossRevenue: 100 }),
    client('Bay Books', { isNew: true, growthPercentage: 100, grossRevenue: 50 }),
  ],
  monthlyTrends: [
    { month: '2026-10', shipments: 600, uniqueClients: 5, grossRevenue: 500, commissionRevenue: 40 },
    { month: '2026-11', shipments: 900, uniqueClients: 6, grossRevenue: 734.5, commissionRevenue: 58.76 },
  ],
  carrierStats: [
    { carrier: 'USPS', shipmentCount: 1000, marketShare: 66.7, totalRevenue: 834.5 },
    { carrier: 'FedEx', shipmentCount: 500, marketShare: 33.3, totalRevenue: 400 },
  ],
};
const totals = { shipments: 1500, gross: 1234.5, commission: 98.76, ...some.summary.net };
const revenue = { days: [{ date: '2026-11-15', ...totals }], totals, metadata };
const log = {
  logId: 'log-1',
  timestamp: '2026-11-15T09:00:00.000Z',
  eventType: 'LOGIN',
  userName: 'Morgan Hale',
  userEmail: 'admin@lading.example',
  userRole: 'admin',
  ipAddress: '203.0.113.7',
  status: 'success',
  details: { raw: {} },
};
const answers: Answers = {
  [FIGURES]: () => json({ data: some }),
  [REVENUE]: () => json({ data: revenue }),
  [ACTIVITY]: () =>
    json({ data: { auditLogs: [log], pagination: { ...paginationOf(1, 1, 5), isMore: false } } }),
  [ATTENTION]: () =>
    json({ data: { items: [], snoozed: 0, startDate: '2026-11-14', endDate: '2026-11-15' } }),
  [UNSPENT]: () => json({ data: { items: [], totals: [], pagination: paginationOf(0, 1, 1) } }),
};
const refused = () => json({}, 403);

const open = (changed: Answers = {}, search = '') =>
  openApp(`${PAGES.adminDashboard}${search}`, { as: 'admin', answers: { ...answers, ...changed } });

const panel = (name: string) => page.getByRole('region', { name, exact: true });
const cards = () =>
  [...document.querySelectorAll('main dl:first-of-type > div > dd:nth-of-type(1)')]
    .slice(0, 4)
    .map(({ textContent }) => textContent);
const CARDS = ['$1,234.50', '$98.76', '1,500', '7'];
const period = (name: string) => page.getByRole('group', { name: 'Period' }).getByRole('radio', { name });
const asTable = (title: string) =>
  page.getByRole('button', { name: `View as table (${title})`, exact: true });
const again = () => button('Try again');

afterEach(() => page.viewport(1440, 900));

describe('the figures of the admin dashboard', () => {
  it('are shown for the chosen period, which can be any in the specification', async () => {
    const { callsTo, currentPath } = await open();
    await expect.poll(cards).toEqual(CARDS);
    await expect.element(period('30d')).toBeChecked();
    const radios = page.getByRole('group', { name: 'Period' }).getByRole('radio').elements();
    expect(radios.map((radio) => radio.getAttribute('value'))).toEqual([
      ...DASHBOARD_PERIODS,
      ...DASHBOARD_DAYS,
    ]);
    await page.getByRole('group', { name: 'Period' }).getByText('365d').click();
    await expect.poll(currentPath).toBe(`${PAGES.adminDashboard}?period=365d`);
    await expect.poll(() => callsTo(FIGURES).at(-1)?.query.get('period')).toBe('365d');
    await expect.element(page.getByText('$20.00 refunded', { exact: true }).first()).toBeVisible();
    const { startDate, endDate } = some.metadata;
    await expect
      .element(page.getByRole('link', { name: '$61.20' }))
      .toHaveAttribute('href', `${PAGES.adminMoney}?from=${startDate}&to=${endDate}`);
    const failed = new URLSearchParams({ status: 'failed', label: 'not_voided', startDate, endDate });
    await expect
      .element(page.getByRole('link', { name: 'View failed shipments' }))
      .toHaveAttribute('href', `${PAGES.adminShipments}?${failed}`);
  });

  it('compare with the days before in words, and link from a client to its page and shipments', async () => {
    const { currentPath } = await open({ [`GET ${API.adminShipments}`]: never });
    await expect.poll(cards).toEqual(CARDS);
    const main = page.getByRole('main');
    await expect.element(main.getByText('12.3% down vs. the previous 30 days')).toBeVisible();
    await expect.element(main.getByText('3.2% up vs. the previous 30 days')).toBeVisible();
    await expect.element(main.getByText('no change vs. the previous 30 days')).toBeVisible();

    const entries = panel('Top clients').getByRole('listitem').elements();
    const words = ['12.5% up', '4% down', 'no change', 'No activity in the previous 30 days'];
    expect(entries).toHaveLength(words.length);
    for (const [index, { name, grossRevenue }] of some.topPerformingClients.entries())
      for (const text of [name, `$${grossRevenue.toFixed(2)}`, words[index] ?? ''])
        expect(entries[index]?.textContent).toContain(text);
    const links = panel('Top clients').getByRole('listitem').first().getByRole('link');
    await expect.element(links.first()).toHaveAttribute('href', `${PAGES.adminClients}/${CLIENT}`);
    await links.nth(1).click();
    await expect.poll(() => currentPath().split('?')[0]).toBe(PAGES.adminShipments);
    expect(Object.fromEntries(new URLSearchParams(currentPath().split('?')[1]))).toEqual({
      clientId: CLIENT,
      startDate: metadata.startDate,
      endDate: metadata.endDate,
    });
  });

  it('can be used by keyboard, which skips the plots', async () => {
    const { currentPath } = await open({ [EXPORT]: refused });
    await expect.poll(cards).toEqual(CARDS);
    await tabTo(period('30d'));
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(currentPath).toBe(`${PAGES.adminDashboard}?period=90d`);
    await userEvent.tab();
    await expect.element(button('Custom Range')).toHaveFocus();
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Export', exact: true })).toHaveFocus();

    await tabTo(page.getByRole('radio', { name: 'Months' }));
    for (const title of ['Monthly trends', 'Carriers']) {
      await userEvent.tab();
      await expect.element(asTable(title)).toHaveFocus();
    }
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('table', { name: 'Carriers' })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'View as chart (Carriers)', exact: true }))
      .toHaveFocus();
    await userEvent.tab();
    await expect.element(panel('Top clients').getByRole('link').first()).toHaveFocus();
    await expect
      .element(page.getByRole('link', { name: 'View analytics' }))
      .toHaveAttribute('href', PAGES.adminAnalytics);
  });

  it('fit a phone, and are accessible as plots and as tables', async () => {
    await open({}, '?period=365d');
    await expect.poll(cards).toEqual(CARDS);
    for (const title of ['Monthly trends', 'Carriers'])
      await expect.element(panel(title).getByRole('figure')).toHaveAttribute('aria-labelledby');
    await page.viewport(390, 844);
    await asTable('Monthly trends').click();
    await expect.element(page.getByRole('table', { name: 'Monthly trends' })).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await page.viewport(320, 640);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});

describe('a dashboard without figures', () => {
  it('says so in every panel, and its cards show zeros', async () => {
    await open({ [FIGURES]: () => json({ data: nothing }) });
    await expect.poll(cards).toEqual(['$0.00', '$0.00', '0', '0']);
    for (const title of ['Monthly trends', 'Carriers', 'Top clients'])
      await expect
        .element(panel(title).getByText('No shipments in this period', { exact: true }))
        .toBeVisible();
    await expect
      .element(page.getByText('No activity in the previous 30 days', { exact: true }).first())
      .toBeVisible();
    await expect.element(page.getByText('Oct 17 – Nov 15, 2026', { exact: true })).toBeVisible();
  });

  it('says panel by panel that it failed to load, and each panel can retry', async () => {
    const { answer } = await open({
      [FIGURES]: refused,
      [REVENUE]: refused,
      [ACTIVITY]: refused,
      [EXPORT]: refused,
    });
    await expect.element(toastWith(DASHBOARD.loadFailed)).toBeVisible();
    await expect.poll(() => again().elements().length).toBe(2);
    // A second toast would be there now, and the first may be gone.
    expect(toasts().getByText(DASHBOARD.loadFailed, { exact: true }).elements().length).toBeLessThan(2);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect.element(toastWith(DASHBOARD.exportFailed)).toBeVisible();
    expect(await scanScreen()).toEqual([]);

    answer(answers);
    await again().first().click();
    await expect.poll(cards).toEqual(CARDS);
    await panel('Recent activity').getByRole('button', { name: 'Try again' }).click();
    await expect.element(panel('Recent activity').getByRole('listitem')).toBeVisible();
    await again().click();
    await expect.element(again()).not.toBeInTheDocument();
  });
});
