import { LANDING_SAVINGS_PERCENT } from '@lading/contract/constants.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectPath, expectSeen } from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';

const openPage = useBrowser();

const hero = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) });
const zone = (page: Page, name: string) => hero(page).locator(`[data-zone="${name}"]`).textContent();
const previewName = (page: Page) => hero(page).getByRole('img').getAttribute('aria-label');

describe('the landing page', () => {
  it("leads from 'Log In' to the login page and from 'Get Started' to the sign-up page", async () => {
    const { page } = await openPage({ path: PAGES.landing });
    for (const [name, target] of [
      [LABELS.logIn, PAGES.login],
      [LABELS.getStarted, PAGES.signup],
    ] as const) {
      const links = page.getByRole('link', { name, exact: true });
      expect(await links.count()).toBe(3);
      for (const link of await links.all()) expect(await link.getAttribute('href')).toBe(target);
      await hero(page).getByRole('link', { name, exact: true }).click();
      await expectPath(page, target);
      await page.goto(PAGES.landing);
    }
  });

  it('shows from, to, weight, dimensions and carrier on the label preview', async () => {
    const { page } = await openPage({ path: PAGES.landing });
    expect(await zone(page, 'from')).toMatch(/^From.+[A-Z]{2}\d{5}$/);
    expect(await zone(page, 'to')).toMatch(/^Ship to.+[A-Z]{2}\d{5}$/);
    expect(await zone(page, 'package')).toMatch(/^\d+\.\d lb\d+×\d+×\d+ in/);
    expect(await zone(page, 'service')).toMatch(/^(USPS|UPS|FedEx|DHL)/);
    expect(await previewName(page)).toMatch(/From .+\. To .+\. \d.* lb, .+ inches\. (USPS|UPS|FedEx|DHL) /);
  });

  it('refills the label from the example radio group with the arrow keys', async () => {
    const { page } = await openPage({ path: PAGES.landing });
    const group = page.getByRole('group', { name: 'Example shipment' });
    const radios = group.getByRole('radio');
    expect(await radios.count()).toBe(3);
    await radios.first().focus();
    const seen = [await previewName(page)];
    for (let press = 0; press < 2; press++) {
      await page.keyboard.press('ArrowRight');
      await expectFocused(radios.nth(press + 1));
      await expect.poll(() => previewName(page)).not.toBe(seen.at(-1));
      seen.push(await previewName(page));
    }
    expect(new Set(seen).size).toBe(3);
  });

  it('shows the savings with the footnote that says what is compared', async () => {
    const { page } = await openPage({ path: PAGES.landing });
    const band = page.getByRole('region', { name: `Save up to ${LANDING_SAVINGS_PERCENT}%` });
    await expectSeen(band);
    await expectSeen(
      band.getByText(/Compared with carriers’ retail rates. Savings depend on service and package size\./),
    );
    const percentages =
      ((await page.locator('main').textContent()) ?? '').match(/\d+(?=%)/g)?.map(Number) ?? [];
    expect(percentages).toContain(LANDING_SAVINGS_PERCENT);
    expect(Math.max(...percentages)).toBe(LANDING_SAVINGS_PERCENT);
  });

  it('is readable and its links work without JavaScript', async () => {
    const { page } = await openPage({ path: PAGES.landing, javaScript: false });
    await expectSeen(page.getByRole('heading', { level: 1 }));
    for (const heading of await page.getByRole('heading', { level: 2 }).all()) await expectSeen(heading);
    expect(await zone(page, 'to')).toMatch(/^Ship to.+\d{5}$/);
    expect(await page.getByRole('radio').filter({ visible: true }).count()).toBe(0);
    await hero(page).getByRole('link', { name: LABELS.getStarted }).click();
    await expectPath(page, PAGES.signup);
    await expectSeen(page.getByRole('heading', { name: /needs JavaScript/ }));
  });

  it('sends the strict content security policy with every page', async () => {
    const { page, watch } = await openPage();
    watch.allow(/status of 404/);
    for (const path of [PAGES.landing, PAGES.login, '/no-such-page']) {
      const response = await page.goto(path);
      const policy = response?.headers()['content-security-policy'] ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("style-src 'self'");
      expect(policy).not.toContain('unsafe');
    }
  });

  it('contacts no other host and loads no third-party script', async () => {
    const { page } = await openPage();
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.goto(PAGES.landing, { waitUntil: 'networkidle' });
    await page.mouse.wheel(0, 5000);
    await page.waitForLoadState('networkidle');
    expect([...hosts]).toEqual([new URL(ownServer.baseUrl).host]);
  });
});

describe('a signed-in visitor', () => {
  it.each([
    ['client', PAGES.clientDashboard],
    ['admin', PAGES.adminDashboard],
  ] as const)('is sent from the public pages to the dashboard (%s)', async (role, dashboard) => {
    const { storage } = await logInByToken(demoAccount(role));
    const { page } = await openPage({ storage });
    for (const path of [PAGES.landing, PAGES.login, PAGES.signup, PAGES.forgotPassword]) {
      await page.goto(path);
      await expectPath(page, dashboard);
    }
  });

  it('never sees a flash of the landing page before the dashboard', async () => {
    const { storage } = await logInByToken(demoAccount('client'));
    const { page } = await openPage({ storage });
    await page.route(`**${API.verify}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto(PAGES.landing, { waitUntil: 'load' });
    await expectSeen(page.getByRole('status').getByText('Checking your session'));
    expect(await page.getByRole('heading', { level: 1 }).filter({ visible: true }).count()).toBe(0);
    await expectPath(page, PAGES.clientDashboard);
  });

  it('sees the landing page when the stored token is no longer valid', async () => {
    const { storage, token } = await logInByToken(demoAccount('client'));
    const { page, watch } = await openPage({
      storage: {
        'lading.session': (storage['lading.session'] ?? '').replaceAll(token, `${token.slice(1)}x`),
      },
    });
    watch.allow(/status of 401/);
    await page.goto(PAGES.landing);
    await expectSeen(page.getByRole('heading', { level: 1 }));
    await expectPath(page, PAGES.landing);
    expect(await page.evaluate(() => localStorage.getItem('lading.session'))).toBeNull();
  });
});
