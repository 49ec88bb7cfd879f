import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen } from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';

const openPage = useBrowser();

describe('a path that does not exist', () => {
  it('shows the page not found with status 404 and a link home', async () => {
    const { page, watch } = await openPage();
    watch.allow(/status of 404/);
    for (const path of ['/no-such-page', '/client/no-such-page', '/admin/no/such', '/login/extra']) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expectHeading(page, LABELS.pageNotFound);
      expect(await page.title()).toBe(`${LABELS.pageNotFound} · ${PRODUCT_NAME}`);
      const home = page.getByRole('link', { name: LABELS.goBackHome });
      expect(await home.getAttribute('href')).toBe(PAGES.landing);
    }
    await page.getByRole('link', { name: LABELS.goBackHome }).click();
    await expectPath(page, PAGES.landing);
  });

  it('suggests the page that was probably meant, and only pages the person may open', async () => {
    const { page, watch } = await openPage();
    watch.allow(/status of 404/);
    await page.goto('/logni');
    await page.getByRole('main').getByRole('link', { name: LABELS.logIn, exact: true }).click();
    await expectPath(page, PAGES.login);
    await page.goto('/admin/audit-log');
    await expectHeading(page, LABELS.pageNotFound);
    expect(await page.getByRole('link', { name: LABELS.auditLogs }).count()).toBe(0);
  });

  it('suggests admin pages to an admin', async () => {
    const { storage } = await logInByToken(demoAccount('admin'));
    const { page, watch } = await openPage({ storage });
    watch.allow(/status of 404/);
    await page.goto('/admin/audit-log');
    await page.getByRole('main').getByRole('link', { name: LABELS.auditLogs }).click();
    await expectHeading(page, LABELS.auditLogs);
  });

  it('shows a hostile path as text and nothing else', async () => {
    const { page, watch } = await openPage();
    watch.allow(/status of 404/);
    await page.goto('/<img src=x onerror=alert(1)>');
    await expectHeading(page, LABELS.pageNotFound);
    expect(await page.locator('img').count()).toBe(0);
  });

  it('answers 404 as JSON under the API', async () => {
    const response = await fetch(`${ownServer.baseUrl}/api/no-such-call`, {
      headers: { accept: 'text/html' },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'NOT_FOUND' });
  });
});

describe('the legal pages', () => {
  it.each([
    [PAGES.terms, 'Terms of Service'],
    [PAGES.privacy, 'Privacy Policy'],
  ])('%s can be read by everybody and lead to each other', async (path, heading) => {
    const read = async (storage: Record<string, string>) => {
      const { page } = await openPage({ storage, path });
      await expectHeading(page, heading);
      expect(await page.title()).toBe(`${heading} · ${PRODUCT_NAME}`);
      await expectPath(page, path);
      const other = path === PAGES.terms ? PAGES.privacy : PAGES.terms;
      expect(await page.getByRole('main').locator(`a[href="${other}"]`).count()).toBeGreaterThan(0);
    };
    await Promise.all([read({}), read((await logInByToken(demoAccount('client'))).storage)]);
  });

  it('have a table of contents that links to their sections', async () => {
    const { page } = await openPage({ path: PAGES.terms });
    await expectHeading(page, 'Terms of Service');
    const links = page
      .getByRole('navigation', { name: 'Sections of the Terms of Service' })
      .getByRole('link');
    expect(await links.count()).toBeGreaterThan(3);
    for (const link of await links.all()) {
      const target = (await link.getAttribute('href')) ?? '';
      expect(await page.locator(target).count()).toBe(1);
    }
    await links.last().click();
    await expectSeen(page.locator((await links.last().getAttribute('href')) ?? ''));
  });

  it('are linked from the landing page and from the login page', async () => {
    const { page } = await openPage();
    for (const path of [PAGES.landing, PAGES.login]) {
      await page.goto(path);
      for (const [name, target] of [
        ['Terms', PAGES.terms],
        ['Privacy', PAGES.privacy],
      ] as const) {
        const link = page.getByRole('contentinfo').getByRole('link', { name, exact: true });
        expect(await link.getAttribute('href')).toBe(target);
      }
    }
  });

  it('make no call that needs a session', async () => {
    const { page } = await openPage();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api')) calls.push(request.url());
    });
    await page.goto(PAGES.terms, { waitUntil: 'networkidle' });
    await expectHeading(page, 'Terms of Service');
    expect(calls).toEqual([]);
    expect(API.runtimeConfig.startsWith('/api')).toBe(false);
  });
});
