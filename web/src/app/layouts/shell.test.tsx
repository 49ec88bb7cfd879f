import { MOBILE_BREAKPOINT_PX } from '@lading/contract/constants.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json, never } from '../../../test/fake-server.ts';
import { button } from '../../../test/screen.ts';

/** Requests of the page stay pending, because only the shell is tested. */
const openClient = (path: string = PAGES.clientDashboard) =>
  openApp(path, {
    as: 'client',
    answers: { [`GET ${API.batches}`]: () => json({ batches: [] }), [`GET ${API.profile}`]: never },
  });

const sidebar = () => page.getByRole('navigation', { name: 'Main' });
const menuButton = () => button('Open navigation');
const drawer = () => page.getByRole('dialog');

afterEach(() => page.viewport(1440, 900));

describe('the header', () => {
  it.each([1440, 390])("shows the person's initial, name and email (%i px wide)", async (width) => {
    await page.viewport(width, 900);
    await openClient();
    const account = page
      .getByRole('banner')
      .getByRole('button', { name: 'Account: Noor Haddad noor@shop.example' });
    for (const text of ['N', 'Noor Haddad', 'noor@shop.example'])
      await expect.element(account.getByText(text, { exact: true })).toBeVisible();
  });
});

describe('below 768 px', () => {
  it('the sidebar is a drawer; at 768 px it is not', async () => {
    await page.viewport(MOBILE_BREAKPOINT_PX - 1, 900);
    await openClient();
    await expect.element(menuButton()).toBeVisible();
    await expect.element(sidebar()).not.toBeInTheDocument();
    await page.viewport(MOBILE_BREAKPOINT_PX, 900);
    await expect.element(sidebar()).toBeVisible();
    await expect.element(menuButton()).not.toBeInTheDocument();
  });

  it('the drawer keeps the focus; Escape closes it and returns the focus', async () => {
    await page.viewport(390, 844);
    await openClient();
    await expect.element(menuButton()).toHaveAttribute('aria-expanded', 'false');
    (menuButton().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(drawer().getByRole('link', { name: LABELS.profile })).toBeVisible();
    for (let press = 0; press < 10; press++) {
      await userEvent.tab();
      // After the last stop, a guard takes the focus and returns it with the next frame.
      await expect.poll(() => drawer().element().contains(document.activeElement)).toBe(true);
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(drawer()).not.toBeInTheDocument();
    await expect.element(menuButton()).toHaveFocus();
  });

  it('the drawer closes when an entry is chosen', async () => {
    await page.viewport(390, 844);
    const { currentPath } = await openClient();
    await menuButton().click();
    await drawer().getByRole('link', { name: LABELS.profile }).click();
    await expect.poll(currentPath).toBe(PAGES.profile);
    await expect.element(drawer()).not.toBeInTheDocument();
  });

  it('the drawer closes when the window becomes wide', async () => {
    await page.viewport(390, 844);
    await openClient();
    await menuButton().click();
    await expect.element(drawer()).toBeVisible();
    await page.viewport(1024, 844);
    await expect.element(drawer()).not.toBeInTheDocument();
    await expect.element(sidebar()).toBeVisible();
  });
});
