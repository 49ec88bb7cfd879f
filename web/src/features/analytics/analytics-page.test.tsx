import type { ShipmentStatsAnswer } from '@lading/contract/admin-shipments.ts';
import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import { ANALYTICS, LABELS, SHIPMENTS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, toasts, toastWith } from '../../../test/screen.ts';
import { tabTo } from '../../../test/tabbing.ts';
import { longIt } from '../../../test/tier.ts';

const STATS = `GET ${API.adminShipmentStats}`;
const ACTIVITY = `GET ${API.adminAuditStats}`;
const today = () => dateIn('UTC', new Date());

const none: ShipmentStatsAnswer = {
  overview: {
    total_revenue: 0,
    total_shipments: 0,
    delivered_shipments: 0,
    shipped_shipments: 0,
    pending_shipments: 0,
    failed_shipments: 0,
    average_cost: 0,
    commission: 0,
    labels: 0,
    voided_shipments: 0,
    refunded: 0,
    carrier_credits: 0,
    net_revenue: 0,
    net_commission: 0,
    net_margin: 0,
  },
  byCarrier: [],
  topClients: [],
};
const some: ShipmentStatsAnswer = {
  overview: {
    ...none.overview,
    total_revenue: 2500.5,
    total_shipments: 200,
    delivered_shipments: 150,
    shipped_shipments: 20,
    pending_shipments: 20,
    failed_shipments: 10,
    voided_shipments: 4,
    average_cost: 12.5,
  },
  byCarrier: [
    { carrier: 'USPS', count: 199, revenue: 2400.5 },
    { carrier: 'FedEx', count: 1, revenue: 100 },
  ],
  topClients: [{ clientId: 'c-1', name: 'Dana Reyes', count: 12, revenue: 310.5 }],
};
const answers: Answers = {
  [STATS]: () => json(some),
  [ACTIVITY]: () =>
    json({ overview: { total_logs: 1200, success_logs: 1100, error_logs: 90, pending_logs: 10 } }),
};
const SOME_CARDS = [
  [ANALYTICS.totalRevenue, '$2,500.50'],
  [ANALYTICS.successRate, '75%'],
  [ANALYTICS.averageOrderValue, '$12.50'],
  [SHIPMENTS.cards.total, '200'],
];

const open = async (changed: Answers = {}, search = '') => {
  const app = await openApp(`${PAGES.adminAnalytics}${search}`, {
    as: 'admin',
    answers: { ...answers, ...changed },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: LABELS.analytics })).toBeVisible();
  return app;
};

const panel = (name: string) => page.getByRole('region', { name, exact: true });
const select = () => page.getByRole('combobox', { name: 'Range' });
const customButton = () => button(ANALYTICS.customRange);
const from = () => page.getByLabelText('From', { exact: true });
const to = () => page.getByLabelText('To', { exact: true });
const pairsIn = (root: Element | null | undefined) =>
  [...(root?.querySelectorAll(':scope > div') ?? [])].map((row) => [
    row.querySelector('dt')?.textContent,
    row.querySelector('dd')?.textContent,
  ]);
const cards = () => pairsIn(document.querySelector('main dl'));
const figuresOf = (name: string) => pairsIn(panel(name).query()?.querySelector('dl'));
const itemsOf = (name: string) =>
  panel(name)
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

afterEach(() => page.viewport(1440, 900));

