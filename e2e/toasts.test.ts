import { TOAST_DURATION_MS, TOAST_LIMIT } from '@lading/contract/constants.ts';
import { AUTH, LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoAccount, logIn } from './src/actions.ts';
import { type PageOptions, useBrowser } from './src/browser.ts';
import {
  expectFocused,
  expectPath,
  expectSeen,
  expectToast,
  expectUnseen,
  toasts,
} from './src/expectations.ts';

const openPage = useBrowser();

/** A page whose time stands still until the test moves it. */
async function openStill(options: PageOptions = {}): Promise<Page> {
  const { page } = await openPage(options);
  await page.clock.install();
  await page.goto(PAGES.login);
  await expectSeen(page.getByRole('button', { name: LABELS.signIn }));
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  return page;
}

const provoke = (page: Page) => page.getByRole('button', { name: LABELS.signIn }).click();
const error = (page: Page) => toasts(page).getByText(AUTH.loginFieldsRequired, { exact: true });

describe('toasts', () => {
  it('have their live regions in the document before the first one is shown', async () => {
    const { page } = await openPage({ path: PAGES.login });
    await expectSeen(page.getByRole('button', { name: LABELS.signIn }));
    for (const [role, live] of [
      ['alert', 'assertive'],
      ['status', 'polite'],
    ] as const) {
      const region = page.locator(`section[aria-label="Notifications"] [role="${role}"]`);
      expect(await region.count()).toBe(1);
      expect(await region.getAttribute('aria-live')).toBe(live);
      expect(await region.textContent()).toBe('');
    }
    const before = await page.locator('[role=alert][aria-live=assertive]').elementHandle();
    await provoke(page);
    await expectSeen(error(page));
    expect(await before?.textContent()).toContain(AUTH.loginFieldsRequired);
  });

  it('are gone after two seconds when they tell a success', async () => {
    const page = await openStill();
    await logIn(page, demoAccount('client'));
    await expectToast(page, AUTH.loginSucceeded);
    await expectPath(page, PAGES.clientDashboard);
    await page.clock.runFor(TOAST_DURATION_MS.success - 200);
    expect(await toasts(page).getByText(AUTH.loginSucceeded).count()).toBe(1);
    await page.clock.runFor(200);
    await expectUnseen(toasts(page).getByText(AUTH.loginSucceeded));
    expect(TOAST_DURATION_MS.success).toBe(2000);
  });

  it('are gone after four seconds when they tell an error', async () => {
    const page = await openStill();
    await provoke(page);
    await expectSeen(error(page));
    await page.clock.runFor(TOAST_DURATION_MS.error - 200);
    expect(await error(page).count()).toBe(1);
    await page.clock.runFor(200);
    await expectUnseen(error(page));
    expect(TOAST_DURATION_MS.error).toBe(4000);
  });

  it('stay while the pointer is on them, and go when it leaves', async () => {
    const page = await openStill();
    await provoke(page);
    await error(page).hover();
    await page.clock.runFor(20_000);
    expect(await error(page).count()).toBe(1);
    await page.mouse.move(10, 700);
    await page.clock.runFor(TOAST_DURATION_MS.error);
    await expectUnseen(error(page));
  });

  it('stay while the focus is on them', async () => {
    const page = await openStill();
    await provoke(page);
    await expectSeen(error(page));
    await toasts(page).getByRole('button', { name: 'Dismiss notification' }).focus();
    await page.clock.runFor(20_000);
    expect(await error(page).count()).toBe(1);
    await page.keyboard.press('Enter');
    await expectUnseen(error(page));
  });

  it('are twenty at most, and the newest ones', async () => {
    const page = await openStill();
    for (let count = 0; count < TOAST_LIMIT + 4; count++) await provoke(page);
    await expect.poll(() => error(page).count()).toBe(TOAST_LIMIT);
    expect(TOAST_LIMIT).toBe(20);
    await page.clock.runFor(TOAST_DURATION_MS.error);
    await expectUnseen(error(page));
  });

  it.each([1440, 390])('stand in the top right corner (%i px wide)', async (width) => {
    const page = await openStill({ width });
    await provoke(page);
    const box = await toasts(page).locator('[data-tone]').boundingBox();
    if (!box) throw new Error('The toast has no box.');
    await page.clock.runFor(400);
    // Below the bar of 56 px, whose bell and account menu must stay within reach.
    expect(box.y).toBeGreaterThanOrEqual(56);
    expect(box.y).toBeLessThanOrEqual(80);
    expect(width - (box.x + box.width)).toBeGreaterThanOrEqual(0);
    expect(width - (box.x + box.width)).toBeLessThanOrEqual(32);
    expect(box.x).toBeGreaterThanOrEqual(width === 1440 ? width / 2 : 0);
  });

  it('stay until they are dismissed where the profile says so, by button or by Escape', async () => {
    const page = await openStill({ storage: { 'lading.keep-notifications': 'on' } });
    const dismiss = toasts(page).getByRole('button', { name: 'Dismiss notification' });
    for (let count = 0; count < TOAST_LIMIT + 2; count++) await provoke(page);
    await page.clock.runFor(3_600_000);
    await expect.poll(() => error(page).count()).toBe(TOAST_LIMIT);
    expect(await dismiss.first().evaluate((button) => button.ariaDescribedByElements?.[0]?.textContent)).toBe(
      AUTH.loginFieldsRequired,
    );
    await toasts(page)
      .getByRole('button', { name: `Dismiss all ${TOAST_LIMIT}` })
      .click();
    await expectUnseen(error(page));

    await provoke(page);
    await provoke(page);
    await expect.poll(() => error(page).count()).toBe(2);
    const email = page.getByRole('textbox', { name: 'Email' });
    await email.focus();
    await dismiss.first().focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => error(page).count()).toBe(1);
    await expectFocused(dismiss);
    await page.keyboard.press('Enter');
    await expectUnseen(error(page));
    await expectFocused(email);
  });

  it('are all kept in the list of notifications', async () => {
    const { page } = await openPage({ path: PAGES.login });
    await provoke(page);
    await expectSeen(error(page));
    await logIn(page, demoAccount('client'));
    await expectPath(page, PAGES.clientDashboard);
    await page.getByRole('banner').getByRole('button', { name: 'Notifications' }).press('Enter');
    const entries = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
    await expectSeen(entries.first());
    const texts = await entries.allTextContents();
    expect(texts[0]).toContain(AUTH.loginSucceeded);
    expect(texts[1]).toContain(AUTH.loginFieldsRequired);
  });
});
