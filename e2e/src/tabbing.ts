import type { Locator, Page } from 'playwright-core';
import { expectSeen } from './expectations.ts';

const MAX_STOPS = 60;

export const isFocused = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement);

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, locator: Locator) {
  await expectSeen(locator);
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await isFocused(locator)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${locator} did not get the focus within ${MAX_STOPS} presses of Tab.`);
}