describe('the analytics', () => {
  it('show the figures of the range, with shares and rates', async () => {
    await open();
    await expect.element(select()).toHaveValue('30d');
    expect([...select().element().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(
      Object.values(ANALYTICS.ranges),
    );
    await expect.poll(cards).toEqual(SOME_CARDS);
    await expect
      .poll(() => figuresOf(ANALYTICS.activity))
      .toEqual([
        ['Total activities', '1,200'],
        ['Successful activities', '1,100'],
        ['Failed activities', '90'],
        ['Pending activities', '10'],
      ]);
    expect(itemsOf('Status breakdown')).toEqual([
      'Delivered15075%',
      'Shipped2010%',
      'Pending2010%',
      'Failed105%',
    ]);
    expect(itemsOf('Top carriers')).toEqual(['USPS199 shipments · $2,400.50', 'FEDEX1 shipment · $100.00']);
    expect(figuresOf('Performance metrics')).toEqual([
      ['Delivery rate', '75%'],
      ['Number of carriers', '2'],
      ['Number of top clients', '1'],
      ['Failure rate', '3%'],
    ]);
    expect(page.getByRole('link', { name: 'Failure rate' }).element().getAttribute('href')).toMatch(
      /\?status=failed&label=not_voided&startDate=/,
    );
  });

  longIt('accept a custom range by keyboard, and reject an end before the start', async () => {
    const { currentPath, callsTo } = await open();
    await expect.poll(cards).toEqual(SOME_CARDS);
    await tabTo(customButton());
    await userEvent.keyboard('{Enter}');
    await expect.element(from()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(customButton()).toHaveFocus();
    await expect.element(from()).not.toBeInTheDocument();

    await userEvent.keyboard('{Enter}');
    await expect.element(from()).toHaveFocus();
    await userEvent.keyboard('11202026');
    await tabTo(to());
    await userEvent.keyboard('11012026{Enter}');
    await expect
      .element(page.getByText('The start date is after the end date.', { exact: true }))
      .toBeVisible();
    await expect.element(from()).toHaveFocus();
    await expect.element(from()).toHaveAttribute('aria-invalid', 'true');
    expect(currentPath()).toBe(PAGES.adminAnalytics);

    await userEvent.keyboard('10152026{Enter}');
    await expect.poll(currentPath).toBe(`${PAGES.adminAnalytics}?from=2026-10-15&to=2026-11-01`);
    await expect.element(customButton()).toHaveFocus();
    await expect.element(page.getByText('Oct 15 – Nov 1, 2026', { exact: true })).toBeVisible();
    await expect.element(select()).toHaveValue('custom');
    await expect
      .poll(() => Object.fromEntries(callsTo(STATS).at(-1)?.query ?? []))
      .toEqual({ startDate: '2026-10-15', endDate: '2026-11-01' });
    await tabTo(select());
  });

  longIt('fit a phone, and are accessible with the range picker open and as tables', async () => {
    const { currentPath } = await open();
    await page.viewport(390, 844);
    const start = addDays(today(), -3);
    await customButton().click();
    await from().fill('');
    await button('Apply').click();
    await expect.element(page.getByText('Please choose a date.', { exact: true })).toBeVisible();
    for (const title of ['Status breakdown', 'Top carriers'])
      await page.getByRole('button', { name: `View as table (${title})` }).click();
    await expect.element(page.getByRole('table', { name: 'Top carriers' })).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await page.viewport(320, 640);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await from().fill(start);
    await to().fill(today());
    await button('Apply').click();
    await expect.poll(currentPath).toBe(`${PAGES.adminAnalytics}?from=${start}&to=${today()}`);
  });

  it('show zeros for days without shipments', async () => {
    await open({ [STATS]: () => json(none) }, '?from=2001-01-01&to=2001-01-31');
    await expect.poll(cards).toEqual([
      [ANALYTICS.totalRevenue, '$0.00'],
      [ANALYTICS.successRate, '0%'],
      [ANALYTICS.averageOrderValue, '$0.00'],
      [SHIPMENTS.cards.total, '0'],
    ]);
    for (const title of ['Status breakdown', 'Top carriers'])
      await expect
        .element(panel(title).getByText('No shipments in this range', { exact: true }))
        .toBeVisible();
    expect(figuresOf('Performance metrics').map(([, figure]) => figure)).toEqual(['0%', '0', '0', '0%']);
  });

  it('say panel by panel that they failed to load, and each panel can retry', async () => {
    const refused = () => json({}, 403);
    const { answer } = await open({ [STATS]: refused, [ACTIVITY]: refused });
    const again = button('Try again');
    await expect.element(toastWith(ANALYTICS.loadFailed)).toBeVisible();
    await expect.poll(() => again.elements().length).toBe(2);
    // A second toast would be there now, and the first may be gone.
    expect(toasts().getByText(ANALYTICS.loadFailed, { exact: true }).elements().length).toBeLessThan(2);
    answer(answers);
    await again.last().click();
    await expect.element(panel(ANALYTICS.activity).getByText('Total activities')).toBeVisible();
    await again.click();
    await expect.element(panel('Status breakdown')).toBeVisible();
    await expect.element(again).not.toBeInTheDocument();
  });
});
