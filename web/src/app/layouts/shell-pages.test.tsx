import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { PAGES_WAIT } from '../../../test/fake-server.ts';
import { button, main } from '../../../test/screen.ts';
import { listenForShortcuts, setShortcutsEnabled } from '../../lib/shortcuts.ts';

const openClient = (path: string = PAGES.clientDashboard) =>
  openApp(path, { as: 'client', answers: PAGES_WAIT });
const openAdmin = (path: string = PAGES.adminDashboard) =>
  openApp(path, { as: 'admin', answers: PAGES_WAIT });

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const sidebar = () => page.getByRole('navigation', { name: 'Main' });
const entries = () =>
  sidebar()
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')]);
const current = () =>
  [...sidebar().element().querySelectorAll('[aria-current="page"]')].map((link) => link.textContent);

afterEach(() => page.viewport(1440, 900));

describe('the sidebar', () => {
  it('lists the client area as specified and then our own pages, and marks the current page', async () => {
    const { currentPath } = await openClient();
    const expected = [
      [LABELS.dashboard, PAGES.clientDashboard],
      [LABELS.generateLabel, PAGES.createLabel],
      [LABELS.bulkUpload, PAGES.bulkUpload],
      [LABELS.shippingHistory, PAGES.shippingHistory],
      [LABELS.profile, PAGES.profile],
      ['Orders', PAGES.orders],
      ['Products', PAGES.products],
      ['Balance', PAGES.balance],
      ['Billing documents', PAGES.billing],
    ] as const;
    await expect.poll(entries).toEqual(expected);
    for (const [label, path] of expected) {
      await sidebar().getByRole('link', { name: label, exact: true }).click();
      await expect.poll(currentPath).toBe(path);
      await expect.poll(current).toEqual([label]);
    }
  });

  it.each([PAGES.orderSources, PAGES.orderRules, PAGES.packages])('marks Orders on %s', async (path) => {
    await openClient(path);
    await expect.poll(current).toEqual(['Orders']);
  });

  it('lists the admin area as specified, and then our own pages', async () => {
    await openAdmin();
    await expect.poll(entries).toEqual([
      [LABELS.dashboard, PAGES.adminDashboard],
      [LABELS.clients, PAGES.adminClients],
      [LABELS.pricing, PAGES.adminPricing],
      [LABELS.shipments, PAGES.adminShipments],
      [LABELS.auditLogs, PAGES.adminAuditLogs],
      ['Money', PAGES.adminMoney],
      ['Refunds', PAGES.adminRefunds],
      ['Unspent money', PAGES.adminUnspentMoney],
      ['Adjustments', PAGES.adminAdjustments],
      ['Billing', PAGES.adminBilling],
      ['Payouts', PAGES.adminPayouts],
      ['Staff', PAGES.adminStaff],
    ]);
    await page.getByRole('link', { name: 'View analytics' }).click();
    await expect.element(heading(LABELS.analytics)).toBeVisible();
  });

  it.each([
    ['client', PAGES.client, PAGES.clientDashboard],
    ['admin', PAGES.admin, PAGES.adminDashboard],
  ] as const)('shows the dashboard when the area itself is opened (%s)', async (as, area, dashboard) => {
    const { currentPath } = await openApp(area, { as, answers: PAGES_WAIT });
    await expect.poll(currentPath).toBe(dashboard);
  });
});

describe('the header', () => {
  const mark = () => page.getByRole('banner').getByText('Admin', { exact: true });

  it('names the admin area for an admin', async () => {
    await openAdmin();
    await expect.element(mark()).toBeVisible();
  });

  it('names no area for a client', async () => {
    await openClient();
    await expect.element(heading(LABELS.dashboard)).toBeVisible();
    await expect.element(mark()).not.toBeInTheDocument();
  });
});

describe('the client dashboard', () => {
  it('has three action cards that open their pages', async () => {
    const { currentPath, router } = await openClient();
    const cards = [
      [LABELS.createShippingLabel, PAGES.createLabel, LABELS.createShippingLabel],
      [LABELS.bulkUpload, PAGES.bulkUpload, LABELS.bulkUploadTitle],
      [LABELS.shippingHistory, PAGES.shippingHistory, LABELS.shippingHistory],
    ] as const;
    const titles = () =>
      main()
        .getByRole('link')
        .getByRole('heading', { level: 2 })
        .elements()
        .map((title) => title.textContent);
    await expect.poll(titles).toEqual(cards.map(([title]) => title));
    for (const [title, path, name] of cards) {
      await main()
        .getByRole('link', { name: new RegExp(`^${title}`) })
        .click();
      await expect.poll(currentPath).toBe(path);
      await expect.element(heading(name)).toBeVisible();
      await router.navigate(-1);
      await expect.element(heading(LABELS.dashboard)).toBeVisible();
    }
  });
});

