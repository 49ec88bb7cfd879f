import { PRODUCT_NAME, type Role } from '@lading/contract/constants.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../test/app.tsx';
import { PAGES_WAIT } from '../../test/fake-server.ts';
import { main } from '../../test/screen.ts';

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const suggestion = (name: string) => main().getByRole('link', { name, exact: true });

describe('a path that does not exist', () => {
  it.each(['/no-such-page', '/login/extra'])(
    'shows the page not found with a link home (%s)',
    async (path) => {
      await openApp(path);
      await expect.element(heading(LABELS.pageNotFound)).toBeVisible();
      await expect.poll(() => document.title).toBe(`${LABELS.pageNotFound} · ${PRODUCT_NAME}`);
      await expect.element(suggestion(LABELS.goBackHome)).toHaveAttribute('href', PAGES.landing);
    },
  );

  it.each([
    ['client', '/client/no-such-page'],
    ['admin', '/admin/no/such'],
  ] as const)('is not found in the area of a signed-in person either (%s)', async (as, path) => {
    await openApp(path, { as });
    await expect.element(heading(LABELS.pageNotFound)).toBeVisible();
  });

  it('suggests the page that was probably meant', async () => {
    await openApp('/logni');
    await expect.element(suggestion(LABELS.logIn)).toHaveAttribute('href', PAGES.login);
  });

  it('suggests only pages that the person may open', async () => {
    await openApp('/admin/audit-log');
    await expect.element(heading(LABELS.pageNotFound)).toBeVisible();
    await expect.element(suggestion(LABELS.auditLogs)).not.toBeInTheDocument();
  });

  it('suggests admin pages to an admin', async () => {
    await openApp('/admin/audit-log', { as: 'admin' });
    await expect.element(suggestion(LABELS.auditLogs)).toHaveAttribute('href', PAGES.adminAuditLogs);
  });

  it('shows a hostile path as text and nothing else', async () => {
    const path = '/<img src=x onerror=alert(1)>';
    await openApp(path);
    await expect.element(heading(LABELS.pageNotFound)).toBeVisible();
    expect(main().element().textContent).toContain(path);
    expect(document.querySelector('img')).toBeNull();
  });
});

const LEGAL = [
  [PAGES.terms, 'Terms of Service', PAGES.privacy],
  [PAGES.privacy, 'Privacy Policy', PAGES.terms],
] as const;

describe('the legal pages', () => {
  describe.each([undefined, 'client'] as const)('for %s', (as) => {
    // A call that needs a session would fail the test.
    it.each(LEGAL)('%s can be read and leads to the other', async (path, title, other) => {
      const { currentPath } = await openApp(path, { ...(as && { as }) });
      await expect.element(heading(title)).toBeVisible();
      await expect.poll(() => document.title).toBe(`${title} · ${PRODUCT_NAME}`);
      expect(currentPath()).toBe(path);
      expect(main().element().querySelectorAll(`a[href="${other}"]`).length).toBeGreaterThan(0);
    });
  });

  it('have a table of contents that links to their sections', async () => {
    await openApp(PAGES.terms);
    const links = page
      .getByRole('navigation', { name: 'Sections of the Terms of Service' })
      .getByRole('link');
    await expect.element(links.last()).toBeVisible();
    const targets = links.elements().map((link) => link.getAttribute('href') ?? '');
    expect(targets.length).toBeGreaterThan(3);
    for (const target of targets) expect(document.querySelectorAll(target)).toHaveLength(1);
    await links.last().click();
    await expect.poll(() => document.querySelector(targets.at(-1) ?? '')).toBeInViewport();
  });

  it('are linked from the login page', async () => {
    await openApp(PAGES.login);
    for (const [name, target] of [
      ['Terms', PAGES.terms],
      ['Privacy', PAGES.privacy],
    ] as const) {
      const link = page.getByRole('contentinfo').getByRole('link', { name, exact: true });
      await expect.element(link).toHaveAttribute('href', target);
    }
  });
});

describe('the page that requests a password reset', () => {
  it.each([undefined, 'client', 'admin'] as const)('opens from a security email for %s', async (as) => {
    const { currentPath } = await openApp(PAGES.requestPasswordReset, { ...(as && { as }) });
    await expect.element(heading('Reset your password')).toBeVisible();
    expect(currentPath()).toBe(PAGES.requestPasswordReset);
  });
});

describe('a signed-in visitor', () => {
  const DASHBOARDS: Record<Role, string> = { client: PAGES.clientDashboard, admin: PAGES.adminDashboard };

  it.each(['client', 'admin'] as const)(
    'is sent from the signed-out pages to the dashboard (%s)',
    async (as) => {
      const { currentPath, router } = await openApp(PAGES.landing, { as, answers: PAGES_WAIT });
      await expect.poll(currentPath).toBe(DASHBOARDS[as]);
      for (const path of [PAGES.login, PAGES.signup, PAGES.forgotPassword]) {
        await router.navigate(path);
        await expect.poll(currentPath).toBe(DASHBOARDS[as]);
      }
    },
  );
});
