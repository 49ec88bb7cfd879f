import { TOAST_DURATION_MS, TOAST_LIMIT } from '@lading/contract/constants.ts';
import { AUTH, LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { button, field, toasts } from '../../../test/screen.ts';
import { keepNotifications, toast } from './toast.ts';

const errors = () => toasts().getByText(AUTH.loginFieldsRequired, { exact: true });
const provoke = () => button(LABELS.signIn).click();
const dismiss = () => toasts().getByRole('button', { name: 'Dismiss notification' });

/** The login page, with a clock that stands still until the test advances it. */
async function openStill() {
  await openApp(PAGES.login);
  await expect.element(button(LABELS.signIn)).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
}

/** Polled, because a toast moves into its place. */
function toastBox(): DOMRect {
  const shown = toasts().element().querySelector('[data-tone]');
  if (!shown) throw new Error('No toast is shown.');
  return shown.getBoundingClientRect();
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

afterEach(async () => {
  vi.useRealTimers();
  keepNotifications.set(false);
  await page.viewport(1440, 900);
});

describe('toasts', () => {
  it('have their live regions in the document before the first one appears', async () => {
    await openApp(PAGES.login);
    await expect.element(button(LABELS.signIn)).toBeVisible();
    const regions = ['[role=alert][aria-live=assertive]', '[role=status][aria-live=polite]'].map((selector) =>
      toasts().element().querySelectorAll(selector),
    );
    const texts = () => regions.map((found) => [...found].map((region) => region.textContent));
    await expect.poll(texts).toEqual([[''], ['']]);
    await provoke();
    await expect.element(errors().last()).toBeVisible();
    expect(regions[0]?.[0]?.textContent).toContain(AUTH.loginFieldsRequired);
  });

  it.each(['success', 'error'] as const)('disappear when the time of their tone is up: %s', async (tone) => {
    await openStill();
    toast[tone]('The label is ready');
    const shown = toasts().getByText('The label is ready').last();
    await expect.element(shown).toBeVisible();
    await pass(TOAST_DURATION_MS[tone] - 200);
    await expect.element(shown).toBeVisible();
    await pass(200);
    await expect.element(dismiss()).not.toBeInTheDocument();
    expect(TOAST_DURATION_MS).toMatchObject({ success: 2000, error: 4000 });
  });

  it('stay while the pointer is on them, and disappear after it leaves', async () => {
    await openStill();
    await provoke();
    await userEvent.hover(errors().last());
    await pass(20_000);
    await expect.element(dismiss()).toBeVisible();
    await userEvent.hover(field('Email'));
    await pass(TOAST_DURATION_MS.error);
    await expect.element(dismiss()).not.toBeInTheDocument();
  });

  it('disappear on time after a success, even under the pointer', async () => {
    await openStill();
    toast.success('Report exported successfully');
    const shown = toasts().getByText('Report exported successfully').last();
    await userEvent.hover(shown);
    await pass(TOAST_DURATION_MS.success);
    await expect.element(dismiss()).not.toBeInTheDocument();
  });

  it('do not cover the control that was just used', async () => {
    await openApp(PAGES.login);
    await expect.element(button(LABELS.signIn)).toBeVisible();
    const control = document.createElement('button');
    control.textContent = 'Export';
    control.style.cssText = 'position:fixed;top:70px;right:40px;width:90px;height:32px';
    control.onclick = () => toast.success('Report exported successfully');
    document.body.append(control);
    onTestFinished(() => control.remove());
    control.click();
    await expect.element(dismiss()).toBeVisible();
    await expect.poll(() => toastBox().top).toBeGreaterThanOrEqual(control.getBoundingClientRect().bottom);
  });

  it('stay while they have the focus', async () => {
    await openStill();
    await provoke();
    await expect.element(dismiss()).toBeVisible();
    (dismiss().element() as HTMLElement).focus();
    await pass(20_000);
    await expect.element(dismiss()).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dismiss()).not.toBeInTheDocument();
  });

  it('show a message with HTML as text (BR11)', async () => {
    await openStill();
    const hostile = '<b>Paid</b><img src=x onerror="document.title=1">';
    toast.error(hostile);
    await expect.element(toasts().getByText(hostile, { exact: true }).last()).toBeVisible();
    expect(toasts().element().querySelectorAll('b, img')).toHaveLength(0);
  });

  it('are limited to the twenty newest', async () => {
    await openStill();
    for (let count = 1; count <= TOAST_LIMIT + 4; count++) toast.error(`Problem ${count}.`);
    await expect.poll(() => dismiss().elements().length).toBe(TOAST_LIMIT);
    expect(TOAST_LIMIT).toBe(20);
    await expect.element(toasts().getByText('Problem 4.')).not.toBeInTheDocument();
    await expect.element(toasts().getByText('Problem 5.').last()).toBeVisible();
    await pass(TOAST_DURATION_MS.error);
    await expect.element(dismiss()).not.toBeInTheDocument();
  });

  it.each([1440, 390])('appear in the top right corner (%i px wide)', async (width) => {
    keepNotifications.set(true);
    await page.viewport(width, 900);
    await openApp(PAGES.login);
    await provoke();
    await expect.element(dismiss()).toBeVisible();
    // Below the header of 56 px, whose notification and account buttons must stay within reach.
    await expect.poll(() => toastBox().top).toBeGreaterThanOrEqual(56);
    await expect.poll(() => toastBox().top).toBeLessThanOrEqual(80);
    await expect.poll(() => width - toastBox().right).toBeGreaterThanOrEqual(0);
    await expect.poll(() => width - toastBox().right).toBeLessThanOrEqual(32);
    await expect.poll(() => toastBox().left).toBeGreaterThanOrEqual(width === 1440 ? width / 2 : 0);
  });

  it('stay until dismissed when the profile says so, by button or by Escape', async () => {
    keepNotifications.set(true);
    await openStill();
    for (let count = 0; count < TOAST_LIMIT + 2; count++) toast.error(AUTH.loginFieldsRequired);
    await pass(3_600_000);
    await expect.poll(() => dismiss().elements().length).toBe(TOAST_LIMIT);
    await expect.element(dismiss().first()).toHaveAccessibleDescription(AUTH.loginFieldsRequired);
    await toasts()
      .getByRole('button', { name: `Dismiss all ${TOAST_LIMIT}` })
      .click();
    await expect.element(dismiss()).not.toBeInTheDocument();

    await provoke();
    await provoke();
    await expect.poll(() => dismiss().elements().length).toBe(2);
    (field('Email').element() as HTMLElement).focus();
    (dismiss().first().element() as HTMLElement).focus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => dismiss().elements().length).toBe(1);
    await expect.element(dismiss()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dismiss()).not.toBeInTheDocument();
    await expect.element(field('Email')).toHaveFocus();
  });
});
