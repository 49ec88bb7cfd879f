import { type ShipmentStatsAnswer, ShipmentStatsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import { AuditStatsAnswerSchema } from '@lading/contract/audit.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { TOP_CARRIERS_COUNT } from '@lading/contract/constants.ts';
import { analyticsRange, type DateRange } from '@lading/contract/date-range.ts';
import { ANALYTICS, LABELS, SHIPMENTS } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { shares } from '@lading/contract/shares.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen } from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';

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

/** Returns the activity counts that the page received. A second request would differ, because opening the page is recorded. */
async function openAnalytics() {
  const { page } = await openPage({ storage });
  const answer = page.waitForResponse((response) => response.url().includes(API.adminAuditStats));
  await page.goto(PAGES.adminAnalytics);
  await expectHeading(page, LABELS.analytics);
  const activities = AuditStatsAnswerSchema.parse(await (await answer).json()).overview;
  return { page, activities };
}

const money = (dollars: number) => formatMoney(centsOf(dollars));
const count = (value: number) => value.toLocaleString('en-US');
const share = (part: number, whole: number) =>
  `${(whole === 0 ? 0 : (part / whole) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const select = (page: Page) => page.getByRole('combobox', { name: 'Range' });
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
    const percentages = shares(statuses.map((status) => overview[`${status}_shipments`]));
    expect(await panel(page, 'Status breakdown').getByRole('listitem').allTextContents()).toEqual(
      statuses.map(
        (status, at) =>
          `${SHIPMENTS.statuses[status]}${count(overview[`${status}_shipments`])}${share(percentages[at] ?? 0, 100)}`,
      ),
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
      [
        'Failure rate',
        share(overview.failed_shipments - overview.voided_shipments, overview.total_shipments),
      ],
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
    await expectPath(page, `${PAGES.adminAuditLogs}?status=error&startDate=${startDate}&endDate=${endDate}`);
  });
});