describe('below 768 px', () => {
  it('the closed drawer is not in the tab order', async () => {
    await page.viewport(390, 844);
    await openClient();
    await expect.element(heading(LABELS.dashboard)).toBeVisible();
    const stops: (string | null | undefined)[] = [];
    for (let press = 0; press < 12; press++) {
      await userEvent.tab();
      stops.push(document.activeElement?.getAttribute('href'));
    }
    expect(stops).toContain(PAGES.createLabel);
    expect(stops).not.toContain(PAGES.profile);
  });
});

describe('changing the page', () => {
  it('sets the document title and focuses the heading', async () => {
    const { router } = await openClient();
    await expect.element(heading(LABELS.dashboard)).toBeVisible();
    await expect.poll(() => document.title).toBe(`${LABELS.dashboard} · ${PRODUCT_NAME}`);
    await sidebar().getByRole('link', { name: LABELS.profile }).click();
    await expect.element(heading(LABELS.profileSettings)).toHaveFocus();
    expect(document.title).toBe(`${LABELS.profileSettings} · ${PRODUCT_NAME}`);
    await router.navigate(-1);
    await expect.element(heading(LABELS.dashboard)).toHaveFocus();
    expect(document.title).toBe(`${LABELS.dashboard} · ${PRODUCT_NAME}`);
  });
});

describe('the skip link', () => {
  it.each([
    ['the login page', undefined, PAGES.login],
    ['a legal page', undefined, PAGES.terms],
    ['the client area', 'client', PAGES.clientDashboard],
    ['the admin area', 'admin', PAGES.adminAuditLogs],
  ] as const)('is the first tab stop of %s and moves to the main content', async (_where, as, path) => {
    await openApp(path, { ...(as && { as }), answers: PAGES_WAIT });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await userEvent.tab();
    const skip = page.getByRole('link', { name: 'Skip to main content' });
    await expect.element(skip).toHaveFocus();
    await expect.poll(() => skip.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
    await userEvent.keyboard('{Enter}');
    await expect.element(main()).toHaveFocus();
  });
});

describe('the shortcuts', () => {
  const listen = () => {
    const end = listenForShortcuts();
    onTestFinished(() => {
      end();
      setShortcutsEnabled(true);
    });
  };
  /** Within the time limit of a sequence, however slow the machine is. */
  const press = (...keys: string[]) => {
    const target = document.activeElement ?? document.body;
    for (const key of keys) target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  };

  it('open the pages of the area', async () => {
    listen();
    const { currentPath } = await openClient();
    await expect.element(heading(LABELS.dashboard)).toBeVisible();
    for (const [key, path, name] of [
      ['l', PAGES.createLabel, LABELS.createShippingLabel],
      ['b', PAGES.bulkUpload, LABELS.bulkUploadTitle],
      ['h', PAGES.shippingHistory, LABELS.shippingHistory],
      ['p', PAGES.profile, LABELS.profileSettings],
      ['r', PAGES.orders, 'Orders'],
      ['o', PAGES.products, 'Products'],
      ['d', PAGES.clientDashboard, LABELS.dashboard],
    ] as const) {
      press('g', key);
      await expect.poll(currentPath).toBe(path);
      await expect.element(heading(name)).toBeVisible();
    }
  });

  it('do not interfere with typing, are listed under the question mark, and can be turned off', async () => {
    listen();
    const { currentPath } = await openAdmin(PAGES.adminAuditLogs);
    const search = page.getByRole('searchbox');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect.element(search).toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(search).toHaveFocus();
    await userEvent.keyboard('g?');
    await expect.element(search).toHaveValue('g?');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button(AUDIT_LOGS.clearFilters)).toBeVisible();
    (button(AUDIT_LOGS.clearFilters).element() as HTMLElement).focus();

    await userEvent.keyboard('?');
    await expect.element(sheet.getByText(`Go to ${LABELS.clients}`)).toBeVisible();
    (sheet.getByRole('button', { name: 'Turn shortcuts off' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet.getByText('Shortcuts are off in this browser.')).toBeVisible();
    expect(localStorage.getItem('lading.shortcuts')).toBe('off');
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();

    const path = currentPath();
    await userEvent.keyboard('gd?');
    // The text typed after the keys is on the screen, so anything that the keys opened would be visible too.
    await search.fill('refund');
    await expect.element(search).toHaveValue('refund');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(currentPath().startsWith(PAGES.adminAuditLogs)).toBe(true);
    expect(path.startsWith(PAGES.adminAuditLogs)).toBe(true);
  });
});
