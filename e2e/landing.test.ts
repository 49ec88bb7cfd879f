import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoAccount, logInByToken, SESSION_KEY } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectPath, expectSeen } from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';

const openPage = useBrowser();

const hero = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) });
const previewName = (page: Page) => hero(page).getByRole('img').getAttribute('aria-label');

it('the landing page becomes interactive, has a skip link, contacts no other host and links to the sign-up', async () => {
  const { page } = await openPage();
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(PAGES.landing, { waitUntil: 'networkidle' });
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to main content' });
  await expectFocused(skip);
  await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await expectFocused(page.getByRole('main'));

  const before = await previewName(page);
  await page.getByRole('group', { name: 'Example shipment' }).getByRole('radio').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => previewName(page)).not.toBe(before);
  await page.mouse.wheel(0, 5000);
  await page.waitForLoadState('networkidle');
  expect([...hosts]).toEqual([new URL(ownServer.baseUrl).host]);

  await hero(page).getByRole('link', { name: LABELS.getStarted }).click();
  await expectPath(page, PAGES.signup);
});

it('the landing page is readable and its links work without JavaScript', async () => {
  const { page } = await openPage({ path: PAGES.landing, javaScript: false });
  await expectSeen(page.getByRole('heading', { level: 1 }));
  for (const heading of await page.getByRole('heading', { level: 2 }).all()) await expectSeen(heading);
  expect(await hero(page).locator('[data-zone="to"]').textContent()).toMatch(/^Ship to.+\d{5}$/);
  expect(await page.getByRole('radio').filter({ visible: true }).count()).toBe(0);
  await hero(page).getByRole('link', { name: LABELS.getStarted }).click();
  await expectPath(page, PAGES.signup);
  await expectSeen(page.getByRole('heading', { name: /needs JavaScript/ }));
});

it('a signed-in visitor goes to the dashboard without a flash of the landing page, and a visitor without a valid session stays on it', async () => {
  const { storage, token } = await logInByToken(demoAccount('client'));
  const { page, watch } = await openPage({ storage });
  const held = Promise.withResolvers<void>();
  await page.route(
    `**${API.verify}`,
    async (route) => {
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto(PAGES.landing, { waitUntil: 'load' });
  await expectSeen(page.getByRole('status').getByText('Checking your session'));
  expect(await page.getByRole('heading', { level: 1 }).filter({ visible: true }).count()).toBe(0);
  held.resolve();
  await expectPath(page, PAGES.clientDashboard);

  watch.allow(/status of 401/);
  // When the next page opens, because the dashboard may still be storing its session.
  await page.addInitScript(
    ([key, wrong]) => localStorage.setItem(key, JSON.stringify({ token: wrong, expiresAt: '' })),
    [SESSION_KEY, `${token.slice(1)}x`] as const,
  );
  await page.goto(PAGES.landing);
  await expectSeen(page.getByRole('heading', { level: 1 }));
  await expectPath(page, PAGES.landing);
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
});
