import { readFileSync } from 'node:fs';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { dashboardFileName } from '@lading/contract/constants.ts';
import {
  DashboardAnswerSchema,
  type DashboardData,
  RevenueAnswerSchema,
} from '@lading/contract/dashboard.ts';
import {
  DASHBOARD_DAYS,
  DASHBOARD_PERIODS,
  type DashboardPeriod,
  dashboardRange,
} from '@lading/contract/date-range.ts';
import { DASHBOARD, LABELS } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';

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

async function openDashboard() {
  const opened = await openPage({ storage, path: PAGES.adminDashboard });
  await expectHeading(opened.page, LABELS.adminDashboard);
  return opened;
}

const money = (dollars: number) => formatMoney(centsOf(dollars));
const count = (value: number) => value.toLocaleString('en-US');
const percent = (value: number) => `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;

const period = (page: Page, value: DashboardPeriod) =>
  page.getByRole('group', { name: 'Period' }).getByRole('radio', { name: value });
const asTable = (page: Page, title: string) =>
  page.getByRole('button', { name: `View as table (${title})`, exact: true });
const cards = (page: Page) =>
  page.getByRole('main').locator('dl').first().locator('> div > dd:nth-of-type(1)').allTextContents();
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
  it('are those of the chosen period, as plots, as tables and as a file', async () => {
    // A login of this test, because the list of recent activity must show one.
    ({ storage } = await logInByToken(demoAccount('admin')));
    const { page } = await openDashboard();
    const activity = page.getByRole('region', { name: 'Recent activity' });
    const entries = activity.getByRole('list').getByRole('listitem');
    await expect.poll(() => entries.count()).toBe(5);
    // Opening the dashboard is recorded too, before or after the list is read.
    expect(await entries.allTextContents()).toContainEqual(expect.stringMatching(/^Login.*Morgan Hale/));
    // The demo client with an overdue balance.
    const overdue = page.getByRole('list', { name: /^Overdue balances/ });
    await expectSeen(overdue.getByText(/days overdue$/));
    expect(await period(page, '30d').isChecked()).toBe(true);
    await expect.poll(() => cards(page)).toEqual(summaryOf(figures['30d']));
    expect(
      await page
        .getByRole('group', { name: 'Period' })
        .getByRole('radio')
        .evaluateAll((found) => found.map((radio) => radio.getAttribute('value'))),
    ).toEqual([...DASHBOARD_PERIODS, ...DASHBOARD_DAYS]);

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
      money(last?.refunded ?? -1),
      money(last?.netRevenue ?? -1),
      money(last?.netCommission ?? -1),
    ]);
    expect(money(totals.gross)).toBe((await cards(page))[0]);
    await expectSeen(page.getByText(`${money(totals.refunded)} refunded`, { exact: true }));

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await download;
    const day = dateIn('UTC', new Date());
    expect(file.suggestedFilename()).toBe(dashboardFileName('365d', day));
    expect(readFileSync(await file.path(), 'utf8')).toContain(dashboardRange('365d', day).startDate);
    await expectToast(page, DASHBOARD.exported);

    await activity.getByRole('link', { name: 'View audit logs' }).click();
    await expectHeading(page, LABELS.auditLogs);

    await page.goto(PAGES.adminIncidents);
    await expectSeen(page.getByRole('heading', { name: 'Carrier invoice does not add up' }));
  });
});
