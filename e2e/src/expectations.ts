import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const OFTEN = { interval: 30 };
/** For checks that query the page, because each query takes CPU time in three processes. */
const SELDOM = { interval: 100 };

export const expectSeen = (locator: Locator) => locator.first().waitFor({ state: 'visible' });

export const expectUnseen = (locator: Locator) =>
  locator.filter({ visible: true }).first().waitFor({ state: 'detached' });

/** Path and query, as the address bar shows them. */
export const expectPath = (page: Page, path: string) =>
  expect.poll(() => page.url().slice(new URL(page.url()).origin.length), OFTEN).toBe(path);

export const expectHeading = (page: Page, text: string) =>
  expect.poll(() => page.getByRole('heading', { level: 1 }).allTextContents(), SELDOM).toEqual([text]);

export const expectFocused = (locator: Locator) =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement), SELDOM).toBe(true);

export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** What was announced to screen readers since the page was loaded. */
export const wordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said?: string[] }).said ?? []);

/** Visible now or announced earlier, because on a busy machine a toast may be gone before the test looks. */
export const expectToast = (page: Page, text: string) =>
  expect
    .poll(
      async () => [
        ...(await wordsOf(page)).map((words) => words.replace(/^[A-Z][a-z]+: /, '')),
        ...(await toasts(page).getByText(text, { exact: true }).allTextContents()),
      ],
      SELDOM,
    )
    .toContain(text);
