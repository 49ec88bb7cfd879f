import { PRODUCT_NAME, type Role } from '@lading/contract/constants.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { type PageOptions, useBrowser } from './src/browser.ts';
import { expectFocused, expectHeading, expectPath, expectSeen } from './src/expectations.ts';

const openPage = useBrowser();

async function openAs(role: Role, options: PageOptions = {}): Promise<Page> {
  const { storage } = await logInByToken(demoAccount(role));
  const path = role === 'admin' ? PAGES.adminDashboard : PAGES.clientDashboard;
  const { page } = await openPage({ path, ...options, storage });
  await expectSeen(page.getByRole('heading', { level: 1 }));
  return page;
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

const entriesOf = (page: Page) =>
  sidebar(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));

describe('the sidebar', () => {
  it('lists the client area exactly as specified, and marks the current page', async () => {
    const page = await openAs('client');
    const entries = [
      [LABELS.dashboard, PAGES.clientDashboard],
      [LABELS.generateLabel, PAGES.createLabel],
      [LABELS.bulkUpload, PAGES.bulkUpload],
      [LABELS.shippingHistory, PAGES.shippingHistory],
      [LABELS.profile, PAGES.profile],
    ] as const;
    expect(await entriesOf(page)).toEqual(entries);
    for (const [label, path] of entries) {
      await sidebar(page).getByRole('link', { name: label, exact: true }).click();
      await expectPath(page, path);
      const current = sidebar(page).locator('[aria-current="page"]');
      await expect.poll(() => current.allTextContents()).toEqual([label]);
    }
  });

  it('lists the admin area exactly as specified', async () => {
    const page = await openAs('admin');
    expect(await entriesOf(page)).toEqual([
      [LABELS.dashboard, PAGES.adminDashboard],
      [LABELS.clients, PAGES.adminClients],
      [LABELS.pricing, PAGES.adminPricing],
      [LABELS.shipments, PAGES.adminShipments],
      [LABELS.auditLogs, PAGES.adminAuditLogs],
    ]);
    await page.getByRole('link', { name: 'View analytics' }).click();
    await expectHeading(page, LABELS.analytics);
  });

  it.each([
    ['client', PAGES.client, PAGES.clientDashboard],
    ['admin', PAGES.admin, PAGES.adminDashboard],
  ] as const)('shows the dashboard when the area itself is opened (%s)', async (role, area, dashboard) => {
    const page = await openAs(role, { path: area });
    await expectPath(page, dashboard);
  });
});

describe('the header', () => {
  it('names the admin area for an admin', async () => {
    const [admin, client] = await Promise.all([openAs('admin'), openAs('client')]);
    await expectSeen(admin.getByRole('banner').getByText('Admin', { exact: true }));
    expect(await client.getByRole('banner').getByText('Admin', { exact: true }).count()).toBe(0);
  });
});

describe('the client dashboard', () => {
  it('has three action cards that open their pages', async () => {
    const page = await openAs('client');
    const cards = [
      [LABELS.createShippingLabel, PAGES.createLabel, LABELS.createShippingLabel],
      [LABELS.bulkUpload, PAGES.bulkUpload, LABELS.bulkUploadTitle],
      [LABELS.shippingHistory, PAGES.shippingHistory, LABELS.shippingHistory],
    ] as const;
    const titles = page.locator('main').getByRole('link').getByRole('heading', { level: 2 });
    expect(await titles.allTextContents()).toEqual(cards.map(([title]) => title));
    for (const [title, path, heading] of cards) {
      await page.locator('main').getByRole('link', { name: title }).click();
      await expectPath(page, path);
      await expectHeading(page, heading);
      await page.goBack();
      await expectHeading(page, LABELS.dashboard);
    }
  });
});

describe('below 768 px', () => {
  it('the closed drawer is not in the tab order', async () => {
    const page = await openAs('client', { width: 390, height: 844 });
    const stops: (string | null)[] = [];
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate(() => document.activeElement?.getAttribute('href') ?? null));
    }
    expect(stops).toContain(PAGES.createLabel);
    expect(stops).not.toContain(PAGES.profile);
  });
});

describe('changing the page', () => {
  it('sets the document title and focuses the heading', async () => {
    const page = await openAs('client');
    expect(await page.title()).toBe(`${LABELS.dashboard} · ${PRODUCT_NAME}`);
    await sidebar(page).getByRole('link', { name: LABELS.profile }).click();
    await expectHeading(page, LABELS.profileSettings);
    await expectFocused(page.getByRole('heading', { level: 1 }));
    expect(await page.title()).toBe(`${LABELS.profileSettings} · ${PRODUCT_NAME}`);
    await page.goBack();
    await expectHeading(page, LABELS.dashboard);
    await expectFocused(page.getByRole('heading', { level: 1 }));
    expect(await page.title()).toBe(`${LABELS.dashboard} · ${PRODUCT_NAME}`);
  });
});

describe('the skip link', () => {
  async function expectSkipLink(page: Page) {
    await expectSeen(page.getByRole('heading', { level: 1 }));
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to main content' });
    await expectFocused(skip);
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expectFocused(page.getByRole('main'));
  }

  it('is the first tab stop and moves to the main content, on public pages and in both areas', async () => {
    const guest = [PAGES.landing, PAGES.login, PAGES.terms].map(
      async (path) => (await openPage({ path })).page,
    );
    const pages = await Promise.all([
      ...guest,
      openAs('client'),
      openAs('admin', { path: PAGES.adminAuditLogs }),
    ]);
    for (const page of pages) {
      await page.bringToFront();
      await expectSkipLink(page);
    }
  });
});
