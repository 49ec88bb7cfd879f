import { readFileSync } from 'node:fs';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { dashboardFileName, TOP_CLIENTS_COUNT } from '@lading/contract/constants.ts';
import {
  DashboardAnswerSchema,
  type DashboardData,
  RevenueAnswerSchema,
} from '@lading/contract/dashboard.ts';
import { DASHBOARD_PERIODS, type DashboardPeriod, dashboardRange } from '@lading/contract/date-range.ts';
import type { IncidentsAnswer } from '@lading/contract/incidents.ts';
import { DASHBOARD, LABELS } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { type PageOptions, useBrowser } from './src/browser.ts';
import {
  expectFocused,
  expectHeading,
  expectPath,
  expectSeen,
  expectToast,
  expectUnseen,
  toasts,
} from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';
import { scanPage } from './src/scan.ts';
import { isFocused, tabTo } from './src/tabbing.ts';

const openPage = useBrowser();

let storage: Record<string, string>;
let token: string;
let figures: Record<'30d' | '365d', DashboardData>;

const ask = async (path: string, period: DashboardPeriod): Promise<unknown> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${ownServer.baseUrl}${path}?period=${period}`, { headers })).json();
};

beforeAll(async () => {
  ({ storage, token } = await logInByToken(demoAccount('admin')));
  const dataOf = async (period: DashboardPeriod) =>
    DashboardAnswerSchema.parse(await ask(API.adminDashboard, period)).data;
  figures = { '30d': await dataOf('30d'), '365d': await dataOf('365d') };
});

async function openDashboard(search = '', options: PageOptions = {}) {
  const opened = await openPage({ storage, ...options });
  await opened.page.goto(`${PAGES.adminDashboard}${search}`);
  await expectHeading(opened.page, LABELS.adminDashboard);
  return opened;
}

const money = (dollars: number) => formatMoney(centsOf(dollars));
const count = (value: number) => value.toLocaleString('en-US');
const percent = (value: number) => `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const period = (page: Page, value: DashboardPeriod) =>
  page.getByRole('group', { name: 'Period' }).getByRole('radio', { name: value });
const asTable = (page: Page, title: string) =>
  page.getByRole('button', { name: `View as table (${title})`, exact: true });
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export', exact: true });
const cards = (page: Page) =>
  page.getByRole('main').locator('dl > div > dd:nth-of-type(1)').allTextContents();
const cells = (page: Page, title: string) =>
  page
    .getByRole('table', { name: title })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

const summaryOf = ({ summary }: DashboardData) => [
  money(summary.totalRevenue.gross),
  money(summary.totalRevenue.commission),
  count(summary.totalShipments),
  count(summary.activeClients),
];
const monthsOf = ({ monthlyTrends }: DashboardData) =>
  monthlyTrends.map(({ shipments, uniqueClients, grossRevenue, commissionRevenue }) => [
    count(shipments),
    count(uniqueClients),
    money(grossRevenue),
    money(commissionRevenue),
  ]);

