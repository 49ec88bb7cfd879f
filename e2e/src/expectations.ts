import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const OFTEN = { interval: 30 };

export const expectSeen = (locator: Locator) => locator.first().waitFor({ state: 'visible' });

export const expectUnseen = (locator: Locator) =>
  expect.poll(() => locator.filter({ visible: true }).count(), OFTEN).toBe(0);

/** Path and query, as the address bar shows them. */
export const expectPath = (page: Page, path: string) =>
  expect.poll(() => page.url().slice(new URL(page.url()).origin.length), OFTEN).toBe(path);

export const expectHeading = (page: Page, text: string) =>
  expect.poll(() => page.getByRole('heading', { level: 1 }).allTextContents(), OFTEN).toEqual([text]);

export const expectFocused = (locator: Locator) =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement), OFTEN).toBe(true);

export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

export const expectToast = (page: Page, text: string) =>
  expectSeen(toasts(page).getByText(text, { exact: true }));
