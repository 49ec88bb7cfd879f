import { type ShipmentStatsAnswer, ShipmentStatsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import { AuditStatsAnswerSchema } from '@lading/contract/audit.ts';
import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import { TOP_CARRIERS_COUNT } from '@lading/contract/constants.ts';
import { analyticsRange, type DateRange } from '@lading/contract/date-range.ts';
import { ANALYTICS, LABELS, SHIPMENTS } from '@lading/contract/messages.ts';
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
import { tabTo } from './src/tabbing.ts';

const openPage = useBrowser();
const today = () => dateIn('UTC', new Date());

let storage: Record<string, string>;
let token: string;

beforeAll(async () => {
  ({ storage, token } = await logInByToken(demoAccount('admin')));
});

const statsOf = async ({ startDate, endDate }: DateRange): Promise<ShipmentStatsAnswer> => {
  const search = new URLSearchParams({ startDate, endDate });
  const response = await fetch(`${ownServer.baseUrl}${API.adminShipmentStats}?${search}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ShipmentStatsAnswerSchema.parse(await response.json());
};

/** Opens the page and takes the activities that it was told of: looking at them makes more. */
async function openAnalytics(search = '', options: PageOptions = {}) {
  const { page, watch } = await openPage({ storage, ...options });
  const answer = page.waitForResponse((response) => response.url().includes(API.adminAuditStats));
  await page.goto(`${PAGES.adminAnalytics}${search}`);
  await expectHeading(page, LABELS.analytics);
  const activities = AuditStatsAnswerSchema.parse(await (await answer).json()).overview;
  return { page, watch, activities };
}

const money = (dollars: number) => formatMoney(centsOf(dollars));
const count = (value: number) => value.toLocaleString('en-US');
const share = (part: number, whole: number) =>
  `${(whole === 0 ? 0 : (part / whole) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const select = (page: Page) => page.getByRole('combobox', { name: 'Range' });
const customButton = (page: Page) => page.getByRole('button', { name: ANALYTICS.customRange });
const from = (page: Page) => page.getByLabel('From', { exact: true });
const to = (page: Page) => page.getByLabel('To', { exact: true });
const cards = (page: Page) =>
  page
    .getByRole('main')
    .locator('dl')
    .first()
    .locator('> div')
    .evaluateAll((found) =>
      found.map((card) => [card.querySelector('dt')?.textContent, card.querySelector('dd')?.textContent]),
    );
const figuresOf = (page: Page, name: string) =>
  panel(page, name)
    .locator('dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
    );

const expectedCards = ({ overview }: ShipmentStatsAnswer) => [
  [ANALYTICS.totalRevenue, money(overview.total_revenue)],
  [ANALYTICS.successRate, share(overview.delivered_shipments, overview.total_shipments)],
  [ANALYTICS.averageOrderValue, money(overview.average_cost)],
  [SHIPMENTS.cards.total, count(overview.total_shipments)],
];

describe('the analytics', () => {
  it('show the figures of the chosen range, and link to their details', async () => {
    const { page, activities } = await openAnalytics();
    expect(await select(page).locator('option').allTextContents()).toEqual(Object.values(ANALYTICS.ranges));
    expect(await select(page).inputValue()).toBe('30d');
    await expect
      .poll(() => cards(page))
      .toEqual(expectedCards(await statsOf(analyticsRange('30d', today()))));
    expect(await figuresOf(page, ANALYTICS.activity)).toEqual([
      ['Total activities', count(activities.total_logs)],
      ['Successful activities', count(activities.success_logs)],
      ['Failed activities', count(activities.error_logs)],
      ['Pending activities', count(activities.pending_logs)],
    ]);

    await select(page).selectOption('1y');
    await expectPath(page, `${PAGES.adminAnalytics}?range=1y`);
    const range = analyticsRange('1y', today());
    const stats = await statsOf(range);
    const { overview, byCarrier, topClients } = stats;
    await expect.poll(() => cards(page)).toEqual(expectedCards(stats));

    const statuses = ['delivered', 'shipped', 'pending', 'failed'] as const;
    expect(await panel(page, 'Status breakdown').getByRole('listitem').allTextContents()).toEqual(
      statuses.map((status) => {
        const value = overview[`${status}_shipments`];
        return `${SHIPMENTS.statuses[status]}${count(value)}${share(value, overview.total_shipments)}`;
      }),
    );
    expect(await panel(page, 'Top carriers').getByRole('listitem').allTextContents()).toEqual(
      byCarrier
        .slice(0, TOP_CARRIERS_COUNT)
        .map(
          ({ carrier, count: shipments, revenue }) =>
            `${carrier.toUpperCase()}${count(shipments)} ${shipments === 1 ? 'shipment' : 'shipments'} · ${money(revenue)}`,
        ),
    );
    expect(await figuresOf(page, 'Performance metrics')).toEqual([
      ['Delivery rate', share(overview.delivered_shipments, overview.total_shipments)],
      ['Number of carriers', count(byCarrier.length)],
      ['Number of top clients', count(topClients.length)],
      ['Failure rate', share(overview.failed_shipments, overview.total_shipments)],
    ]);

    const { startDate, endDate } = range;
    await panel(page, 'Status breakdown').getByRole('link', { name: SHIPMENTS.statuses.delivered }).click();
    await expectPath(
      page,
      `${PAGES.adminShipments}?status=delivered&startDate=${startDate}&endDate=${endDate}`,
    );
    await expectSeen(page.getByText(count(overview.delivered_shipments), { exact: true }));
    await page.goBack();
    await panel(page, 'Top carriers').getByRole('link', { name: 'FEDEX' }).click();
    await expectPath(page, `${PAGES.adminShipments}?carrier=FedEx&startDate=${startDate}&endDate=${endDate}`);
    await page.goBack();
    await panel(page, ANALYTICS.activity).getByRole('link', { name: 'Failed activities' }).click();
    await expectPath(page, `${PAGES.adminAuditLogs}?status=error`);
  });

  it('take a custom range by keyboard, and reject an end before the start', async () => {
    const { page } = await openAnalytics();
    await tabTo(page, customButton(page));
    await page.keyboard.press('Enter');
    await expectFocused(from(page));
    await page.keyboard.press('Escape');
    await expectFocused(customButton(page));
    await expectUnseen(from(page));

    await page.keyboard.press('Enter');
    await expectFocused(from(page));
    await page.keyboard.type('11202026');
    await tabTo(page, to(page));
    await page.keyboard.type('11012026');
    await page.keyboard.press('Enter');
    await expectSeen(page.getByText('The start date is after the end date.', { exact: true }));
    await expectFocused(from(page));
    expect(await from(page).getAttribute('aria-invalid')).toBe('true');
    await expectPath(page, PAGES.adminAnalytics);

    await page.keyboard.type('10152026');
    await page.keyboard.press('Enter');
    await expectPath(page, `${PAGES.adminAnalytics}?from=2026-10-15&to=2026-11-01`);
    await expectFocused(customButton(page));
    await expectSeen(page.getByText('Oct 15 – Nov 1, 2026', { exact: true }));
    expect(await select(page).inputValue()).toBe('custom');
    const stats = await statsOf({ startDate: '2026-10-15', endDate: '2026-11-01' });
    await expect.poll(() => cards(page)).toEqual(expectedCards(stats));

    await tabTo(page, select(page));
  });

  it('fit a phone, and are accessible with the range picker open and as tables', async () => {
    const { page } = await openAnalytics('', { width: 390, height: 844, reducedMotion: 'reduce' });
    const start = addDays(today(), -3);
    await customButton(page).click();
    await from(page).fill('');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expectSeen(page.getByText('Please choose a date.', { exact: true }));
    for (const title of ['Status breakdown', 'Top carriers'])
      await page.getByRole('button', { name: `View as table (${title})` }).click();
    await expectSeen(page.getByRole('table', { name: 'Top carriers' }));
    expect(await scanPage(page, 'analytics as tables', { widths: [390] })).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await from(page).fill(start);
    await to(page).fill(today());
    await page.getByRole('button', { name: 'Apply' }).click();
    await expectPath(page, `${PAGES.adminAnalytics}?from=${start}&to=${today()}`);
  });

  it('show zeros for days without shipments', async () => {
    const { page } = await openAnalytics('?from=2001-01-01&to=2001-01-31');
    await expect
      .poll(() => cards(page))
      .toEqual([
        [ANALYTICS.totalRevenue, '$0.00'],
        [ANALYTICS.successRate, '0%'],
        [ANALYTICS.averageOrderValue, '$0.00'],
        [SHIPMENTS.cards.total, '0'],
      ]);
    for (const title of ['Status breakdown', 'Top carriers'])
      await expectSeen(panel(page, title).getByText('No shipments in this range', { exact: true }));
    expect((await figuresOf(page, 'Performance metrics')).map(([, figure]) => figure)).toEqual([
      '0%',
      '0',
      '0',
      '0%',
    ]);
  });

  it('say panel by panel that they failed to load, and each panel can retry', async () => {
    const { page, watch } = await openPage({ storage });
    watch.allow(/status of 403/, /console: ApiError/);
    const calls = [API.adminShipmentStats, API.adminAuditStats];
    for (const call of calls)
      await page.route(`**${call}*`, (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto(PAGES.adminAnalytics);
    const again = page.getByRole('button', { name: 'Try again' });
    await expect.poll(() => again.count()).toBe(2);
    await expectToast(page, ANALYTICS.loadFailed);
    expect(await toasts(page).getByText(ANALYTICS.loadFailed, { exact: true }).count()).toBe(1);
    for (const call of calls) await page.unroute(`**${call}*`);
    await again.last().click();
    await expectSeen(panel(page, ANALYTICS.activity).getByText('Total activities'));
    await again.click();
    await expectSeen(panel(page, 'Status breakdown'));
    await expectUnseen(again);
  });
});