describe('the figures of the admin dashboard', () => {
  it('are those of the chosen period, as plots and as tables', async () => {
    const { page } = await openDashboard();
    expect(await period(page, '30d').isChecked()).toBe(true);
    await expect.poll(() => cards(page)).toEqual(summaryOf(figures['30d']));
    expect(
      await page
        .getByRole('group', { name: 'Period' })
        .getByRole('radio')
        .evaluateAll((found) => found.map((radio) => radio.getAttribute('value'))),
    ).toEqual([...DASHBOARD_PERIODS]);

    await page.getByRole('group', { name: 'Period' }).getByText('365d').click();
    await expectPath(page, `${PAGES.adminDashboard}?period=365d`);
    await expect.poll(() => cards(page)).toEqual(summaryOf(figures['365d']));

    await asTable(page, 'Monthly trends').click();
    expect((await cells(page, 'Monthly trends')).map(([, ...rest]) => rest)).toEqual(
      monthsOf(figures['365d']),
    );
    await asTable(page, 'Carriers').click();
    expect(await cells(page, 'Carriers')).toEqual(
      figures['365d'].carrierStats.map(({ carrier, shipmentCount, marketShare, totalRevenue }) => [
        carrier,
        count(shipmentCount),
        percent(marketShare),
        money(totalRevenue),
      ]),
    );

    await page.getByRole('group', { name: 'Trends by' }).getByText('Days').click();
    await expectPath(page, `${PAGES.adminDashboard}?period=365d&by=day`);
    const { days, totals } = RevenueAnswerSchema.parse(await ask(API.adminRevenue, '365d')).data;
    await expect.poll(async () => (await cells(page, 'Daily trends')).length).toBe(365);
    const last = days.at(-1);
    expect((await cells(page, 'Daily trends')).at(-1)?.slice(1)).toEqual([
      count(last?.shipments ?? -1),
      money(last?.gross ?? -1),
      money(last?.commission ?? -1),
    ]);
    expect(money(totals.gross)).toBe((await cards(page))[0]);
    await expectSeen(page.getByText(`${money(totals.refunded)} refunded`, { exact: true }));
  });

  it('compare with the days before in words, and link from a client to its shipments', async () => {
    const { page } = await openDashboard();
    const { summary, topPerformingClients: clients, metadata } = figures['30d'];
    await expect.poll(() => cards(page)).toEqual(summaryOf(figures['30d']));
    const change = summary.change.shipments ?? 0;
    const words = change === 0 ? 'no change' : `${percent(Math.abs(change))} ${change > 0 ? 'up' : 'down'}`;
    await expectSeen(
      page.getByRole('main').locator('dl > div').nth(2).getByText(`${words} vs. the previous 30 days`),
    );

    const entries = panel(page, 'Top clients').getByRole('listitem');
    expect(clients.length).toBeGreaterThan(0);
    expect(await entries.count()).toBe(Math.min(clients.length, TOP_CLIENTS_COUNT));
    for (const [index, client] of clients.entries()) {
      const text = await entries.nth(index).textContent();
      expect(text).toContain(client.name);
      expect(text).toContain(money(client.grossRevenue));
      expect(text).toContain(
        client.growthPercentage === 0
          ? 'no change'
          : `${percent(client.growthPercentage)} ${client.growthTrend}`,
      );
    }
    const [first] = clients;
    await entries
      .getByRole('link', { name: first?.name ?? '' })
      .first()
      .click();
    await expectHeading(page, LABELS.shipmentOverview);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      clientId: first?.clientId,
      startDate: metadata.startDate,
      endDate: metadata.endDate,
    });
  });

  it('can be used by keyboard, which skips the plots', async () => {
    const { page } = await openDashboard();
    await tabTo(page, period(page, '30d'));
    await page.keyboard.press('ArrowRight');
    await expectPath(page, `${PAGES.adminDashboard}?period=90d`);
    await page.keyboard.press('Tab');
    await expectFocused(exportButton(page));
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await download;
    const today = dateIn('UTC', new Date());
    expect(file.suggestedFilename()).toBe(dashboardFileName('90d', today));
    expect(readFileSync(await file.path(), 'utf8')).toContain(dashboardRange('90d', today).startDate);
    await expectToast(page, DASHBOARD.exported);

    await tabTo(page, page.getByRole('radio', { name: 'Months' }));
    for (const title of ['Monthly trends', 'Carriers']) {
      await page.keyboard.press('Tab');
      await expectFocused(asTable(page, title));
    }
    await page.keyboard.press('Enter');
    await expectSeen(page.getByRole('table', { name: 'Carriers' }));
    await expectFocused(page.getByRole('button', { name: 'View as chart (Carriers)', exact: true }));
    await page.keyboard.press('Tab');
    await expectFocused(panel(page, 'Top clients').getByRole('link').first());

    const analytics = page.getByRole('link', { name: 'View analytics' });
    for (let stop = 0; stop < 8 && !(await isFocused(analytics)); stop++)
      await page.keyboard.press('Shift+Tab');
    await expectFocused(analytics);
    await page.keyboard.press('Enter');
    await expectHeading(page, LABELS.analytics);
  });

  it('fit a phone, and are accessible as plots and as tables', async () => {
    const { page } = await openDashboard('?period=365d', {
      width: 390,
      height: 844,
      reducedMotion: 'reduce',
    });
    await expect.poll(() => cards(page)).toEqual(summaryOf(figures['365d']));
    for (const title of ['Monthly trends', 'Carriers'])
      expect(await panel(page, title).getByRole('figure').getAttribute('aria-labelledby')).not.toBeNull();
    await asTable(page, 'Monthly trends').click();
    await expectSeen(page.getByRole('table', { name: 'Monthly trends' }));
    expect(await scanPage(page, 'dashboard as tables', { widths: [390] })).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

describe('a dashboard without figures', () => {
  const nothing: DashboardData = {
    summary: {
      totalRevenue: { gross: 0, commission: 0 },
      totalShipments: 0,
      activeClients: 0,
      change: { gross: null, commission: null, shipments: null, activeClients: null },
    },
    topPerformingClients: [],
    monthlyTrends: [
      { month: '2026-11', shipments: 0, uniqueClients: 0, grossRevenue: 0, commissionRevenue: 0 },
    ],
    carrierStats: [],
    metadata: {
      period: '30d',
      startDate: '2026-10-17',
      endDate: '2026-11-15',
      currency: 'USD',
      generatedAt: '2026-11-15T10:00:00.000Z',
    },
  };

  it('says so in every panel, and its cards show zeros', async () => {
    const { page } = await openPage({ storage });
    await page.route(`**${API.adminDashboard}*`, (route) => route.fulfill({ json: { data: nothing } }));
    await page.goto(PAGES.adminDashboard);
    await expect.poll(() => cards(page)).toEqual(['$0.00', '$0.00', '0', '0']);
    for (const title of ['Monthly trends', 'Carriers', 'Top clients'])
      await expectSeen(panel(page, title).getByText('No shipments in this period', { exact: true }));
    await expectSeen(page.getByText('No activity in the previous 30 days', { exact: true }));
    await expectSeen(page.getByText('Oct 17 – Nov 15, 2026', { exact: true }));
  });

  it('says panel by panel that it failed to load, and each panel can retry', async () => {
    const { page, watch } = await openPage({ storage });
    watch.allow(/status of 403/, /console: ApiError/);
    const calls = [API.adminDashboard, API.adminRevenue, API.adminAuditLogs, API.adminDashboardExport];
    for (const call of calls)
      await page.route(`**${call}?*`, (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto(PAGES.adminDashboard);
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(2);
    await expectToast(page, DASHBOARD.loadFailed);
    expect(await toasts(page).getByText(DASHBOARD.loadFailed, { exact: true }).count()).toBe(1);
    await exportButton(page).click();
    await expectToast(page, DASHBOARD.exportFailed);

    for (const call of calls) await page.unroute(`**${call}?*`);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect.poll(() => cards(page)).toEqual(summaryOf(figures['30d']));
    await panel(page, 'Recent activity').getByRole('button', { name: 'Try again' }).click();
    await expectSeen(panel(page, 'Recent activity').getByRole('listitem'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectUnseen(page.getByRole('button', { name: 'Try again' }));
  });
});

describe('open incidents on the admin dashboard', () => {
  const answerWith = (page: Page, total: number) => {
    const answer: IncidentsAnswer = { data: { incidents: [], total } };
    return page.route(`**${API.adminIncidents}`, (route) => route.fulfill({ json: answer }));
  };
  const strip = (page: Page) => page.getByRole('region', { name: /open incident/ });

  it('are announced above the figures and link to the incidents', async () => {
    const { page } = await openPage({ storage });
    await answerWith(page, 130);
    await page.goto(PAGES.adminDashboard);
    await expectSeen(strip(page).getByRole('heading', { name: '130 open incidents' }));
    expect((await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents())[0]).toBe(
      '130 open incidents',
    );
    await page.unroute(`**${API.adminIncidents}`);
    await strip(page).getByRole('link').click();
    await expectPath(page, PAGES.adminIncidents);
  });

  it('are not mentioned when there are none or when they cannot be loaded', async () => {
    const { page, watch } = await openPage({ storage });
    await answerWith(page, 0);
    await page.goto(PAGES.adminDashboard, { waitUntil: 'networkidle' });
    expect(await strip(page).count()).toBe(0);

    watch.allow(/status of 403/);
    await page.route(`**${API.adminIncidents}`, (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto(PAGES.adminDashboard, { waitUntil: 'networkidle' });
    expect(await strip(page).count()).toBe(0);
    expect(await toasts(page).textContent()).toBe('');
  });
});
